import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { readContext } from '#app/people/request/context.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import type { Route } from './+types/privacy-policy';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: PrivacyPolicy };

export default PrivacyPolicy;

export async function loader(args: Route.LoaderArgs) {
  const { town, read } = readContext(args);
  const html = sanitize(town.privacyText);
  return { deck: extractTeaser(html).deck, html: await withTextPictures(read, html) };
}

/** The effective date is the specification's (spec section 5). */
function PrivacyPolicy({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <PageHead title="Privacy Policy" description={loaderData.deck} path="/privacyPolicy" />
      <TextPage title="Privacy Policy" note="Effective Date: July 23, 2025" html={loaderData.html} />
    </>
  );
}
