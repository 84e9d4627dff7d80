/**
 * Lists whose items are counted by segments of some thousand neighbors, kept by triggers (segment-triggers.ts): their
 * length and a page by its number cost about the same however long they are and wherever it lies.
 */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { ReadDb, WriteDb } from './handles.ts';
import { inSnapshot } from './in-snapshot.ts';
import {
  emptyPage,
  type ListOrder,
  type Page,
  type PageRequest,
  pageOf,
  paginate,
} from './paginate.server.ts';

export type CountedTable = 'article' | 'news_item' | 'event' | 'poll' | 'business';

/** The order of a list of all items of a table that has segments in the same order. */
export type CountedOrder = ListOrder & { table: CountedTable };

// biome-ignore lint/suspicious/noExplicitAny: one query for five tables and their segments; orders name the columns
type Any = any;

type AnyDb = Pick<Kysely<Any>, 'selectFrom' | 'selectNoFrom' | 'fn'>;

/**
 * One page of `query`, which has no conditions of its own: of all items, or of those whose sort value is `from` or
 * above. Beside a cursor it is found by keyset, by its number with the help of the segments; one past the end is empty.
 */
export async function paginateCounted<Row extends { id: string }>(
  db: ReadDb,
  query: SelectQueryBuilder<Any, Any, Row>,
  order: CountedOrder,
  request: PageRequest,
  from?: number,
): Promise<Page<Row>> {
  const { page = 1, limit, after, before } = request;
  if (page <= 1 || after || before) {
    return paginate(from === undefined ? query : query.where(order.column, '>=', from), order, request);
  }
  return inSnapshot(db, async (read) => {
    const place = await findPlace(read, order, (page - 1) * limit, from);
    if (!place) return emptyPage;
    // The query was built on another handle: only its text is run on this one.
    const slice = beginAt(read, query, order, place).limit(limit + 1);
    const { rows } = await (read as WriteDb).executeQuery(slice);
    return pageOf(rows.slice(0, limit), order, rows.length > limit);
  });
}

/** How many items the list has, told by its segments. */
export async function countItems(db: ReadDb, table: CountedTable): Promise<number> {
  const row = await anyDb(db)
    .selectFrom(`${table}_segment`)
    .select(({ fn }) => fn.sum('items').as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** `skip` items into a segment, in the list's direction; `segment` is its number from the lowest, which is 0. */
type Place = { segment: number; skip: number; isLast: boolean };

/** Where the item is that has `skipped` others before it; undefined past the end. */
async function findPlace(
  db: ReadDb,
  order: CountedOrder,
  skipped: number,
  from: number | undefined,
): Promise<Place | undefined> {
  const { counts, before } = await readSegments(db, order, from);
  const up = order.direction === 'asc';
  let left = skipped + before;
  for (let step = 0; step < counts.length; step++) {
    const segment = up ? step : counts.length - 1 - step;
    const items = counts[segment] as number;
    if (left < items) return { segment, skip: left, isLast: segment === counts.length - 1 };
    left -= items;
  }
  return undefined;
}

/** The items of each segment from the lowest on, in one row of text; and how many items lie below `from`. */
async function readSegments(
  db: ReadDb,
  { table, column }: CountedOrder,
  from: number | undefined,
): Promise<{ counts: number[]; before: number }> {
  const segments = anyDb(db).selectFrom(`${table}_segment`);
  const counts = segments.select('items').orderBy('sort').orderBy('id').as('segment');
  if (from === undefined) {
    const row = await anyDb(db).selectFrom(counts).select(inOneText).executeTakeFirstOrThrow();
    return { counts: readCounts(row.counts), before: 0 };
  }
  const below = segments.where('sort', '<', from);
  const holding = keyOf(below.orderBy('sort', 'desc').orderBy('id', 'desc').limit(1));
  const row = await anyDb(db)
    .selectFrom(counts)
    .select(inOneText)
    .select(({ fn, selectFrom, eb }) => [
      below.select(fn.countAll().as('count')).as('segmentsBelow'),
      selectFrom(table)
        .select(fn.countAll().as('count'))
        .where(column, '<', from)
        .where(eb(sql<never>`(${sql.ref(column)}, "id")`, '>=', holding))
        .as('itemsBelow'),
    ])
    .executeTakeFirstOrThrow();
  const all = readCounts(row.counts);
  const whole = all.slice(0, Math.max(0, Number(row.segmentsBelow) - 1));
  return { counts: all, before: whole.reduce((sum, items) => sum + items, 0) + Number(row.itemsBelow) };
}

function readCounts(text: string): number[] {
  return JSON.parse(`[${text}]`);
}

const inOneText = sql<string>`string_agg(cast("items" as text), ',')`.as('counts');

/**
 * The query from a place on. A segment has the keys from its own first to that of the next: going up it begins there,
 * going down it begins below the next one's. What is skipped is less than a segment, whatever the page.
 */
function beginAt<Row>(
  db: ReadDb,
  query: SelectQueryBuilder<Any, Any, Row>,
  { table, column, direction }: CountedOrder,
  { segment, skip, isLast }: Place,
): SelectQueryBuilder<Any, Any, Row> {
  const up = direction === 'asc';
  const edge = anyDb(db)
    .selectFrom(`${table}_segment`)
    .orderBy('sort')
    .orderBy('id')
    .limit(1)
    .offset(up ? segment : segment + 1);
  const key = sql<never>`(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.id`)})`;
  const bounded = !up && isLast ? query : query.where((eb) => eb(key, up ? '>=' : '<', keyOf(edge)));
  return bounded.orderBy(column, direction).orderBy('id', direction).offset(skip);
}

/** A segment's key as two values without a column's type, which is what SQLite needs to use both columns of an index. */
function keyOf(segment: SelectQueryBuilder<Any, Any, Any>) {
  return sql<never>`(coalesce(${segment.select('sort')}, null), coalesce(${segment.select('id')}, null))`;
}

function anyDb(db: ReadDb): AnyDb {
  return db as unknown as AnyDb;
}
