/**
 * Lists cut into ranges of neighbors along the segments that triggers count (counted-list.server.ts): for reading a
 * whole list of any length without an offset, one slice at a time.
 */
import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { CountedOrder } from './counted-list.server.ts';

type Key = { sort: number | string; id: string };

/** The items from one key up to another, exclusive; the last range has no end. */
export type ListRange = { from: Key; before: Key | undefined; items: number };

// biome-ignore lint/suspicious/noExplicitAny: one query for five tables and their segments; orders name the columns
type Any = any;

/**
 * The list of a table from its lowest item up, cut at the beginnings of segments into ranges of at most `most` items
 * (at least one segment). With `start`, items below that sort value are left out, and the first range may contain a few
 * of them. An empty list has no ranges.
 */
export async function listRanges(
  db: ReadDb,
  { table }: Pick<CountedOrder, 'table'>,
  { most, start }: { most: number; start?: number | undefined },
): Promise<ListRange[]> {
  const segments: (Key & { items: number })[] = await (db as unknown as Kysely<Any>)
    .selectFrom(`${table}_segment`)
    .select(['sort', 'id', 'items'])
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const ranges: ListRange[] = [];
  for (const { sort, id, items } of fromStart(segments, start)) {
    const last = ranges.at(-1);
    if (last && last.items + items <= most) last.items += items;
    else {
      if (last) last.before = { sort, id };
      ranges.push({ from: { sort, id }, before: undefined, items });
    }
  }
  return ranges.filter(({ items }) => items > 0);
}

/** Reading a slice takes a few milliseconds at a million items, also on a busy machine: others wait no longer. */
const SLICE = 100;

/** The rows of `query` in a range, from the lowest up, a slice at a time; other requests are served between slices. */
export async function* walkRange<Row extends { id: string }>(
  query: SelectQueryBuilder<Any, Any, Row>,
  { column }: Pick<CountedOrder, 'column'>,
  { from, before }: ListRange,
): AsyncGenerator<Row[]> {
  const key = sql<never>`(${sql.ref(column)}, "id")`;
  const asValue = ({ sort, id }: Key) => sql<never>`(${sort}, ${id})`;
  const bounded = before === undefined ? query : query.where((eb) => eb(key, '<', asValue(before)));
  const ordered = bounded.orderBy(column).orderBy('id').limit(SLICE);
  let last: Key | undefined;
  while (true) {
    const start = last;
    const rows = await ordered
      .where((eb) => (start ? eb(key, '>', asValue(start)) : eb(key, '>=', asValue(from))))
      .execute();
    if (rows.length > 0) yield rows;
    const end = rows.at(-1) as (Row & Record<string, number | string>) | undefined;
    if (!end || rows.length < SLICE) return;
    last = { sort: end[column] as number | string, id: end.id };
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The segments that can contain items at `start` or above: all from the one that begins before it. */
function fromStart<Segment extends Key>(segments: Segment[], start: number | undefined): Segment[] {
  if (start === undefined) return segments;
  const above = segments.findIndex(({ sort }) => Number(sort) >= start);
  const first = above < 0 ? segments.length - 1 : Math.max(0, above - 1);
  return segments
    .slice(first)
    .map((segment, index) => (index === 0 ? { ...segment, sort: start, id: '' } : segment));
}
