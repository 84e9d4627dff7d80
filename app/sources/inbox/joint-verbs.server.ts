/** The decisions about items that several sources list: what is joined, and taken apart again. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import { entryColumns, readSimilar } from '#app/sources/import/entry-columns.ts';
import { importContextOf } from '#app/sources/import/import-context.ts';
import { mergeItems, splitItem } from '#app/sources/import/merge-items.server.ts';
import {
  type DecideContext,
  type DecidedItem,
  type DecisionOf,
  decidedItems,
  doneWith,
  type Plan,
  refusedWith,
} from './decision.ts';

/**
 * Merges entries into an item: `into` names it, or its entry in the inbox. Of several entries, such as the dates of one
 * event, each goes to the date of the same day; those without one are left out.
 */
export async function merge(
  context: DecideContext,
  entries: InboxEntryRow[],
  { into }: DecisionOf<'merge'>,
): Promise<Plan> {
  const { write, by } = context;
  const merges = await pairUp(context, entries, into);
  const targets = merges.map(({ entry, target }) => ({ collection: entry.collection, itemId: target }));
  return {
    places: [...decidedItems(entries), ...targets],
    isJoint: true,
    work: () =>
      Array.fromAsync(merges, async ({ entry, target }) => {
        const items = { collection: entry.collection, from: entry.itemId, into: target };
        const outcome = await mergeItems(write, importContextOf(context), items, { by: by.userId });
        if (outcome.kind === 'merged') return doneWith(entry);
        return refusedWith(entry, `${outcome.problem}.`, [{ field: 'into', message: outcome.problem }]);
      }),
  };
}

type Pair = { entry: InboxEntryRow; target: string };

async function pairUp(
  { write, town }: DecideContext,
  entries: InboxEntryRow[],
  into: string,
): Promise<Pair[]> {
  const waiting = await findWaiting(write, entries[0]?.collection ?? '', into);
  const itemId = waiting?.itemId ?? into;
  if (entries.length === 1) return entries.map((entry) => ({ entry, target: itemId }));
  const title = entries.flatMap(readSimilar).find(({ id }) => id === itemId)?.title;
  const dayOf = ({ startAt }: InboxEntryRow) => (startAt === null ? null : townDayOf(startAt, town.timeZone));
  const dates = waiting ? await listStack(write, waiting) : [];
  return entries.flatMap((entry) => {
    const similar = readSimilar(entry);
    const target =
      similar.find(({ id }) => id === itemId)?.id ??
      dates.find((date) => dayOf(date) === dayOf(entry))?.itemId ??
      similar.find((one) => one.title === title)?.id;
    return target === undefined ? [] : [{ entry, target }];
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

/** Makes the duplicates of entries items of their own again. */
export async function split(
  context: DecideContext,
  entries: InboxEntryRow[],
  { duplicate }: DecisionOf<'split'>,
): Promise<Plan> {
  const { write, by } = context;
  const leaving = await listLeaving(write, entries, duplicate);
  const duplicates = [...leaving.values()].flat();
  return {
    places: [
      ...decidedItems(entries),
      ...duplicates.map(({ collection, ownId }) => ({ collection, itemId: ownId })),
    ],
    isJoint: true,
    work: () =>
      Array.fromAsync(entries, async (entry) => {
        let isSplit = false;
        for (const { collection, ownId } of leaving.get(entry.id) ?? []) {
          const place = { collection, ownId };
          const { kind } = await splitItem(write, importContextOf(context), place, { by: by.userId });
          isSplit ||= kind === 'split';
        }
        if (isSplit) return doneWith(entry);
        const errors = [{ field: 'into', message: 'No such duplicate' }];
        return refusedWith(entry, 'It has no such duplicate.', errors);
      }),
  };
}

/** A duplicate of an item, by its own id. */
type Duplicate = DecidedItem & { ownId: string; source: string };

/**
 * The duplicates of these entries that a split concerns: all of them, or those of the source that has the one named. If
 * that is the item that the others joined, it is they who leave it.
 */
async function listLeaving(
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
  const isOwn = ({ ownId, itemId }: Duplicate) => ownId === itemId;
  return new Map(
    entries.map(({ id, itemId }) => {
      const all = rows.filter((row) => row.itemId === itemId);
      const chosen = all.filter((row) => named === undefined || row.source === source);
      const leaving = named !== undefined && chosen.some(isOwn) ? all : chosen;
      return [id, leaving.filter((row) => !isOwn(row))];
    }),
  );
}
