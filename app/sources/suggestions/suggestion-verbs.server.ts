/** What becomes of a reader's suggestion in the inbox. A new one is published like any new item. */
import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { describeProblems } from '#app/items/drafts/obstacles.server.ts';
import type { FieldChange } from '#app/items/provenance/item-changes.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { SuggestionRow } from '#app/platform/database/tables/suggestion-tables.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { readChanges } from '#app/sources/import/entry-columns.ts';
import { importContextOf } from '#app/sources/import/import-context.ts';
import { takeFields } from '#app/sources/import/take-fields.server.ts';
import {
  type DecideContext,
  type DecisionOf,
  decidedItems,
  doneWith,
  type Outcome,
  type Plan,
  refusedWith,
} from '#app/sources/inbox/decision.ts';

/** Declines new suggestions, and leaves items as they are whose senders asked for a change. The senders read why. */
export async function declineSuggestions(
  { write, now, by }: DecideContext,
  entries: InboxEntryRow[],
  decision: DecisionOf<'discard'>,
): Promise<Outcome[]> {
  const reason = decision.reason ?? null;
  const note = decision.note ?? null;
  for (const entry of entries) {
    await write.deleteFrom('inbox_entry').where('id', '=', entry.id).execute();
    await write
      .updateTable('suggestion')
      .set(entry.changes === null ? { state: 'declined', reason, note, declinedAt: now } : { reason, note })
      .where('collection', '=', entry.collection as SuggestionRow['collection'])
      .where('itemId', '=', entry.itemId)
      .where('state', '=', entry.changes === null ? 'waiting' : 'published')
      .execute();
  }
  if (decision.block) for (const entry of entries) await blockSender(write, entry, { by: by.userId, now });
  return entries.map(doneWith);
}

const BLOCKED_MS = 7 * DAY_MS;

/** Undo takes it back with the decision. */
async function blockSender(
  db: WriteDb,
  { collection, itemId }: InboxEntryRow,
  { by, now }: { by: string | null; now: number },
): Promise<void> {
  const rows = await db
    .selectFrom('suggestion')
    .select('sender')
    .where('collection', '=', collection as SuggestionRow['collection'])
    .where('itemId', '=', itemId)
    .execute();
  const block = { until: now + BLOCKED_MS, blockedAt: now, blockedBy: by };
  for (const { sender } of rows)
    await db
      .insertInto('blocked_sender')
      .values({ sender, ...block })
      .onConflict((conflict) => conflict.column('sender').doUpdateSet(block))
      .execute();
}

/** Declines what was merged into items that waited and are discarded now. */
export async function declineMerged(
  { write, now }: DecideContext,
  entries: InboxEntryRow[],
  decision: DecisionOf<'discard'>,
): Promise<void> {
  for (const [collection, own] of Map.groupBy(entries, (entry) => entry.collection)) {
    const rows = await write
      .selectFrom('suggestion')
      .select('id')
      .where('collection', '=', collection as SuggestionRow['collection'])
      .where(
        'itemId',
        'in',
        own.map(({ itemId }) => itemId),
      )
      .where('state', '=', 'waiting')
      .execute();
    for (const { id } of rows)
      await write
        .updateTable('suggestion')
        .set({ state: 'declined', declinedAt: now })
        .set({ reason: decision.reason ?? null, note: decision.note ?? null })
        .where('id', '=', id)
        .execute();
  }
}

/** Gives a public item the values that its sender asked for. */
export async function applySuggestedChange(context: DecideContext, entry: InboxEntryRow): Promise<Outcome> {
  const { write, by } = context;
  const collection = context.collections[entry.collection] as Collection;
  const item = await findForEditor(collection, write, entry.itemId);
  if (!item) return refusedWith(entry, 'The item was deleted.');
  const changes = readChanges(entry).map((change) => ({ ...change, locked: false }) as FieldChange);
  const outcome = await takeFields(write, importContextOf(context), entry, item, changes, by);
  if (outcome.kind === 'refused')
    return refusedWith(entry, describeProblems(collection, outcome.problems), outcome.problems);
  if (outcome.kind === 'conflict')
    return refusedWith(entry, 'Someone else has just changed this. Try again.');
  await write.deleteFrom('inbox_entry').where('id', '=', entry.id).execute();
  return doneWith(entry);
}

/**
 * Merges a suggestion into an item that exists, or waits itself: its sender is notified about that item. Nothing of
 * the suggestion is taken over.
 */
export async function mergeSuggestion(
  context: DecideContext,
  entry: InboxEntryRow,
  { into }: DecisionOf<'merge'>,
): Promise<Plan> {
  const { write, collections } = context;
  const waiting = await write
    .selectFrom('inbox_entry')
    .select(['itemId'])
    .where('collection', '=', entry.collection)
    .where(({ or, eb }) => or([eb('id', '=', into), eb('itemId', '=', into)]))
    .where('kind', 'in', ['new', 'suggestion'])
    .executeTakeFirst();
  const target = waiting?.itemId ?? into;
  const collection = collections[entry.collection] as Collection;
  const isThere = waiting !== undefined || (await findForEditor(collection, write, target)) !== undefined;
  const problem =
    target === entry.itemId
      ? 'This is the same item'
      : isThere
        ? undefined
        : 'The item to merge it into does not exist';
  return {
    places: [...decidedItems([entry]), { collection: entry.collection, itemId: target }],
    isJoint: true,
    work: async () => {
      if (problem !== undefined)
        return [refusedWith(entry, `${problem}.`, [{ field: 'into', message: problem }])];
      await write.deleteFrom('inbox_entry').where('id', '=', entry.id).execute();
      await write
        .updateTable('suggestion')
        .set({ itemId: target, state: waiting ? 'waiting' : 'published' })
        .where('collection', '=', entry.collection as SuggestionRow['collection'])
        .where('itemId', '=', entry.itemId)
        .execute();
      return [doneWith(entry)];
    },
  };
}
