import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { readContext } from '#app/people/request/context.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import type { Route } from './+types/about';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: About };

export default About;

export async function loader(args: Route.LoaderArgs) {
  const { town, read } = readContext(args);
  const html = sanitize(town.aboutText);
  return {
    title: `About ${town.title}`,
    deck: extractTeaser(html).deck,
    html: await withTextPictures(read, html),
  };
}

function About({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <PageHead title="About" description={loaderData.deck} path="/about" />
      <TextPage title={loaderData.title} html={loaderData.html} />
    </>
  );
}
