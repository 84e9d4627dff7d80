import { problemResponse } from '#app/desk/api/problem.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { runUndo } from '#app/sources/inbox/run-decision.server.ts';
import type { Route } from './+types/inbox-undo-api';
import { inboxCalls } from './inbox-operations.ts';

/** `/api/v1/inbox/undo`: undoes the caller's last decision (product contract section 6). Never throws. */
export function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return notAllowed();
  return respondTo({ name: 'undo inbox', policy: inboxCalls.undo.policy }, args, async () => {
    const undone = await runUndo(args);
    if (!undone) return problemResponse(404, { detail: 'There is nothing to undo.' });
    const { summary, entries, refused } = undone;
    const reasons = refused.map(({ title, problem }) => `“${title}” can’t be undone. ${problem}`);
    if (entries.length === 0) return problemResponse(409, { detail: reasons.join(' ') });
    return Response.json({ undone: summary, items: entries, problems: reasons });
  });
}

export function loader() {
  return notAllowed();
}

function notAllowed(): Response {
  return problemResponse(405, { headers: { Allow: 'POST' } });
}
