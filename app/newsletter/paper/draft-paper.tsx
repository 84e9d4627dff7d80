import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { requireIssue } from '#app/newsletter/pages/require-issue.server.ts';
import { readContext } from '#app/people/request/context.ts';
import styles from '#app/platform/ui/styles/paper.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/draft-paper';
import { loadPaperPage } from './paper.server.ts';
import { PaperView } from './paper-view.tsx';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/newsletter/{id}/paper`: the sheet of an issue, also before it is sent. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const issue = await requireIssue(read, args.params.id);
  const edition = await resolveIssue(read, { town, now }, issue);
  const issuePath = `/admin/newsletter/${issue.id}`;
  const facts = await loadPaperPage(args, edition, { path: `${issuePath}/paper`, issuePath });
  return { ...facts, siteTitle: town.title };
}

export default function DraftPaper({ loaderData: { siteTitle, ...facts } }: Route.ComponentProps) {
  return (
    <>
      <UnlistedHead title={`Paper edition | ${siteTitle}`} />
      <PaperView {...facts} />
    </>
  );
}
