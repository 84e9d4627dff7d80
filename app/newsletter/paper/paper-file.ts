import { data } from 'react-router';
import type { Route } from './+types/paper-file';
import { findPaperIssue, paperResponse } from './paper.server.ts';

/**
 * `/newsletter/{slug}/paper.pdf` and, for the newest issue, `/newsletter/paper.pdf`. A middleware sends it because this
 * is a page: an unknown one reaches the loader and gets the site's 404 page.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async (args, next) => {
    const issue = await findPaperIssue(args, args.params.slug);
    return issue ? paperResponse(args, issue.edition) : next();
  },
];

export function loader() {
  throw data(null, { status: 404 });
}

export default function PaperFile() {
  return null;
}
