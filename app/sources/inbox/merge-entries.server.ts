import type { ReadDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { entryColumns } from '#app/sources/import/entry-columns.ts';
import { mergeItems, splitItem } from '#app/sources/import/merge-items.server.ts';
import { readSimilar } from '#app/sources/inbox/pages/similar.server.ts';
import type { DecidedItem } from './decision-state.server.ts';
import {
  type DecideContext,
  doneWith,
  importContextOf,
  type Outcome,
  refusedWith,
} from './outcome.server.ts';

/** An entry and the item that it becomes part of. */
export type Merge = { entry: InboxEntryRow; into: string };

/**
 * What merging these entries into an item means for each: `into` names the item, or its entry in the inbox. Of several
 * entries, such as the dates of one event, each goes to the date of the same day; those without one are left out.
 */
export async function planMerges(
  { write, town }: DecideContext,
  entries: InboxEntryRow[],
  into: string,
): Promise<Merge[]> {
  const waiting = await findWaiting(write, entries[0]?.collection ?? '', into);
  const itemId = waiting?.itemId ?? into;
  if (entries.length === 1) return entries.map((entry) => ({ entry, into: itemId }));
  const title = entries.flatMap(readSimilar).find(({ id }) => id === itemId)?.title;
  const dayOf = ({ startAt }: InboxEntryRow) => (startAt === null ? null : townDayOf(startAt, town.timeZone));
  const dates = waiting ? await listStack(write, waiting) : [];
  return entries.flatMap((entry) => {
    const similar = readSimilar(entry);
    const target =
      similar.find(({ id }) => id === itemId)?.id ??
      dates.find((date) => dayOf(date) === dayOf(entry))?.itemId ??
      similar.find((one) => one.title === title)?.id;
    return target === undefined ? [] : [{ entry, into: target }];
  });
}

/** The entry with this id, or of the item with this id. */
function findWaiting(db: ReadDb, collection: string, id: string): Promise<InboxEntryRow | undefined> {
  return db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where('collection', '=', collection)
    .where((where) => where.or([where('id', '=', id), where('itemId', '=', id)]))
    .executeTakeFirst();
}

function listStack(db: ReadDb, { stack, kind }: InboxEntryRow): Promise<InboxEntryRow[]> {
  return db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where('stack', '=', stack)
    .where('kind', '=', kind)
    .execute();
}

/** Carries out a merge, in the caller's transaction. */
export async function mergeEntry(context: DecideContext, { entry, into }: Merge): Promise<Outcome> {
  const { write, by } = context;
  const items = { collection: entry.collection, from: entry.itemId, into };
  const outcome = await mergeItems(write, importContextOf(context), items, { by: by.userId });
  if (outcome.kind === 'merged') return doneWith(entry);
  const problem = `${outcome.problem}.`;
  return refusedWith(entry, problem, [{ field: 'into', message: outcome.problem }]);
}

/** A duplicate of an item, by its own id. */
export type Duplicate = DecidedItem & { ownId: string; source: string };

/**
 * The duplicates of these entries that a split concerns: all of them, or those of the source that has the one named. If
 * that is the item that the others joined, it is they who leave it.
 */
export async function planSplits(
  db: ReadDb,
  entries: InboxEntryRow[],
  named: string | undefined,
): Promise<Map<string, Duplicate[]>> {
  const rows = await db
    .selectFrom('source_item')
    .select(['collection', 'itemId', 'ownId', 'source'])
    .where('collection', 'in', [...new Set(entries.map(({ collection }) => collection)), ''])
    .where('itemId', 'in', [...entries.map(({ itemId }) => itemId), ''])
    .execute();
  const source = rows.find(({ ownId }) => ownId === named)?.source;
  const chosen = rows.filter((row) => named === undefined || row.source === source);
  const isOwn = ({ ownId, itemId }: Duplicate) => ownId === itemId;
  return new Map(
    entries.map(({ id, itemId }) => {
      const own = chosen.filter((row) => row.itemId === itemId);
      const leaving =
        own.some(isOwn) && named !== undefined ? rows.filter((row) => row.itemId === itemId) : own;
      return [id, leaving.filter((row) => !isOwn(row))];
    }),
  );
}

/** Makes the duplicates of an entry items of their own again, in the caller's transaction. */
export async function splitEntry(
  context: DecideContext,
  entry: InboxEntryRow,
  duplicates: Duplicate[],
): Promise<Outcome> {
  const { write, by } = context;
  let isSplit = false;
  for (const { collection, ownId } of duplicates) {
    const options = { by: by.userId };
    const outcome = await splitItem(write, importContextOf(context), { collection, ownId }, options);
    isSplit ||= outcome.kind === 'split';
  }
  if (isSplit) return doneWith(entry);
  return refusedWith(entry, 'It has no such duplicate.', [{ field: 'into', message: 'No such duplicate' }]);
}
