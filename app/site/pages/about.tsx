import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import type { Route } from './+types/about';
import { loadFixedPage } from './fixed-page.server.ts';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: About };

export default About;

export async function loader(args: Route.LoaderArgs) {
  return { ...(await loadFixedPage(args, 'about', 'About')), site: readContext(args).town.title };
}

function About({ loaderData: { title, site, deck, ...page } }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <PageHead title={title ?? 'About'} description={deck} path="/about" />
      <TextPage title={title ?? `About ${site}`} {...page} />
    </>
  );
}
