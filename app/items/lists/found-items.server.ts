import type { Collection, StoredItem } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { PAGE_SIZE, readPageNumber } from '#app/platform/database/lists/paginate.server.ts';
import { type FoundDocument, listFoundDocuments } from '#app/platform/search-index/find-documents.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import type { ListPage } from './list-page.server.ts';
import { asksForSomething, clausesOf, type SearchText } from './search-query.ts';

/** How many pages of results can be shown. */
const MOST_FOUND = 1000;

/**
 * A page of search results in one collection, newest first; the last word may be the beginning of one. Of more than a
 * thousand, those that were saved last. Only public items. Throws DatabaseUnavailable when it takes too long.
 */
export async function loadFoundPage<Item extends StoredItem>(
  db: ReadDb,
  url: URL,
  collection: Collection<Item>,
  search: SearchText,
): Promise<ListPage<Item>> {
  const page = readPageNumber(url.searchParams.get('page'));
  const { documents } = await listFoundDocuments(db, collection.source, {
    clauses: clausesOf(search.terms, { isGrowing: true }),
    limit: MOST_FOUND,
  });
  const skip = (page - 1) * PAGE_SIZE;
  const shown = documents.sort(newestFirst).slice(skip, skip + PAGE_SIZE);
  const items = await Promise.all(shown.map(({ itemId }) => collection.store.find(db, itemId)));
  const to = (number: number) => {
    const query = new URLSearchParams({ q: search.text });
    if (number > 1) query.set('page', String(number));
    return `${url.pathname}?${query}`;
  };
  return {
    items: items.filter((item) => item !== undefined),
    pager: {
      page,
      next: documents.length > skip + PAGE_SIZE ? to(page + 1) : null,
      previous: page > 1 ? to(page - 1) : null,
    },
  };
}

/**
 * The ids of the search results in one source; of more than `limit`, those that were saved last. `from` is an instant
 * (UTC epoch milliseconds). Without a search word there are none.
 */
export async function listFoundIds(
  db: ReadDb,
  source: TextSource,
  search: SearchText,
  { from, limit }: { from: number; limit: number },
): Promise<string[]> {
  if (!asksForSomething(search)) return [];
  const clauses = clausesOf(search.terms, { isGrowing: false });
  const { documents } = await listFoundDocuments(db, source, { clauses, from, limit });
  return documents.map(({ itemId }) => itemId);
}

function newestFirst(one: FoundDocument, other: FoundDocument): number {
  return other.date - one.date || (one.itemId < other.itemId ? -1 : 1);
}
