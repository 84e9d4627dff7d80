import { readVisit } from '#app/context.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { Route } from './+types/privacy-policy';
import { TextPage } from './text-page.tsx';

export function loader(args: Route.LoaderArgs) {
  const { town } = readVisit(args);
  return { siteTitle: town.title, html: sanitize(town.privacyText) };
}

/** The effective date is the specification's (spec section 5). */
export default function PrivacyPolicy({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <title>{`Privacy Policy | ${loaderData.siteTitle}`}</title>
      <TextPage title="Privacy Policy" note="Effective Date: July 23, 2025" html={loaderData.html} />
    </>
  );
}
