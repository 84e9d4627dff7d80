/** Checks the full-text index against what it is made of, and makes it anew. */
import { type Kysely, sql } from 'kysely';
import type { TextTable } from './full-text.server.ts';
import type { ReadDb, WriteDb } from './handles.ts';
import { asProven } from './postgres-dialect.server.ts';
import { liftTimeLimits } from './time-limits.server.ts';
import { inTransaction } from './transaction.ts';

// biome-ignore lint/suspicious/noExplicitAny: one function for five tables; their columns are named by `sources`
type AnyDb = Kysely<any>;

/** As the triggers index them: the kind of each table, and the date of its items. */
const sources: {
  table: TextTable;
  kind: string;
  date: string;
  isPublic?: [string, number];
}[] = [
  { table: 'article', kind: 'articles', date: 'pubDate' },
  { table: 'news_item', kind: 'news', date: 'pubDate' },
  { table: 'event', kind: 'events', date: 'eventDate' },
  { table: 'poll', kind: 'polls', date: 'createdAt', isPublic: ['archived', 0] },
  { table: 'business', kind: 'businesses', date: 'createdAt' },
];

type Source = (typeof sources)[number];

/** A transaction takes so many items: others who write wait no longer than for it. */
const ITEMS_OF_TRANSACTION = 500;

/** How many public items are not in the index, and how many entries of it belong to none. Reads both as a whole. */
export async function countIndexFaults(db: ReadDb): Promise<number> {
  let faults = 0;
  for (const source of sources) {
    const { count: missing } = await itemsOf(db, source)
      .leftJoin('search_document', (join) =>
        join.onRef('itemId', '=', 'item.id').on('kind', '=', source.kind),
      )
      .where('number', 'is', null)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    const { count: orphaned } = await orphansOf(db, source)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    faults += Number(missing) + Number(orphaned);
  }
  return faults;
}

export type Rebuilding = { signal?: AbortSignal; onProgress?: (done: number, total: number) => void };

/**
 * Indexes every item anew, the oldest first, some hundred in a transaction; the site may run meanwhile. When `signal` is
 * aborted it stops between two of them, and answers false; run again it begins anew.
 */
export async function rebuildIndex(db: WriteDb, { signal, onProgress }: Rebuilding = {}): Promise<boolean> {
  const counts = await Promise.all(sources.map((source) => countItems(db, source)));
  const total = counts.reduce((sum, count) => sum + count, 0);
  let done = 0;
  for (const source of sources) {
    for (let last: Place | undefined; ; ) {
      if (signal?.aborted) return false;
      const places: Place[] = await inTransaction(db, (step) => indexSome(step, source, last));
      done += places.length;
      onProgress?.(Math.min(done, total), total);
      last = places.at(-1);
      if (!last) break;
    }
    await inTransaction(db, async (step) => {
      await liftTimeLimits(step);
      const orphans = await orphansOf(step, source).select('number').execute();
      for (const { number } of orphans)
        await step.deleteFrom('search_document').where('number', '=', number).execute();
    });
  }
  return true;
}

type Place = { id: string; date: number };

async function indexSome(db: WriteDb, source: Source, after: Place | undefined): Promise<Place[]> {
  await liftTimeLimits(db);
  let query = itemsOf(db, source).select(['item.id', `item.${source.date} as date`]);
  if (after)
    query = query.where(
      sql<boolean>`(${sql.ref(`item.${source.date}`)}, item.id) > (${after.date}, ${after.id})`,
    );
  const rows = await query
    .orderBy(`item.${source.date}`)
    .orderBy('item.id')
    .limit(ITEMS_OF_TRANSACTION)
    .execute();
  const places = rows.map((row: { id: string; date: unknown }) => ({ id: row.id, date: Number(row.date) }));
  if (places.length === 0) return [];
  const { kind } = source;
  const ids = places.map(({ id }: Place) => id);
  await db.deleteFrom('search_document').where('kind', '=', kind).where('itemId', 'in', ids).execute();
  const numbers = await takeNumbers(db, source, places.length);
  await db
    .insertInto('search_document')
    .values(
      places.map(({ id, date }: Place, at: number) => ({
        number: numbers[at] as number,
        kind,
        itemId: id,
        date,
      })),
    )
    .execute();
  return places;
}

/** The next free numbers, as the triggers give them out. */
async function takeNumbers(db: WriteDb, { table }: Source, amount: number): Promise<number[]> {
  if (!asProven(db)) {
    const { number } = await (db as unknown as AnyDb)
      .selectFrom(`${table}_text_latest`)
      .select('number')
      .executeTakeFirstOrThrow();
    return Array.from({ length: amount }, (_, at) => Number(number) + 1 + at);
  }
  const rows = await db
    .selectFrom(sql<{ at: number }>`generate_series(1, ${amount}::integer)`.as('step'))
    .select(sql<number>`nextval(${`${table}_text_number`})`.as('number'))
    .execute();
  return rows.map(({ number }) => Number(number)).sort((one, other) => one - other);
}

function itemsOf(db: ReadDb, { table, isPublic }: Source) {
  const items = (db as unknown as AnyDb).selectFrom(`${table} as item`);
  return isPublic ? items.where(`item.${isPublic[0]}`, '=', isPublic[1]) : items;
}

async function countItems(db: ReadDb, source: Source): Promise<number> {
  const { count } = await itemsOf(db, source)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function orphansOf(db: ReadDb, source: Source) {
  return (db as unknown as AnyDb)
    .selectFrom('search_document')
    .where('kind', '=', source.kind)
    .where(({ not, exists }) =>
      not(exists(itemsOf(db, source).whereRef('item.id', '=', 'itemId').select('item.id'))),
    );
}
