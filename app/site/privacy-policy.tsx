import { readVisit } from '#app/context.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { RouteHandle } from '#app/hydration.ts';
import type { Route } from './+types/privacy-policy';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: PrivacyPolicy };

export default PrivacyPolicy;

export function loader(args: Route.LoaderArgs) {
  const { town } = readVisit(args);
  return { siteTitle: town.title, html: sanitize(town.privacyText) };
}

/** The effective date is the specification's (spec section 5). */
function PrivacyPolicy({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <title>{`Privacy Policy | ${loaderData.siteTitle}`}</title>
      <TextPage title="Privacy Policy" note="Effective Date: July 23, 2025" html={loaderData.html} />
    </>
  );
}
