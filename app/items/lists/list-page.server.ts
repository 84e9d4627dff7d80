import { data, redirect } from 'react-router';
import {
  type ListOrder,
  PAGE_SIZE,
  type Page,
  type PageRequest,
  readCursor,
  readPageNumber,
} from '#app/platform/database/lists/paginate.server.ts';
import type { PagerLinks } from '#app/platform/ui/pager.tsx';

/** The page of a list that an address requests. */
export type AskedPage = { page: number; request: PageRequest };

/** A list as a page shows it: its items and the addresses of the next and previous page. */
export type ListPage<Item> = { items: Item[]; pager: PagerLinks };

/**
 * Loads the requested page of a list: `?page=2&after=…`, `?page=1&before=…` or just `?page=2`. If there are fewer items
 * than a page before a cursor, it redirects to page 1. An invalid number or cursor gives page 1; a page past the end is
 * a 404 (product contract section 2), or the result of `beyondEnd`.
 */
export async function loadListPage<Item>(
  url: URL,
  order: ListOrder,
  list: (request: PageRequest) => Promise<Page<Item>>,
  beyondEnd: () => unknown = () => data(null, { status: 404 }),
  size: number = PAGE_SIZE,
): Promise<ListPage<Item>> {
  const { page, request } = readListPage(url, order, size);
  const found = await list(request);
  const isWholeFirst = page === 1 && found.items.length === size;
  if (request.before && !found.previous && !isWholeFirst) throw redirect(addressOf(url, 1));
  if (page > 1 && found.items.length === 0) throw beyondEnd();
  const pager = pagerOf(url, page, found);
  return {
    items: found.items,
    pager: request.page ? { ...pager, previous: addressOf(url, page - 1) } : pager,
  };
}

function readListPage(url: URL, order: ListOrder, limit: number): AskedPage {
  const page = readPageNumber(url.searchParams.get('page'));
  const after = readCursor(url.searchParams.get('after'), order);
  const before = after ? undefined : readCursor(url.searchParams.get('before'), order);
  if (after) return { page: Math.max(page, 2), request: { limit, after } };
  if (page > 1 && !before) return { page, request: { limit, page } };
  return { page, request: { limit, before } };
}

function pagerOf(url: URL, page: number, { next, previous }: Page<unknown>): PagerLinks {
  return {
    page,
    next: next && addressOf(url, page + 1, 'after', next),
    previous: previous && addressOf(url, Math.max(page - 1, 1), 'before', previous),
  };
}

/** The same list with its other parameters. */
function addressOf(url: URL, page: number, side?: 'after' | 'before', cursor?: string): string {
  const query = new URLSearchParams(url.searchParams);
  for (const name of ['page', 'after', 'before']) query.delete(name);
  if (page > 1 || side) query.set('page', String(page));
  if (side && cursor) query.set(side, cursor);
  const text = query.toString();
  return text ? `${url.pathname}?${text}` : url.pathname;
}
