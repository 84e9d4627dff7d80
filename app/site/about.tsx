import { readVisit } from '#app/context.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { RouteHandle } from '#app/hydration.ts';
import type { Route } from './+types/about';
import { TextPage } from './text-page.tsx';

export const handle: RouteHandle = { page: About };

export default About;

export function loader(args: Route.LoaderArgs) {
  const { town } = readVisit(args);
  return { title: `About ${town.title}`, html: sanitize(town.aboutText) };
}

function About({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  return (
    <>
      <title>{loaderData.title}</title>
      <TextPage title={loaderData.title} html={loaderData.html} />
    </>
  );
}
