import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { requireIssue } from '#app/newsletter/pages/require-issue.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/draft-paper-file';
import { paperResponse } from './paper.server.ts';

/** `/admin/newsletter/{id}/paper.pdf` */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const issue = await requireIssue(read, args.params.id);
  return paperResponse(args, await resolveIssue(read, { town, now }, issue));
}
