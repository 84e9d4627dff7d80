import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** The order of a list: by `column`, and by `id` where that is equal, so that no item is repeated or skipped. */
export type ListOrder = { column: string; direction: 'asc' | 'desc'; kind: 'number' | 'string' };

/**
 * A page of a list: the one next to a cursor, the one with a number (1 is the first), or the first. A cursor takes
 * precedence over a number.
 */
export type PageRequest = {
  limit: number;
  after?: Cursor | undefined;
  before?: Cursor | undefined;
  page?: number | undefined;
};

/** `next` and `previous` are cursors, null where there is no page in that direction. */
export type Page<Item> = { items: Item[]; next: string | null; previous: string | null };

/** Items per page of all lists (spec section 9). */
export const PAGE_SIZE = 10;

// biome-ignore lint/suspicious/noExplicitAny: pages through any query; the columns are named by ListOrder constants
type AnyQuery<Row> = SelectQueryBuilder<any, any, Row>;

/**
 * One page of `query` by keyset, the first or the one next to a cursor (the page's number is ignored): the cost is the
 * same however far back it is. `query` must select `id` and the order's column, and may have its own conditions. Reads
 * one item more than it shows, so `next` is set only when something follows.
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

/** A list that is not counted is read from its start to the requested page: at most this far. */
const MAX_WALKED_PAGE = 100;

/**
 * The same for a list that is not counted, such as a filtered one: a page by its number is reached by reading the pages
 * before it. Pages after the hundredth are empty.
 */
export async function paginateWalking<Row extends { id: string }>(
  query: AnyQuery<Row>,
  order: ListOrder,
  request: PageRequest,
): Promise<Page<Row>> {
  const { page = 1, limit, after, before } = request;
  if (page <= 1 || after || before) return paginate(query, order, request);
  if (page > MAX_WALKED_PAGE) return emptyPage;
  const walked = await paginate(query, order, { limit: page * limit });
  const items = walked.items.slice((page - 1) * limit);
  return items.length === 0 ? emptyPage : pageOf(items, order, walked.next !== null);
}

/** A page past the end. */
export const emptyPage: Page<never> = { items: [], next: null, previous: null };

/** A page other than the first, with its cursors. */
export function pageOf<Row extends { id: string }>(items: Row[], order: ListOrder, more: boolean): Page<Row> {
  return {
    items,
    next: more ? cursorOf(items.at(-1), order) : null,
    previous: items.length > 0 ? cursorOf(items[0], order) : null,
  };
}

/** The page number in an address; 1 when there is none or it is invalid. */
export function readPageNumber(text: string | null): number {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 1;
}

/** A cursor from an address or an API call; undefined when there is none or it is invalid for this order. */
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

/**
 * A position in a list: the sort value and the id of the item next to it. Opaque to clients. Anyone can change it, so
 * all of it is validated when it comes back.
 */
export type Cursor = { sort: number | string; id: string };

export function encodeCursor({ sort, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, id])).toString('base64url');
}

/** The position in `text`, or undefined when it is invalid or its sort value has another type. Never throws. */
export function decodeCursor(text: string, sortKind: 'number' | 'string'): Cursor | undefined {
  if (text.length > 2000 || !/^[A-Za-z0-9_-]+$/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [sort, id] = value;
    if (typeof sort !== sortKind || typeof id !== 'string' || id.includes('\0')) return undefined;
    if (typeof sort === 'number' ? !Number.isSafeInteger(sort) : sort.includes('\0')) return undefined;
    return { sort, id };
  } catch {
    return undefined;
  }
}
