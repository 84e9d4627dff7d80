import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type Cursor, decodeCursor, encodeCursor } from './cursor.ts';

/** How a list is ordered: by `column`, and by `id` where that is equal, so that no item repeats or vanishes. */
export type ListOrder = { column: string; direction: 'asc' | 'desc'; kind: 'number' | 'string' };

/** A slice of a list. Without `after` and `before` it is the first one. */
export type PageRequest = { limit: number; after?: Cursor | undefined; before?: Cursor | undefined };

/** `next` and `previous` are cursors, null where nothing lies in that direction. */
export type Page<Item> = { items: Item[]; next: string | null; previous: string | null };

/** Items per page everywhere (spec section 9). */
export const PAGE_SIZE = 10;

// biome-ignore lint/suspicious/noExplicitAny: pages through any query; the columns are named by ListOrder constants
type AnyQuery<Row> = SelectQueryBuilder<any, any, Row>;

/**
 * One page of `query` by keyset: its cost does not depend on how far back it lies. `query` must select `id` and the
 * order's column and may carry its own conditions. Asks for one item more than shown, so `next` is set only when
 * something follows.
 */
export async function paginate<Row extends { id: string }>(
  query: AnyQuery<Row>,
  order: ListOrder,
  { limit, after, before }: PageRequest,
): Promise<Page<Row>> {
  const backwards = before !== undefined;
  const start = before ?? after;
  const direction = backwards === (order.direction === 'asc') ? 'desc' : 'asc';
  const rows = await beyond(query, order.column, direction, start)
    .orderBy(order.column, direction)
    .orderBy('id', direction)
    .limit(limit + 1)
    .execute();
  const items = rows.slice(0, limit);
  const more = rows.length > limit;
  if (backwards) items.reverse();
  return {
    items,
    next: (backwards || more) && items.length > 0 ? cursorOf(items.at(-1), order) : null,
    previous: (backwards ? more : start !== undefined) && items.length > 0 ? cursorOf(items[0], order) : null,
  };
}

/** A cursor from an address or an API call; undefined when there is none or it makes no sense for this order. */
export function readCursor(text: string | null | undefined, order: ListOrder): Cursor | undefined {
  return text ? decodeCursor(text, order.kind) : undefined;
}

function beyond<Row>(
  query: AnyQuery<Row>,
  column: string,
  direction: 'asc' | 'desc',
  start: Cursor | undefined,
): AnyQuery<Row> {
  if (!start) return query;
  // biome-ignore lint/suspicious/noExplicitAny: see AnyQuery
  return query.where((eb: ExpressionBuilder<any, any>) => {
    const here = sql<never>`(${eb.ref(column)}, ${eb.ref('id')})`;
    const there = sql<never>`(${start.sort}, ${start.id})`;
    return eb(here, direction === 'asc' ? '>' : '<', there);
  });
}

function cursorOf(item: { id: string } | undefined, order: ListOrder): string {
  const row = item as unknown as Record<string, number | string> & { id: string };
  return encodeCursor({ sort: row[order.column] as number | string, id: row.id });
}
