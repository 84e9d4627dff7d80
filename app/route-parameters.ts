/**
 * The meaningful parameters of public addresses, for `routes.ts`: requests that differ in nothing else are one page.
 */
import { normalizeTyped } from '#app/items/lists/search-query.ts';
import { readPaperSize } from '#app/newsletter/paper/sheet.ts';
import type { Parameters } from '#app/people/request/route-facts.ts';
import { decodeCursor, encodeCursor, readPageNumber } from '#app/platform/database/lists/paginate.server.ts';
import { readFeedChoice, readFeedFile } from '#app/site/feeds/feed.ts';
import { readSearchAddress } from '#app/site/search/search-address.ts';
import { readEventFilter } from './events/event-filter.ts';

type CursorKind = 'number' | 'string';

export const none: Parameters = () => ({});

/** The parameters that `loadListPage` reads; an invalid cursor is ignored. */
export function pagesBy(kind: CursorKind) {
  return (query: URLSearchParams) => {
    const after = cursorOf(query.get('after'), kind);
    const before = after ? undefined : cursorOf(query.get('before'), kind);
    const page = Math.max(readPageNumber(query.get('page')), after ? 2 : 1);
    return { page: page > 1 ? String(page) : undefined, after, before };
  };
}

/**
 * The parameters that the API's lists read; the response for a single item is not cached. Invalid values stay, so that
 * the API refuses them.
 */
export const slices: Parameters = (query, { collection = '', id }, collections) => {
  const listed = Object.hasOwn(collections, collection) ? collections[collection] : undefined;
  // Drafts are never kept.
  if (!listed || id !== undefined || query.has('publication')) return undefined;
  const cursor = (text: string | null) => cursorOf(text, listed.store.order.kind) ?? text ?? undefined;
  return {
    limit: query.get('limit') ?? undefined,
    after: cursor(query.get('after')),
    before: cursor(query.get('before')),
    ...(listed.store.takesFrom ? { from: query.get('from') ?? undefined } : {}),
  };
};

/** Legal notices are a list of their own. */
export const newsList: Parameters = (query) => ({
  ...pagesBy('number')(query),
  legal: query.get('legal') === '1' ? '1' : undefined,
});

/** A year of past notices or meetings. */
export const yearOfList: Parameters = (query) => {
  const year = /^[12]\d{3}$/.exec(query.get('year') ?? '')?.[0];
  return { ...pagesBy('number')(query), year };
};

/** A month has no pages; without a month, the list has filters and pages. */
export const eventList: Parameters = (query) => {
  const filter = readEventFilter(query);
  if (query.has('month')) return { ...filter, month: query.get('month') ?? undefined };
  return { ...pagesBy('number')(query), ...filter };
};

export const eventCalendar: Parameters = (query) => ({
  place: wordsOf(query.get('place')),
  q: normalizeTyped(query.get('q') ?? '') || undefined,
  body: wordsOf(query.get('body')),
});

export const businessList: Parameters = (query) => ({
  ...pagesBy('string')(query),
  category: wordsOf(query.get('category')),
});

export const searchPage: Parameters = (query, _params, collections) => {
  const page = readPageNumber(query.get('page'));
  return { ...readSearchAddress(query, collections), page: page > 1 ? String(page) : undefined };
};

export const suggestions: Parameters = (query) => ({ q: normalizeTyped(query.get('q') ?? '') });

export const searchCall: Parameters = (query) => Object.fromEntries([...query].sort());

/** The size of a paper edition. */
export const paperSize: Parameters = (query) => ({
  size: readPaperSize(query) === 'letter' ? undefined : readPaperSize(query),
});

export const feedFile: Parameters = (query, { feed = '' }, collections) => {
  const file = readFeedFile(feed, collections);
  if (!file) return undefined;
  const { source, body, tag, search } = readFeedChoice(file.name, query, collections);
  return { source, body, tag, ...search };
};

function cursorOf(text: string | null, kind: CursorKind): string | undefined {
  const cursor = text ? decodeCursor(text, kind) : undefined;
  return cursor && encodeCursor(cursor);
}

function wordsOf(text: string | null): string | undefined {
  const words = text?.trim();
  return words && !words.includes('\0') ? words : undefined;
}
