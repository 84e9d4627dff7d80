/** The table of what is not public yet: drafts and scheduled versions. */
import type { RawBuilder } from 'kysely';
import type { Collection, CollectionName } from '#app/items/collection/collection.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { ItemVersionRow } from '#app/platform/database/tables/tables.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';

/** An item has at most one version in each state. */
export type PreparedState = ItemVersionRow['state'];

const columns = [
  'collection',
  'id',
  'state',
  'publishAt',
  'item',
  'version',
  'createdAt',
  'updatedAt',
] as const;

/** Scheduled items are listed by time, soonest first; drafts by last change, newest first. */
export const unpublishedOrders = {
  scheduled: { column: 'publishAt', direction: 'asc', kind: 'number' },
  draft: { column: 'updatedAt', direction: 'desc', kind: 'number' },
} as const;

type Prepared = { collection: CollectionName; id: string; state: PreparedState };

export function findPrepared(
  db: ReadDb,
  { collection, id, state }: Prepared,
): Promise<ItemVersionRow | undefined> {
  return db
    .selectFrom('item_version')
    .select(columns)
    .where('collection', '=', collection)
    .where('id', '=', id)
    .where('state', '=', state)
    .executeTakeFirst();
}

/** The draft and the scheduled version of an item; with `held`, locked until the transaction ends. */
export async function findDraftAndScheduled(
  db: ReadDb,
  collection: CollectionName,
  id: string,
  held?: RawBuilder<unknown>,
): Promise<Partial<Record<PreparedState, ItemVersionRow>>> {
  const rows = await db
    .selectFrom('item_version')
    .select(columns)
    .where('collection', '=', collection)
    .where('id', '=', id)
    .where('state', 'in', ['draft', 'scheduled'])
    .$if(held !== undefined, (query) => query.modifyEnd(held as RawBuilder<unknown>))
    .execute();
  return Object.fromEntries(rows.map((row) => [row.state, row]));
}

/** The scheduled items of a collection, or those that are only drafts. `table` stores its published items. */
export function listUnpublished(
  db: ReadDb,
  { name, source: { table } }: Pick<Collection, 'name' | 'source'>,
  state: PreparedState,
  request: PageRequest,
): Promise<Page<ItemVersionRow>> {
  const query = selectUnpublished(db, name, state, table).select(columns);
  return paginateWalking(query, unpublishedOrders[state], request);
}

/** Which of these items have a draft or are scheduled. */
export async function listPrepared(
  db: ReadDb,
  collection: CollectionName,
  ids: string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('item_version')
    .select('id')
    .where('collection', '=', collection)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Which of these items have a draft. */
export async function listDrafted(db: ReadDb, collection: CollectionName, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('item_version')
    .select('id')
    .where('collection', '=', collection)
    .where('id', 'in', ids)
    .where('state', '=', 'draft')
    .execute();
  return rows.map(({ id }) => id);
}

export async function countUnpublished(
  db: ReadDb,
  { name, source: { table } }: Pick<Collection, 'name' | 'source'>,
  state: PreparedState,
): Promise<number> {
  const { count } = await selectUnpublished(db, name, state, table)
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function selectUnpublished(db: ReadDb, collection: CollectionName, state: PreparedState, table: string) {
  const query = db.selectFrom('item_version').where('collection', '=', collection).where('state', '=', state);
  if (state === 'scheduled') return query;
  return query.where(({ not, exists, ref, selectFrom }) => {
    const items = (selectFrom as unknown as AnyDb['selectFrom'])(`${table} as item`).select('item.id');
    const others = selectFrom('item_version as other').select('other.id');
    return not(exists(items.whereRef('item.id', '=', ref('item_version.id')))).and(
      not(
        exists(
          others
            .whereRef('other.collection', '=', ref('item_version.collection'))
            .whereRef('other.id', '=', ref('item_version.id'))
            .where('other.state', '=', 'scheduled'),
        ),
      ),
    );
  });
}

/** Replaces the version in the same state, if any; in the caller's transaction. */
export async function putPrepared(db: WriteDb, row: ItemVersionRow): Promise<void> {
  await removePrepared(db, row);
  await db.insertInto('item_version').values(row).execute();
}

/** Returns whether there was one; with `seen`, it is removed only if it has not changed since. */
export async function removePrepared(
  db: WriteDb,
  { collection, id, state }: Prepared,
  seen?: SeenItem,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('item_version')
    .where('collection', '=', collection)
    .where('id', '=', id)
    .where('state', '=', state)
    .$if(seen !== undefined, (query) => query.where('version', '=', seen?.version ?? 0))
    .$if(seen?.updatedAt !== undefined, (query) => query.where('updatedAt', '=', seen?.updatedAt ?? 0))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The scheduled items that are due at `now`, earliest first. */
export function listDue(
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
