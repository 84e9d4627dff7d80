import type { CollectionName } from '#app/content/item-schema.ts';
import type { SeenItem } from '#app/content/item-tag.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { heldFor } from '#app/database/held-row.ts';
import { type Page, type PageRequest, paginateWalking } from '#app/database/paginate.server.ts';
import type { ItemVersionRow } from '#app/database/tables.ts';

const columns = ['collection', 'id', 'publishAt', 'item', 'version', 'createdAt', 'updatedAt'] as const;

/** Scheduled items of a collection are listed soonest first. */
export const waitingOrder = { column: 'publishAt', direction: 'asc', kind: 'number' } as const;

export function findVersion(
  db: ReadDb,
  collection: CollectionName,
  id: string,
): Promise<ItemVersionRow | undefined> {
  return selectVersion(db, collection, id).executeTakeFirst();
}

/** The same, locked until the transaction ends. */
export function findHeldVersion(
  db: WriteDb,
  collection: CollectionName,
  id: string,
): Promise<ItemVersionRow | undefined> {
  return selectVersion(db, collection, id)
    .modifyEnd(heldFor(db, 'update', 'item_version'))
    .executeTakeFirst();
}

function selectVersion(db: ReadDb, collection: CollectionName, id: string) {
  return db
    .selectFrom('item_version')
    .select(columns)
    .where('collection', '=', collection)
    .where('id', '=', id);
}

export function listVersions(
  db: ReadDb,
  collection: CollectionName,
  request: PageRequest,
): Promise<Page<ItemVersionRow>> {
  const query = db.selectFrom('item_version').select(columns).where('collection', '=', collection);
  return paginateWalking(query, waitingOrder, request);
}

export async function countVersions(db: ReadDb, collection: CollectionName): Promise<number> {
  const { count } = await db
    .selectFrom('item_version')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('collection', '=', collection)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Writes the row, new or in place of the existing one. */
export async function putVersion(db: WriteDb, row: ItemVersionRow): Promise<void> {
  const { collection: _collection, id: _id, ...changes } = row;
  await db
    .insertInto('item_version')
    .values(row)
    .onConflict((conflict) => conflict.columns(['collection', 'id']).doUpdateSet(changes))
    .execute();
}

/** Whether there was one; with `seen` it is removed only if it has not changed since. */
export async function removeVersion(
  db: WriteDb,
  collection: CollectionName,
  id: string,
  seen?: SeenItem,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('item_version')
    .where('collection', '=', collection)
    .where('id', '=', id)
    .$if(seen !== undefined, (query) => query.where('version', '=', seen?.version ?? 0))
    .$if(seen?.updatedAt !== undefined, (query) => query.where('updatedAt', '=', seen?.updatedAt ?? 0))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The items that are due at `now`, in the order of their times. */
export function listDueVersions(
  db: ReadDb,
  now: number,
  limit: number,
): Promise<Pick<ItemVersionRow, 'collection' | 'id'>[]> {
  return db
    .selectFrom('item_version')
    .select(['collection', 'id'])
    .where('publishAt', '<=', now)
    .orderBy('publishAt')
    .orderBy('id')
    .limit(limit)
    .execute();
}
