/** Stores the rows of deleted items, from any table, as JSON, and restores them. */
import { randomUUID } from 'node:crypto';
import type { SelectQueryBuilder } from 'kysely';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { forgetDeleted, isVisibleToAll } from '#app/platform/database/forget-deleted.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { findTableHandling } from '#app/platform/database/tables/town-tables.server.ts';
import { findTaskRequest, finishTask, requestTask } from '#app/platform/database/task-request.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { listLinked, updateEntry } from './trash-store.server.ts';

type Row = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: rows of many tables are stored as they are
type AnyQuery = SelectQueryBuilder<any, any, Row>;

/** Where the rows are stored: rows that must not be in backups have a table of their own. */
type KeptTable = 'trash_row' | 'trash_secret';

const BATCH_SIZE = 200;

/** The rows of one item in one table: `of` is the column with its id, `key` identifies its rows. */
type Part = { table: string; of: string; key: string; query: (db: AnyDb) => AnyQuery };

/** Which rows of an item: of its published version with what belongs to that, or the others; all unless given. */
export type RowScope = 'published' | 'others';

/** The parts of an item in the order in which they are written. The first of the published ones is its own row. */
function partsOf({ name, source, store: { belongings } }: Collection, scope?: RowScope): Part[] {
  const part = (table: string, of: string, key: string): Part => ({
    table,
    of,
    key,
    query: (db) => db.selectFrom(table),
  });
  const published = [
    part(source.table, 'id', 'id'),
    ...Object.entries(belongings?.tables ?? {}).map(([table, key]) =>
      part(table, belongings?.of ?? 'id', key),
    ),
  ];
  const others = [
    part('item_version', 'id', 'state'),
    part('sample_item', 'id', 'id'),
    part(CONTRIBUTION, 'itemId', 'itemId'),
  ].map((one) => ({
    ...one,
    query: (db: AnyDb) => db.selectFrom(one.table).where('collection', '=', name),
  }));
  return [...(scope === 'others' ? [] : published), ...(scope === 'published' ? [] : others)];
}

/** Whose draft it is: nothing without the person. */
const CONTRIBUTION = 'contribution';

export type RowKeeper = {
  /** Adds copies of the item's rows to the trash entry `trashId`; the originals stay. */
  keep: (collection: Collection, id: string, trashId: string, scope?: RowScope) => Promise<void>;
  /**
   * Moves rows of a trash entry back into their tables. Columns that no longer exist are left out. Votes of accounts
   * that no longer exist come back without the person, and a pin only if no other item is pinned.
   */
  putBack: (collection: Collection, trashId: string, scope?: RowScope) => Promise<void>;
};

/** Stores and restores rows in the caller's transaction; links to the site itself stay paths. */
export async function openRowKeeper(transaction: WriteDb): Promise<RowKeeper> {
  const db = transaction.withoutPlugins();
  const columns = await listColumns(db);
  return {
    async keep(collection, id, trashId, scope) {
      let part = ((await listParts(db, trashId)).at(-1)?.part ?? -1) + 1;
      for (const { table, of, key, query } of partsOf(collection, scope)) {
        const own = () => query(db as AnyDb).where(of, '=', id);
        for await (const rows of batchesOf(own, columns(table), key)) {
          const values = { trashId, part: part++, tableName: table, rows: JSON.stringify(rows) };
          await db.insertInto(keptTableOf(table)).values(values).execute();
        }
      }
    },
    async putBack(collection, trashId, scope) {
      const tables = new Set(partsOf(collection, scope).map(({ table }) => table));
      for (const { table, part, tableName } of await listParts(db, trashId)) {
        if (!tables.has(tableName)) continue;
        const known = columns(tableName);
        const kept = (await readRows(db, table, trashId, part)).map((row) => pick(row, known));
        const own = tableName === collection.source.table ? await withoutTaken(db, collection, kept) : kept;
        const rows = await withoutLeavers(db, own, tableName);
        if (rows.length > 0 && known.length > 0)
          await (db as AnyDb)
            .insertInto(tableName)
            .values(rows)
            // The undoing of a decision may have put it back.
            .$if(tableName === CONTRIBUTION, (insert) => insert.onConflict((one) => one.doNothing()))
            .execute();
        await db.deleteFrom(table).where('trashId', '=', trashId).where('part', '=', part).execute();
      }
    },
  };
}

function keptTableOf(table: string): KeptTable {
  return findTableHandling(table) === 'secret' ? 'trash_secret' : 'trash_row';
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

type PartName = { table: KeptTable; part: number; tableName: string };

/** The parts of an entry in order, without their rows, which may be large. */
async function listParts(db: ReadDb, trashId: string): Promise<PartName[]> {
  const found: PartName[] = [];
  for (const table of ['trash_row', 'trash_secret'] as const) {
    const parts = await db
      .selectFrom(table)
      .select(['part', 'tableName'])
      .where('trashId', '=', trashId)
      .execute();
    found.push(...parts.map((part) => ({ table, ...part })));
  }
  return found.sort((one, other) => one.part - other.part);
}

async function readRows(db: ReadDb, table: KeptTable, trashId: string, part: number): Promise<Row[]> {
  const { rows } = await db
    .selectFrom(table)
    .select('rows')
    .where('trashId', '=', trashId)
    .where('part', '=', part)
    .executeTakeFirstOrThrow();
  return JSON.parse(rows);
}

function pick(row: Row, columns: string[]): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => columns.includes(column)));
}

/** Rows without what other items have by now: a value in the collection's exclusive column, an address. */
async function withoutTaken(db: WriteDb, collection: Collection, rows: Row[]): Promise<Row[]> {
  const { toFreeRow } = collection.store;
  const free = toFreeRow ? await Promise.all(rows.map((row) => toFreeRow(db, row))) : rows;
  return withoutExclusive(db, collection, free);
}

async function withoutExclusive(
  db: WriteDb,
  { source, store: { exclusiveColumn: column } }: Collection,
  rows: Row[],
): Promise<Row[]> {
  if (!column || !rows.some((row) => row[column] === 1)) return rows;
  const taken = await (db as AnyDb).selectFrom(source.table).select('id').where(column, '=', 1).execute();
  return taken.length === 0 ? rows : rows.map((row) => ({ ...row, [column]: 0 }));
}

/** The rows without accounts that no longer exist, for example because they were deleted after a backup. */
async function withoutLeavers(db: WriteDb, rows: Row[], table: string): Promise<Row[]> {
  const ids = [...new Set(rows.flatMap(({ userId }) => (typeof userId === 'string' ? userId : [])))];
  if (ids.length === 0) return rows;
  const found = await db.selectFrom('site_user').select('id').where('id', 'in', ids).execute();
  const present = new Set<unknown>(found.map((user) => user.id));
  const isPresent = ({ userId }: Row) => typeof userId !== 'string' || present.has(userId);
  if (table === CONTRIBUTION) return rows.filter(isPresent);
  return rows.map((row) => (isPresent(row) ? row : { ...row, userId: null, voter: randomUUID() }));
}

/** Removes from a trash entry what links people to their votes; in the caller's transaction. */
export async function unlinkEntry(
  db: WriteDb,
  collection: Collection | undefined,
  trashId: string,
): Promise<void> {
  await db.deleteFrom('trash_secret').where('trashId', '=', trashId).execute();
  await updateEntry(db, trashId, { linkedUntil: null });
  const belongings = collection?.store.belongings;
  if (!belongings) return;
  for (const { table, part, tableName } of await listParts(db, trashId)) {
    if (!(tableName in belongings.tables)) continue;
    const rows = await readRows(db, table, trashId, part);
    const left = rows.flatMap((row) => belongings.unlink(tableName, row) ?? []);
    const text = JSON.stringify(left);
    if (text === JSON.stringify(rows)) continue;
    await db
      .updateTable(table)
      .set({ rows: text })
      .where('trashId', '=', trashId)
      .where('part', '=', part)
      .execute();
  }
}

/** The item's own row in a trash entry; undefined if the item was not published. */
export async function readOwnRow(
  db: ReadDb,
  { source }: Pick<Collection, 'source'>,
  trashId: string,
): Promise<Row | undefined> {
  const part = await db
    .selectFrom('trash_row')
    .select('rows')
    .where('trashId', '=', trashId)
    .where('tableName', '=', source.table)
    .executeTakeFirst();
  return part && (JSON.parse(part.rows) as Row[])[0];
}

const REMOVE_TRACES = 'remove-trash-traces';

const TABLES = [
  { table: 'trash_row', index: 'trash_row_key' },
  { table: 'trash_secret', index: 'trash_secret_key' },
];

/** Requests the job that removes from the disk what the caller's transaction deleted. */
export function requestTraceRemoval(db: WriteDb, now: number): Promise<void> {
  return requestTask(db, REMOVE_TRACES, now);
}

/** Whether closed polls in the trash still have links, or traces of deleted links are on the disk. */
export async function hasTrashSecrets(db: ReadDb, now: number): Promise<boolean> {
  return (
    (await findTaskRequest(db, REMOVE_TRACES)) !== undefined || (await listLinked(db, now, 1)).length > 0
  );
}

/** Removes the links of closed polls and then their traces, until the signal fires. */
export async function removeTrashSecrets(
  db: WriteDb,
  collections: Collections,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  for (let linked = await listLinked(db, now, 1); linked[0]; linked = await listLinked(db, now, 1)) {
    if (signal?.aborted) return;
    const { id, collection } = linked[0];
    await inTransaction(db, async (transaction) => {
      await liftTimeLimits(transaction);
      await unlinkEntry(transaction, collections[collection], id);
      await requestTraceRemoval(transaction, now);
    });
  }
  const at = await findTaskRequest(db, REMOVE_TRACES);
  if (at === undefined || signal?.aborted || !(await isVisibleToAll(db, 'job_request'))) return;
  const traced = Object.values(collections).flatMap(({ store: { belongings } }) => belongings?.traced ?? []);
  if (await forgetDeleted(db, [...TABLES, ...traced])) await finishTask(db, REMOVE_TRACES, at);
}
