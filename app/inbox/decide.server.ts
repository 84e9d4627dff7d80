/** Decisions about what waits in the inbox. Each is one transaction, with what undoes it. */
import { randomUUID } from 'node:crypto';
import type { WriteDb } from '#app/database/handles.ts';
import { heldFor, lockName } from '#app/database/held-row.ts';
import type { InboxEntryRow } from '#app/database/tables.ts';
import { inTransaction } from '#app/database/transaction.ts';
import type { Action, Decision } from './decision.ts';
import { readState, setDecision, stateOf } from './decision-state.server.ts';
import { INBOX_LOCK, noteAction, summarize, sumUp } from './inbox-actions.server.ts';
import { entryColumns, listStackIds } from './inbox-store.server.ts';
import { type DecideContext, doneWith, type Outcome } from './outcome.server.ts';
import { keepItem, publishEntry } from './publish-entry.server.ts';

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
    await lockName(db, INBOX_LOCK);
    const entries = await findHeld(db, ids);
    const isWaiting = new Set(entries.map(({ id }) => id));
    const gone = ids.filter((id) => !isWaiting.has(id)).map((id): Outcome => ({ id, status: 'gone' }));
    if (entries.length === 0) return gone;
    const before = await readState(db, entries, context.now);
    const outcomes = await handlers[decision.action]({ ...context, write: db }, entries, decision as never);
    const done = outcomes.filter((one) => one.status === 'done');
    if (done.length > 0) {
      const after = await readState(db, entries, context.now);
      const units = done.map(({ title, published, applied, collection, itemId }) => {
        const place = { collection, itemId };
        const states = { before: stateOf(before, place), after: stateOf(after, place) };
        return { title, places: [place], ...states, published, applied };
      });
      const summary = sumUp(outcomes, decision, context);
      await noteAction(db, { context, action: decision.action, batch, summary, units });
    }
    return [...outcomes, ...gone];
  });
}

type Handler<Kind extends Action> = (
  context: DecideContext,
  entries: InboxEntryRow[],
  decision: Extract<Decision, { action: Kind }>,
) => Promise<Outcome[]>;

const handlers: { [Kind in Action]: Handler<Kind> } = {
  publish: (context, entries) => eachOf(entries, (entry) => publishEntry(context, entry)),
  discard: async (context, entries) => {
    const [added, changed] = [entries.filter(isNew), entries.filter((entry) => !isNew(entry))];
    await setDecision(context.write, added, 'discarded');
    return [...added.map(doneWith), ...(await eachOf(changed, (entry) => keepItem(context, entry)))];
  },
  snooze: async ({ write }, entries, { until }) => {
    const ids = entries.map(({ id }) => id);
    await write.updateTable('inbox_entry').set({ snoozedUntil: until }).where('id', 'in', ids).execute();
    return entries.map(doneWith);
  },
};

async function eachOf(
  entries: InboxEntryRow[],
  work: (entry: InboxEntryRow) => Promise<Outcome>,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const entry of entries) outcomes.push(await work(entry));
  return outcomes;
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

function isNew({ kind }: InboxEntryRow): boolean {
  return kind === 'new';
}
