import { readVisit } from '#app/context.ts';
import { extractTeaser } from '#app/html/extract.server.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { RouteHandle } from '#app/hydration.ts';
import { PageHead } from '#app/ui/page-head.tsx';
import type { Route } from './+types/about';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: About };

export default About;

export function loader(args: Route.LoaderArgs) {
  const { town } = readVisit(args);
  const html = sanitize(town.aboutText);
  return { title: `About ${town.title}`, deck: extractTeaser(html).deck, html };
}

function About({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <PageHead title="About" description={loaderData.deck} path="/about" />
      <TextPage title={loaderData.title} html={loaderData.html} />
    </>
  );
}
