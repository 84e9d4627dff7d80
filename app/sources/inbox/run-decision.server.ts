/** Carries out decisions that came with a request, and records them in the activity log. */

import { editorOf } from '#app/items/drafts/editor.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { AuditAction } from '#app/town/activity/audit-entry.ts';
import { type Decided, decide, decideStacks } from './decide.server.ts';
import type { Action, Decision } from './decision.ts';
import type { DecideContext } from './outcome.server.ts';
import { type Undone, undoLast } from './undo-decision.server.ts';

type Args = Parameters<typeof writeContext>[0];

const notes: Record<Action, AuditAction> = {
  publish: 'inbox-published',
  discard: 'inbox-discarded',
  merge: 'inbox-merged',
  split: 'inbox-split',
  snooze: 'inbox-snoozed',
};

/** Decides about these entries, or with `whole` about their whole stacks. */
export async function runDecision(
  args: Args,
  ids: readonly string[],
  decision: Decision,
  { whole }: { whole: boolean },
): Promise<Decided> {
  const decided = await (whole ? decideStacks : decide)(contextOf(args), ids, decision);
  if (decided.batch !== null) await recordActivity(args, notes[decision.action], subjectOf(decided));
  return decided;
}

/** Undoes what was decided as `batch`, or this editor's last decision. */
export async function runUndo(args: Args, batch?: string): Promise<Undone | undefined> {
  const undone = await undoLast(contextOf(args), batch);
  if (undone && undone.entries.length > 0) await recordActivity(args, 'inbox-undone', undone.summary);
  return undone;
}

function contextOf(args: Args): DecideContext {
  const { write, collections, town, siteUrl, now } = writeContext(args);
  return { write, collections, town, siteUrl, now, by: editorOf(args.context.get(requestContextKey)) };
}

/** '/news/n1 Ferry schedule changes' of one item, otherwise how many. */
function subjectOf({ outcomes }: Decided): string {
  const done = outcomes.filter((one) => one.status === 'done');
  const [first] = done;
  if (first && done.length === 1) return `/${first.collection}/${first.itemId} ${first.title}`;
  const stacks = new Set(done.map(({ kind, stack }) => `${kind} ${stack}`)).size;
  return stacks === 1 ? `${first?.title} (${done.length} dates)` : `${stacks} items`;
}

/**
 * Which of the entries that were decided about still wait, with the reason. A problem with another entry of the same
 * stack counts for the first of these.
 */
export function undecidedOf({ outcomes }: Decided, ids: readonly string[]): Record<string, string> {
  const refused = outcomes.filter((one) => one.status === 'refused');
  return Object.fromEntries(
    refused.map(({ id, problem }) => [ids.includes(id) ? id : (ids[0] ?? id), problem]),
  );
}
