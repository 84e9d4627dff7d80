import type { Kysely, SelectQueryBuilder } from 'kysely';
import { type CollectionName, collectionNames } from '#app/content/item-schema.ts';
import { itemTables } from '#app/content/item-store.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { indexItems } from '#app/search-index/index-items.server.ts';
import { findBallotKey, refOf } from '#app/votes/ballot-key.server.ts';
import { returnSampleLinks } from './sample-links.server.ts';

/** How long a removal can be undone. */
export const UNDO_MS = 24 * 60 * 60 * 1000;

const BATCH_SIZE = 200;

/** The tables whose rows belong to a poll, in the order they are written, each with the column of the poll's id. */
export const pollTables = {
  poll_option: 'id',
  poll_voter: 'voter',
  poll_key: 'pollId',
  poll_network: 'network',
  poll_ballot: 'receipt',
  poll_closing: 'round',
  poll_sealing: 'pollId',
  poll_note: 'number',
} as const;

// biome-ignore lint/suspicious/noExplicitAny: rows of many tables are kept as they are
type AnyDb = Kysely<any>;
type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: likewise
type AnyQuery = SelectQueryBuilder<any, any, Row>;

/** Stores the items that `query` finds, with everything that belongs to them, so that they can be restored. */
export async function keepRemovedItems(
  db: WriteDb,
  collection: CollectionName,
  query: () => AnyQuery,
  removedAt: number,
): Promise<void> {
  const columns = await listColumns(db);
  const tableName = itemTables[collection];
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
    if (collection !== 'polls') continue;
    for (const { id } of items) await keepPollRows(db, String(id), columns, removedAt);
  }
}

async function keepPollRows(db: WriteDb, id: string, columns: ColumnsOf, removedAt: number): Promise<void> {
  let part = 0;
  for (const [tableName, key] of Object.entries(pollTables)) {
    const query = () => (db as AnyDb).selectFrom(tableName).where('pollId', '=', id);
    for await (const found of batchesOf(query, columns(tableName), key)) {
      part++;
      const kept = { collection: 'polls', id, part, tableName, rows: JSON.stringify(found), removedAt };
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
    .where('collection', 'in', collectionNames)
    .where('removedAt', '>', now - UNDO_MS)
    .executeTakeFirst();
  return row?.removedAt ? { removedAt: Number(row.removedAt), items: Number(row.items) } : undefined;
}

/**
 * Restores what the last removal took, if that is less than a day ago, and returns how many items were restored. An id
 * that was reused since stays as it is now.
 */
export function undoRemoval(db: WriteDb, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    if (!(await findRemoval(transaction, now))) return 0;
    const items = await transaction
      .selectFrom('removed_item')
      .select(['collection', 'id'])
      .where('part', '=', 0)
      .where('collection', 'in', collectionNames)
      .orderBy('collection')
      .orderBy('id')
      .execute();
    let restored = 0;
    for (const { collection, id } of items)
      if (await putBack(transaction, collection as CollectionName, id)) restored++;
    for (const collection of collectionNames) {
      const ids = items.filter((item) => item.collection === collection).map(({ id }) => id);
      await indexItems(transaction, collection, ids);
    }
    await returnSampleLinks(transaction);
    await transaction.deleteFrom('removed_item').execute();
    return restored;
  });
}

async function putBack(db: WriteDb, collection: CollectionName, id: string): Promise<boolean> {
  if (await isTaken(db, collection, id)) return false;
  const leavers: string[] = [];
  for (let part = 0; ; part++) {
    const kept = await db
      .selectFrom('removed_item')
      .select(['tableName', 'rows'])
      .where('collection', '=', collection)
      .where('id', '=', id)
      .where('part', '=', part)
      .executeTakeFirst();
    if (!kept) break;
    const rows = await withoutLeavers(db, JSON.parse(kept.rows), leavers);
    if (rows.length > 0) await (db as AnyDb).insertInto(kept.tableName).values(rows).execute();
  }
  await removeBallots(db, id, leavers);
  await db
    .insertInto('sample_item')
    .values({ collection, id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return true;
}

async function isTaken(db: WriteDb, collection: CollectionName, id: string): Promise<boolean> {
  const found = await (db as AnyDb)
    .selectFrom(itemTables[collection])
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (found) return true;
  const waiting = await db
    .selectFrom('item_version')
    .select('id')
    .where('collection', '=', collection)
    .where('id', '=', id)
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

/** The ballots of these voters in an open poll. */
async function removeBallots(db: WriteDb, pollId: string, voters: string[]): Promise<void> {
  const key = voters.length > 0 ? await findBallotKey(db, pollId) : undefined;
  if (!key) return;
  await db
    .deleteFrom('poll_ballot')
    .where('pollId', '=', pollId)
    .where(
      'ref',
      'in',
      voters.map((voter) => refOf(key, voter)),
    )
    .execute();
}

/** Deletes removals that can't be undone any more. */
export async function forgetOldRemovals(db: WriteDb, now: number): Promise<void> {
  await db
    .deleteFrom('removed_item')
    .where('removedAt', '<=', now - UNDO_MS)
    .execute();
}
