import type { Kysely, SelectQueryBuilder } from 'kysely';
import type { Belongings, Collection, Collections } from '#app/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { indexItems } from '#app/search-index/index-items.server.ts';
import { returnSampleLinks } from './sample-links.server.ts';

/** How long a removal can be undone. */
export const UNDO_MS = 24 * 60 * 60 * 1000;

const BATCH_SIZE = 200;

/** Settings of the town are stored next to the items, under this name. */
export const SETTINGS = 'town';

// biome-ignore lint/suspicious/noExplicitAny: rows of many tables are stored unchanged
type AnyDb = Kysely<any>;
type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: rows of many tables are stored unchanged
type AnyQuery = SelectQueryBuilder<any, any, Row>;

/** Stores the items that `query` finds, with everything that belongs to them, so that they can be restored. */
export async function keepRemovedItems(
  db: WriteDb,
  { name: collection, source: { table: tableName }, belongings }: Collection,
  query: () => AnyQuery,
  removedAt: number,
): Promise<void> {
  const columns = await listColumns(db);
  for await (const items of batchesOf(query, columns(tableName), 'id')) {
    const kept = items.map((item) => ({
      collection,
      id: String(item.id),
      part: 0,
      tableName,
      rows: JSON.stringify([item]),
      removedAt,
    }));
    await db.insertInto('removed_item').values(kept).execute();
    if (!belongings) continue;
    for (const { id } of items)
      await keepBelongings(db, { collection, id: String(id), belongings, columns, removedAt });
  }
}

type Keeping = {
  collection: string;
  id: string;
  belongings: Belongings;
  columns: ColumnsOf;
  removedAt: number;
};

async function keepBelongings(
  db: WriteDb,
  { collection, id, belongings, columns, removedAt }: Keeping,
): Promise<void> {
  let part = 0;
  for (const [tableName, key] of Object.entries(belongings.tables)) {
    const query = () => (db as AnyDb).selectFrom(tableName).where(belongings.of, '=', id);
    for await (const found of batchesOf(query, columns(tableName), key)) {
      part++;
      const kept = { collection, id, part, tableName, rows: JSON.stringify(found), removedAt };
      await db.insertInto('removed_item').values(kept).execute();
    }
  }
}

async function* batchesOf(query: () => AnyQuery, columns: string[], key: string): AsyncGenerator<Row[]> {
  let last: unknown;
  for (;;) {
    const rows = await query()
      .select(columns)
      .$if(last !== undefined, (from) => from.where(key, '>', last))
      .orderBy(key)
      .limit(BATCH_SIZE)
      .execute();
    if (rows.length > 0) yield rows;
    if (rows.length < BATCH_SIZE) return;
    last = rows.at(-1)?.[key];
  }
}

type ColumnsOf = (table: string) => string[];

/** The current columns of the tables, by name. */
async function listColumns(db: WriteDb): Promise<ColumnsOf> {
  const tables = await db.introspection.getTables();
  const names = new Map(tables.map((table) => [table.name, table.columns.map((column) => column.name)]));
  return (table) => names.get(table) ?? [];
}

/** A removal that can still be undone: when it was (UTC epoch milliseconds), and of how many items. */
export type Removal = { removedAt: number; items: number };

export async function findRemoval(db: ReadDb, now: number): Promise<Removal | undefined> {
  const row = await db
    .selectFrom('removed_item')
    .select((eb) => [eb.fn.max('removedAt').as('removedAt'), eb.fn.countAll().as('items')])
    .where('part', '=', 0)
    .where('collection', '<>', SETTINGS)
    .where('removedAt', '>', now - UNDO_MS)
    .executeTakeFirst();
  return row?.removedAt ? { removedAt: Number(row.removedAt), items: Number(row.items) } : undefined;
}

/**
 * Restores what the last removal took, if that is less than a day ago, and returns how many items were restored. An id
 * that was reused since stays as it is now.
 */
export function undoRemoval(db: WriteDb, collections: Collections, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    if (!(await findRemoval(transaction, now))) return 0;
    const items = await transaction
      .selectFrom('removed_item')
      .select(['collection', 'id'])
      .where('part', '=', 0)
      .where('collection', '<>', SETTINGS)
      .orderBy('collection')
      .orderBy('id')
      .execute();
    let restored = 0;
    for (const collection of Object.values(collections)) {
      const ids = items.filter((item) => item.collection === collection.name).map(({ id }) => id);
      for (const id of ids) if (await putBack(transaction, collection, id)) restored++;
      await indexItems(transaction, collection.source, ids);
    }
    await returnSampleLinks(transaction);
    await transaction.deleteFrom('removed_item').execute();
    return restored;
  });
}

async function putBack(db: WriteDb, collection: Collection, id: string): Promise<boolean> {
  if (await isTaken(db, collection, id)) return false;
  const { name } = collection;
  const leavers: string[] = [];
  for (let part = 0; ; part++) {
    const kept = await db
      .selectFrom('removed_item')
      .select(['tableName', 'rows'])
      .where('collection', '=', name)
      .where('id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!kept) break;
    const rows = await withoutLeavers(db, JSON.parse(kept.rows), leavers);
    if (rows.length > 0) await (db as AnyDb).insertInto(kept.tableName).values(rows).execute();
  }
  await collection.belongings?.forgetLeavers(db, id, leavers);
  await db
    .insertInto('sample_item')
    .values({ collection: name, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

async function isTaken(db: WriteDb, { name, source }: Collection, id: string): Promise<boolean> {
  const found = await (db as AnyDb)
    .selectFrom(source.table)
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (found) return true;
  const waiting = await db
    .selectFrom('item_version')
    .select('id')
    .where('collection', '=', name)
    .where('id', '=', id)
    .where('state', '=', 'scheduled')
    .executeTakeFirst();
  return waiting !== undefined;
}

/** Votes of accounts that were deleted since are left out; `leavers` receives who they were. */
async function withoutLeavers(db: WriteDb, rows: Row[], leavers: string[]): Promise<Row[]> {
  const ids = [...new Set(rows.flatMap(({ userId }) => (typeof userId === 'string' ? userId : [])))];
  if (ids.length === 0) return rows;
  const found = await db.selectFrom('site_user').select('id').where('id', 'in', ids).execute();
  const present = new Set<unknown>(found.map((user) => user.id));
  const [left, stay] = [rows.filter(isGone), rows.filter((row) => !isGone(row))];
  leavers.push(...left.map(({ voter }) => String(voter)));
  return stay;

  function isGone({ userId }: Row): boolean {
    return typeof userId === 'string' && !present.has(userId);
  }
}

/** Deletes removals that can't be undone any more. */
export async function forgetOldRemovals(db: WriteDb, now: number): Promise<void> {
  await db
    .deleteFrom('removed_item')
    .where('removedAt', '<=', now - UNDO_MS)
    .execute();
}
