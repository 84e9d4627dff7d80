/**
 * Lists whose items are counted by segments of a few thousand neighbors, with counts maintained by triggers: the length
 * of a list and a page by its number cost about the same, however long the list is.
 */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { postgresAdapterOf } from '#app/platform/database/postgres-adapter.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import {
  emptyPage,
  type ListOrder,
  type Page,
  type PageRequest,
  pageOf,
  paginate,
} from './paginate.server.ts';

/** The order of a list of all items of a table that has segments in the same order. */
export type CountedOrder = ListOrder & { table: string };

// biome-ignore lint/suspicious/noExplicitAny: one query for all tables and their segments; orders name the columns
type Any = any;

type AnyDb = Pick<Kysely<Any>, 'selectFrom' | 'selectNoFrom' | 'fn'>;

/**
 * One page of `query`, which has no conditions of its own: of all items, or of those with the sort value `from` or
 * above. Next to a cursor it is found by keyset, by its number with the help of the segments; a page past the end is
 * empty.
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
    // The query was built on another handle: only its text runs on this one.
    const slice = beginAt(query, order, place).limit(limit + 1);
    const { rows } = await (read as WriteDb).executeQuery(slice);
    return pageOf(rows.slice(0, limit), order, rows.length > limit);
  });
}

/** How many items the list has, from its segments. */
export async function countItems(db: ReadDb, table: string): Promise<number> {
  const row = await anyDb(db)
    .selectFrom(`${table}_segment`)
    .select(({ fn }) => fn.sum('items').as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

type Key = [sort: number | string, id: string];

/**
 * `skip` items from an edge, in the list's direction: going up, the edge is the first key of a segment; going down, the
 * first key of the one above it. Without an edge it is the list's end. A key and not a segment's number, because
 * numbers change when another segment is split.
 */
type Place = { edge: Key | undefined; skip: number };

type Segment = [...Key, items: number];

/** The position of the item that has `skipped` others before it; undefined past the end. */
async function findPlace(
  db: ReadDb,
  order: CountedOrder,
  skipped: number,
  from: number | undefined,
): Promise<Place | undefined> {
  const { segments, before } = await readSegments(db, order, from);
  const up = order.direction === 'asc';
  let left = skipped + before;
  for (let step = 0; step < segments.length; step++) {
    const at = up ? step : segments.length - 1 - step;
    const [, , items] = segments[at] as Segment;
    if (left < items) {
      const edge = segments[up ? at : at + 1];
      return { edge: edge && [edge[0], edge[1]], skip: left };
    }
    left -= items;
  }
  return undefined;
}

/** The segments from the lowest on, in one row of text; and how many items are below `from`. */
async function readSegments(
  db: ReadDb,
  { table, column }: CountedOrder,
  from: number | undefined,
): Promise<{ segments: Segment[]; before: number }> {
  const all = anyDb(db).selectFrom(`${table}_segment`);
  const ordered = all.select(['sort', 'id', 'items']).orderBy('sort').orderBy('id').as('segment');
  const inOneText = sqlTextOf(db).as('segments');
  if (from === undefined) {
    const row = await anyDb(db).selectFrom(ordered).select(inOneText).executeTakeFirstOrThrow();
    return { segments: readText(row.segments), before: 0 };
  }
  const below = all.where('sort', '<', from);
  const holding = keyOf(below.orderBy('sort', 'desc').orderBy('id', 'desc').limit(1));
  const row = await anyDb(db)
    .selectFrom(ordered)
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
  const segments = readText(row.segments);
  const whole = segments.slice(0, Math.max(0, Number(row.segmentsBelow) - 1));
  return { segments, before: whole.reduce((sum, [, , items]) => sum + items, 0) + Number(row.itemsBelow) };
}

/** All segments as JSON: a thousand rows would cost several times as much. */
function sqlTextOf(db: ReadDb) {
  const quoted = (name: string) =>
    postgresAdapterOf(db as WriteDb)
      ? sql`to_json(${sql.ref(name)})::text`
      : sql`json_quote(${sql.ref(name)})`;
  return sql<string>`string_agg('[' || ${quoted('sort')} || ',' || ${quoted('id')} || ',' || "items" || ']', ',')`;
}

function readText(text: string): Segment[] {
  return JSON.parse(`[${text}]`);
}

/** The query from a position on. It skips less than a segment, whatever the page. */
function beginAt<Row>(
  query: SelectQueryBuilder<Any, Any, Row>,
  { table, column, direction }: CountedOrder,
  { edge, skip }: Place,
): SelectQueryBuilder<Any, Any, Row> {
  const key = sql<never>`(${sql.ref(`${table}.${column}`)}, ${sql.ref(`${table}.id`)})`;
  const first = edge && sql<never>`(${edge[0]}, ${edge[1]})`;
  const bounded = first ? query.where((eb) => eb(key, direction === 'asc' ? '>=' : '<', first)) : query;
  return bounded.orderBy(column, direction).orderBy('id', direction).offset(skip);
}

/** A segment's key as two values without a column's type: SQLite needs that to use both columns of an index. */
function keyOf(segment: SelectQueryBuilder<Any, Any, Any>) {
  return sql<never>`(coalesce(${segment.select('sort')}, null), coalesce(${segment.select('id')}, null))`;
}

function anyDb(db: ReadDb): AnyDb {
  return db as unknown as AnyDb;
}
