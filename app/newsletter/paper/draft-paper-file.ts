import { data } from 'react-router';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/draft-paper-file';
import { paperResponse } from './paper-response.server.ts';

/** `/admin/newsletter/{id}/paper.pdf` */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now } = readContext(args);
  const issue = await findIssue(read, args.params.id);
  if (!issue) throw data(null, { status: 404 });
  return paperResponse(args, await resolveIssue(read, { town, now }, issue));
}
