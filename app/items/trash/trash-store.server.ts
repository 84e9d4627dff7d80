/** The entries of the trash: which items were deleted, when and by whom. */
import type { CollectionName } from '#app/items/collection/collection.ts';
import { accountLabel } from '#app/platform/database/account-names.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { TrashItemRow } from '#app/platform/database/tables/tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { TRASH_DAYS } from './trash-days.ts';

/** How long an item stays in the trash. */
export const TRASH_MS = TRASH_DAYS * DAY_MS;

/** The batch of items removed with the sample town. It has its own undo, and lists of the trash leave it out. */
export const SAMPLE_BATCH = 'sample-town';

/** The batch of what belongs to items that are not published (`related-rows.server.ts`). It is not part of the trash. */
export const UNPUBLISHED_BATCH = 'unpublished';

const HIDDEN_BATCHES = [SAMPLE_BATCH, UNPUBLISHED_BATCH];

/** Newest first. */
export const trashOrder: ListOrder = { column: 'removedAt', direction: 'desc', kind: 'number' };

/** An entry; `removedBy` is the label of the account that deleted the item, or the name of the token. */
export type TrashEntry = Pick<
  TrashItemRow,
  'id' | 'collection' | 'itemId' | 'state' | 'title' | 'item' | 'belongings' | 'batch'
> & { removedAt: number; expiresAt: number; removedBy: string | null };

function entries(db: ReadDb) {
  return db
    .selectFrom('trash_item')
    .select(['id', 'collection', 'itemId', 'state', 'title', 'item', 'belongings', 'batch', 'removedAt'])
    .select(['expiresAt', 'removedByToken', accountLabel('trash_item.removedBy').as('account')]);
}

type FoundEntry = Omit<TrashEntry, 'removedBy'> & { removedByToken: string | null; account: string | null };

function entryOf({ removedByToken, account, ...entry }: FoundEntry): TrashEntry {
  const { removedAt, expiresAt } = entry;
  return {
    ...entry,
    removedAt: Number(removedAt),
    expiresAt: Number(expiresAt),
    removedBy: removedByToken ?? account,
  };
}

/** A page of the trash, of one collection or of all. Expired entries are left out. */
export async function listTrash(
  db: ReadDb,
  request: PageRequest,
  { now, collection }: { now: number; collection?: CollectionName | undefined },
): Promise<Page<TrashEntry>> {
  const query = entries(db)
    .where('batch', 'not in', HIDDEN_BATCHES)
    .where('expiresAt', '>', now)
    .$if(collection !== undefined, (found) => found.where('collection', '=', collection ?? ''));
  const page = await paginateWalking(query, trashOrder, request);
  return { ...page, items: page.items.map(entryOf) };
}

/** How many items are in the trash, by collection. */
export async function countTrash(db: ReadDb, now: number): Promise<Map<CollectionName, number>> {
  const rows = await db
    .selectFrom('trash_item')
    .select((eb) => ['collection', eb.fn.countAll().as('count')])
    .where('batch', 'not in', HIDDEN_BATCHES)
    .where('expiresAt', '>', now)
    .groupBy('collection')
    .execute();
  return new Map(rows.map(({ collection, count }) => [collection, Number(count)]));
}

/** The entries of a batch that are still in the trash. */
export async function listBatch(db: ReadDb, batch: string, now: number): Promise<TrashEntry[]> {
  const rows = await entries(db)
    .where('batch', '=', batch)
    .where('expiresAt', '>', now)
    .orderBy('collection')
    .orderBy('itemId')
    .execute();
  return rows.map(entryOf);
}

/** These entries, in any order; ids that are not in the trash are left out. */
export async function listEntries(db: ReadDb, ids: string[], now: number): Promise<TrashEntry[]> {
  if (ids.length === 0) return [];
  const rows = await entries(db).where('id', 'in', ids).where('expiresAt', '>', now).execute();
  return rows.map(entryOf);
}

/** The ids of entries deleted up to a time that are still in the trash, oldest first. */
export async function listTrashIds(
  db: ReadDb,
  { now, until }: { now: number; until: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('trash_item')
    .select('id')
    .where('batch', 'not in', HIDDEN_BATCHES)
    .where('expiresAt', '>', now)
    .where('removedAt', '<=', until)
    .orderBy('removedAt')
    .execute();
  return rows.map(({ id }) => id);
}

/** The entry of an item; if several have its id, the one deleted last. */
export async function findEntryOf(
  db: ReadDb,
  collection: CollectionName,
  itemId: string,
  now: number,
): Promise<TrashEntry | undefined> {
  const row = await entries(db)
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('batch', 'not in', HIDDEN_BATCHES)
    .where('expiresAt', '>', now)
    .orderBy('removedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row && entryOf(row);
}

/** The collections and ids of expired entries. */
export function listExpired(
  db: ReadDb,
  now: number,
  limit: number,
): Promise<Pick<TrashItemRow, 'id' | 'collection' | 'itemId'>[]> {
  return db
    .selectFrom('trash_item')
    .select(['id', 'collection', 'itemId'])
    .where('expiresAt', '<=', now)
    .orderBy('expiresAt')
    .limit(limit)
    .execute();
}

/** The entries whose rows must no longer link people to their votes. */
export function listLinked(
  db: ReadDb,
  now: number,
  limit: number,
): Promise<Pick<TrashItemRow, 'id' | 'collection'>[]> {
  return db
    .selectFrom('trash_item')
    .select(['id', 'collection'])
    .where('linkedUntil', '<=', now)
    .orderBy('linkedUntil')
    .limit(limit)
    .execute();
}

/** Whether the entry has stored rows. */
export async function hasRows(db: ReadDb, trashId: string): Promise<boolean> {
  const query = db.selectFrom('trash_row').select('part').where('trashId', '=', trashId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function updateEntry(
  db: WriteDb,
  id: string,
  change: Partial<Omit<TrashItemRow, 'id'>>,
): Promise<void> {
  await db.updateTable('trash_item').set(change).where('id', '=', id).execute();
}

export async function insertEntry(db: WriteDb, row: TrashItemRow): Promise<void> {
  await db.insertInto('trash_item').values(row).execute();
}

/** Removes an entry with its rows, and returns whether there was one. */
export async function deleteEntry(db: WriteDb, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('trash_item').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}
