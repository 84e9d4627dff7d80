/** Decisions about what waits in the inbox. Each is one transaction, with what undoes it. */
import { randomUUID } from 'node:crypto';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { heldFor, lockName } from '#app/platform/database/held-row.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { entryColumns } from '#app/sources/import/entry-columns.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import { decideEach } from './decide-each.server.ts';
import { decideJointly, isJoint } from './decide-jointly.server.ts';
import type { Decision } from './decision.ts';
import { summarize, sumUp } from './inbox-actions.server.ts';
import { listStackIds } from './inbox-store.server.ts';
import type { DecideContext, Outcome } from './outcome.server.ts';

/** `batch` names what was done, for undo; null if nothing was. `summary` says it in a sentence. */
export type Decided = { batch: string | null; summary: string; outcomes: Outcome[] };

/** The most entries of a transaction, unless a stack is larger. */
const MOST_TOGETHER = 50;

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
  const isDone = outcomes.some(({ status }) => status === 'done');
  return { batch: isDone ? batch : null, summary, outcomes };
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
    const outcomes = isJoint(decision)
      ? await decideJointly({ ...context, write: db }, entries, decision, batch)
      : await decideEach({ ...context, write: db }, entries, decision, batch);
    return [...outcomes, ...gone];
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
