import type { Route } from './+types/paper-file';
import { requirePaperIssue } from './load-paper.server.ts';
import { paperResponse } from './paper-response.server.ts';

/** `/newsletter/{slug}/paper.pdf` and, for the newest issue, `/newsletter/paper.pdf`. */
export async function loader(args: Route.LoaderArgs) {
  const { edition } = await requirePaperIssue(args, args.params.slug);
  return paperResponse(args, edition);
}
