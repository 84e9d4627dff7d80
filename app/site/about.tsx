import { readVisit } from '#app/context.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { Route } from './+types/about';
import { TextPage } from './text-page.tsx';

export function loader(args: Route.LoaderArgs) {
  const { town } = readVisit(args);
  return { title: `About ${town.title}`, html: sanitize(town.aboutText) };
}

export default function About({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>{loaderData.title}</title>
      <TextPage title={loaderData.title} html={loaderData.html} />
    </>
  );
}
