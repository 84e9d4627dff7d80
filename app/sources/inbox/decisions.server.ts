/** Carries out decisions about what waits in the inbox. Each is one transaction, with what undoes it. */
import { randomUUID } from 'node:crypto';
import { editorOf } from '#app/items/drafts/editor.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { heldFor, inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { formatDate, formatTime } from '#app/platform/time/town-time.ts';
import { entryColumns } from '#app/sources/import/entry-columns.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import type { AuditAction } from '#app/town/activity/audit-entry.ts';
import {
  type Action,
  type DecideContext,
  type Decision,
  type Done,
  describeDone,
  type Outcome,
} from './decision.ts';
import { readAll, recordAction, summarize, unitOf } from './decision-record.server.ts';
import { listStackIds } from './inbox-store.server.ts';
import { planOf } from './verbs.server.ts';

/** `batch` names what was done, for undo; null if nothing was. `summary` says it in a sentence. */
export type Decided = { batch: string | null; summary: string; outcomes: Outcome[] };

type Args = Parameters<typeof writeContext>[0];

const activities: Record<Action, AuditAction> = {
  publish: 'inbox-published',
  discard: 'inbox-discarded',
  merge: 'inbox-merged',
  split: 'inbox-split',
  snooze: 'inbox-snoozed',
};

/** What a request decides about these entries, or with `whole` about their whole stacks; with a line in the activity log. */
export async function runDecision(
  args: Args,
  ids: readonly string[],
  decision: Decision,
  { whole }: { whole: boolean },
): Promise<Decided> {
  const decided = await (whole ? decideStacks : decide)(contextOf(args), ids, decision);
  if (decided.batch !== null) await recordActivity(args, activities[decision.action], subjectOf(decided));
  return decided;
}

/** Who decides what, from a request. */
export function contextOf(args: Args): DecideContext {
  const { write, collections, town, siteUrl, now } = writeContext(args);
  return { write, collections, town, siteUrl, now, by: editorOf(args.context.get(requestContextKey)) };
}

/** The same for all entries of the stacks of these entries. */
export async function decideStacks(
  context: DecideContext,
  ids: readonly string[],
  decision: Decision,
): Promise<Decided> {
  const all = await listStackIds(context.write, ids, context.now);
  const gone = ids.filter((id) => !all.includes(id));
  return decide(context, [...all, ...gone], decision);
}

/** Decides about these entries. Entries of one stack, up to its end, are decided in one transaction. */
export async function decide(
  context: DecideContext,
  ids: readonly string[],
  decision: Decision,
): Promise<Decided> {
  const batch = randomUUID();
  const outcomes: Outcome[] = [];
  const parts = await inParts(context.write, ids);
  for (const part of parts) outcomes.push(...(await decideTogether(context, part, decision, batch)));
  const summary = sumUp(outcomes, decision, context);
  if (parts.length > 1) await summarize(context.write, batch, summary);
  return { batch: doneOf(outcomes).length > 0 ? batch : null, summary, outcomes };
}

/** The most entries of a transaction, unless a stack is larger. */
const MOST_TOGETHER = 50;

async function inParts(db: WriteDb, ids: readonly string[]): Promise<string[][]> {
  const rows = await db
    .selectFrom('inbox_entry')
    .select(['id', 'stack'])
    .where('id', 'in', [...ids, ''])
    .orderBy('stack')
    .orderBy('startAt')
    .orderBy('id')
    .execute();
  const found = new Set(rows.map(({ id }) => id));
  const parts: string[][] = [];
  let last: string | undefined;
  for (const { id, stack } of rows) {
    const part = parts.at(-1);
    if (part && (stack === last || part.length < MOST_TOGETHER)) part.push(id);
    else parts.push([id]);
    last = stack;
  }
  const gone = [...new Set(ids)].filter((id) => !found.has(id));
  return gone.length > 0 ? [...parts, gone] : parts;
}

function decideTogether(
  context: DecideContext,
  ids: string[],
  decision: Decision,
  batch: string,
): Promise<Outcome[]> {
  return inTransaction(context.write, async (db) => {
    await lockName(db, SOURCE_ITEMS);
    const entries = await findHeld(db, ids);
    const isWaiting = new Set(entries.map(({ id }) => id));
    const gone = ids.filter((id) => !isWaiting.has(id)).map((id): Outcome => ({ id, status: 'gone' }));
    if (entries.length === 0) return gone;
    return [...(await carryOut({ ...context, write: db }, entries, decision, batch)), ...gone];
  });
}

/** In the order of their items, so that two decisions about the same ones don't deadlock. */
function findHeld(db: WriteDb, ids: string[]): Promise<InboxEntryRow[]> {
  return db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where('id', 'in', ids)
    .orderBy('collection')
    .orderBy('itemId')
    .modifyEnd(heldFor(db, 'update', 'inbox_entry'))
    .execute();
}

/** Decides in the caller's transaction, which holds `SOURCE_ITEMS` and the entries, and records what that changes. */
export async function carryOut(
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Decision,
  batch: string,
): Promise<Outcome[]> {
  const plan = await planOf(context, entries, decision);
  const before = await readAll(context, plan);
  const outcomes = await plan.work();
  const done = doneOf(outcomes);
  const [first] = done;
  if (!first) return outcomes;
  const after = await readAll(context, plan);
  const units = plan.isJoint
    ? [unitOf(first.title, plan.places, before, after)]
    : distinctItems(done).map(({ title, collection, itemId }) =>
        unitOf(title, [{ collection, itemId }], before, after),
      );
  const summary = sumUp(outcomes, decision, context);
  await recordAction(context, { action: decision.action, batch, summary, units });
  return outcomes;
}

/** Several entries can be about one item, which is undone as a whole. */
function distinctItems(done: Done[]): Done[] {
  return [...Map.groupBy(done, ({ collection, itemId }) => `${collection}/${itemId}`).values()].flatMap(
    ([first]) => first ?? [],
  );
}

function doneOf(outcomes: Outcome[]): Done[] {
  return outcomes.filter((one) => one.status === 'done');
}

function countStacks(done: Done[]): number {
  return new Set(done.map(({ kind, stack }) => `${kind} ${stack}`)).size;
}

/** '/news/n1 Ferry schedule changes' of one item, otherwise how many. */
function subjectOf({ outcomes }: Decided): string {
  const done = doneOf(outcomes);
  const [first] = done;
  if (first && done.length === 1) return `/${first.collection}/${first.itemId} ${first.title}`;
  const stacks = countStacks(done);
  return stacks === 1 ? `${first?.title} (${done.length} dates)` : `${stacks} items`;
}

/** What a decision did, as a sentence: 'Published “Ferry schedule changes”.' '' if it did nothing. */
function sumUp(outcomes: Outcome[], decision: Decision, { town }: DecideContext): string {
  const done = doneOf(outcomes);
  const [first] = done;
  if (!first) return '';
  const stacks = countStacks(done);
  const dates = stacks === 1 && done.length > 1 ? ` (${done.length} dates)` : '';
  const what = stacks === 1 ? `“${first.title}”${dates}` : `${stacks} items`;
  const kind = done.every((one) => one.kind === first.kind) ? first.kind : 'new';
  const at = decision.action === 'snooze' ? decision.until : undefined;
  const until = at === undefined ? '' : `${formatDate(at, town)}, ${formatTime(at, town)}`;
  return describeDone({ action: decision.action, kind }, what, until);
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
