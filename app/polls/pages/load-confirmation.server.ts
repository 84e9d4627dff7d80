/** What the administrator does to a poll: the question before it, and the way back to the page with the voting. */
import { redirect } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { requireItem } from '#app/items/content/permalink.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import type { AuditAction } from '#app/town/activity/audit-entry.ts';

type Args = Parameters<typeof writeContext>[0] & { params: { id: string } };

/** The poll of a confirmation page. Throws 404 if it doesn't exist. */
export async function loadConfirmation(args: Args) {
  const { id, title } = await requireItem(findPoll, writeContext(args).write, args.params.id);
  return { id, title };
}

export type ConfirmationFacts = Awaited<ReturnType<typeof loadConfirmation>>;

/** Does it and records it, unless the poll has changed meanwhile. */
export async function actOnPoll(
  args: Args,
  action: AuditAction,
  work: (db: WriteDb, id: string, now: number) => Promise<boolean>,
): Promise<Response> {
  const { write, now } = writeContext(args);
  const { id } = args.params;
  if (!isItemId(id) || !(await work(write, id, now))) return backToVoting(id, 'state');
  await recordActivity(args, action, `/polls/${id}`);
  return backToVoting(id);
}

/** To the poll's voting page, which shows the result or the problem. */
export function backToVoting(id: string, problem?: string): Response {
  const said = problem ? `problem=${problem}` : 'done';
  return redirect(`/admin/polls/${encodeURIComponent(id)}/voting?${said}`, 303);
}
