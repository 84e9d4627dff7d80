/** Puts items into the full-text index: the only place that does, whatever writes the items. */
import { setImmediate } from 'node:timers/promises';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { type SearchText, searchTextOf } from './search-text.ts';
import { type AnyDb, selectFound, type TextRow, type TextSource } from './text-sources.ts';

/** Items per transaction, which is how long other writers wait. */
const ITEMS_OF_SLICE = 200;

/** The longest the event loop is blocked, unless a single item takes longer. */
const HOLD_MS = 10;

export type Indexing = { signal?: AbortSignal; onProgress?: (done: number, total: number) => void };

/**
 * Indexes these items as they are now, in the caller's transaction, which has written them: search finds them when it
 * ends. Ids that don't exist or are not public are left out.
 */
export async function indexItems(db: WriteDb, source: TextSource, ids: string[]): Promise<void> {
  await enter(db, source, await readRows(db, source, ids));
}

/** What would be indexed of these items: the words of those that are public, in any order. */
export async function listSearchTexts(
  db: ReadDb,
  source: TextSource,
  ids: string[],
): Promise<({ id: string } & SearchText)[]> {
  const rows = await readRows(db as WriteDb, source, ids);
  return rows.map((row) => ({ id: row.id as string, ...searchTextOf(source.fieldsOf(row)) }));
}

/** Whether there are items that were written without being indexed: by hand, a restore or a migration. */
export async function hasStaleItems(db: ReadDb): Promise<boolean> {
  return (await db.selectFrom('search_stale').select('kind').limit(1).executeTakeFirst()) !== undefined;
}

/** How many items are waiting to be indexed. */
export async function countStaleItems(db: ReadDb): Promise<number> {
  const { count } = await db
    .selectFrom('search_stale')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Indexes all waiting items of these sources, the oldest first, a few hundred per transaction. The site may run
 * meanwhile, and old entries are found until they are replaced. When `signal` is aborted, it stops between two
 * transactions and returns false; calling it again continues.
 */
export async function indexStaleItems(
  db: WriteDb,
  sources: TextSource[],
  { signal, onProgress }: Indexing = {},
): Promise<boolean> {
  const total = onProgress ? await countStaleItems(db) : 0;
  let done = 0;
  for (const source of sources) {
    for (let settled = 1; settled > 0; ) {
      if (signal?.aborted) return false;
      settled = await inTransaction(db, (step) => indexSlice(step, source));
      done += settled;
      if (settled > 0) onProgress?.(Math.min(done, total), total);
    }
  }
  return true;
}

/** Returns how many items are done. Items that others are saving right now are left to them. */
async function indexSlice(db: WriteDb, source: TextSource): Promise<number> {
  const { kind } = source;
  await liftTimeLimits(db);
  const stale = await db
    .selectFrom('search_stale')
    .select('itemId')
    .where('kind', '=', kind)
    .orderBy('date')
    .orderBy('itemId')
    .limit(ITEMS_OF_SLICE)
    .execute();
  if (stale.length === 0) return 0;
  const ids = stale.map(({ itemId }) => itemId);
  // Before anything is locked: a saving transaction locks it, too, and may be waiting for one of these items.
  await raiseChangeCounter(db, kind);
  const rows = await readRows(db, source, ids, { held: !source.isView });
  await enter(db, source, inOrder(rows, ids));
  const gone = await db
    .deleteFrom('search_stale')
    .where('kind', '=', kind)
    .where('itemId', 'in', ids)
    .where(({ not, exists }) =>
      not(exists(selectFound(db, source).whereRef('item.id', '=', 'search_stale.itemId').select('item.id'))),
    )
    .executeTakeFirst();
  return rows.length + Number(gone.numDeletedRows);
}

/** Numbers increase with the date: of many matches, those with the highest numbers are read. */
function inOrder(rows: TextRow[], ids: string[]): TextRow[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** With `held`, those that no one else is changing now, locked until the transaction ends. */
async function readRows(
  db: WriteDb,
  source: TextSource,
  ids: string[],
  { held = false } = {},
): Promise<TextRow[]> {
  if (ids.length === 0) return [];
  const own = source.columns.map((column) => `item.${column}`);
  const rows = (await selectFound(db, source)
    .select(['item.id', `item.${source.date} as date`, ...own])
    .where('item.id', 'in', ids)
    .$if(held, (query) => query.modifyEnd(heldFor(db, 'idle', 'item')))
    .execute()) as TextRow[];
  return source.parts && rows.length > 0 ? withParts(db, source.parts, rows) : rows;
}

async function withParts(
  db: WriteDb,
  { table, of, column, order }: NonNullable<TextSource['parts']>,
  rows: TextRow[],
): Promise<TextRow[]> {
  const ids = rows.map(({ id }) => id as string);
  const parts = await (db as AnyDb)
    .selectFrom(table)
    .select([`${of} as item`, `${column} as text`])
    .where(of, 'in', ids)
    .orderBy(order)
    .execute();
  const textsOf = Map.groupBy(parts, ({ item }) => item as string);
  return rows.map((row) => ({
    ...row,
    parts: (textsOf.get(row.id as string) ?? []).map(({ text }) => text).join('\n'),
  }));
}

async function enter(db: WriteDb, { kind, fieldsOf }: TextSource, rows: TextRow[]): Promise<void> {
  if (rows.length === 0) return;
  const entries = [];
  let heldSince = performance.now();
  for (const row of rows) {
    const text = searchTextOf(fieldsOf(row));
    entries.push({ kind, itemId: row.id as string, date: Number(row.date), ...text });
    if (performance.now() - heldSince < HOLD_MS) continue;
    await setImmediate();
    heldSince = performance.now();
  }
  await db.insertInto('search_entry').values(entries).execute();
}

/** Makes cached search results outdated. */
async function raiseChangeCounter(db: WriteDb, kind: string): Promise<void> {
  await db
    .updateTable('collection_revision')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('collection', '=', kind)
    .execute();
}
