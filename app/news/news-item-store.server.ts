import type { ListRequest, SaveOptions, SaveOutcome } from '#app/collection/collection.ts';
import type { FoundContext, FoundItem } from '#app/collection/facets.ts';
import type { SeenItem } from '#app/collection/item-tag.ts';
import { removeRow, saveItem } from '#app/content/item-store.server.ts';
import { siteNameOf } from '#app/content/own-link.ts';
import { listFoundStories } from '#app/content/published-items.server.ts';
import { type CountedOrder, paginateCounted } from '#app/database/counted-list.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import { extractTeaser } from '#app/html/extract.server.ts';
import { publishedText } from '#app/search-index/text-sources.ts';
import type { NewsItem, NewsItemInput, NewsTeaser } from './news-item.ts';

export const newsSource = publishedText({ kind: 'news', table: 'news_item', place: 2 });

/** Newest first by pubDate (spec section 9). */
export const newsOrder: CountedOrder = {
  table: newsSource.table,
  column: 'pubDate',
  direction: 'desc',
  kind: 'number',
};

const newsColumns = [
  'id',
  'title',
  'sourceId',
  'link',
  'pubDate',
  'sourceName',
  'sourceUrl',
  'description',
  'version',
  'updatedAt',
] as const;

/** News newest first, for lists: without its text. */
export async function listNewsTeasers(db: ReadDb, request: PageRequest): Promise<Page<NewsTeaser>> {
  const query = db.selectFrom('news_item').select(['id', 'title', 'link', 'pubDate', 'sourceName', 'deck']);
  return paginateCounted(db, query, newsOrder, request);
}

/** News newest first, whole. */
export async function listNews(db: ReadDb, request: ListRequest): Promise<Page<NewsItem>> {
  return paginateCounted(db, db.selectFrom('news_item').select(newsColumns), newsOrder, request);
}

export async function findNewsItem(db: ReadDb, id: string): Promise<NewsItem | undefined> {
  return db.selectFrom('news_item').select(newsColumns).where('id', '=', id).executeTakeFirst();
}

/** Saves the news item and reads it back (spec section 7). Its description must be sanitized. */
export async function saveNewsItem(
  db: WriteDb,
  input: NewsItemInput,
  options: SaveOptions,
): Promise<SaveOutcome<NewsItem>> {
  const { deck, image } = extractTeaser(input.description);
  const row = { ...input, deck, image: image && JSON.stringify(image) };
  return saveItem(db, newsSource, row, { ...options, find: findNewsItem });
}

export function removeNewsItem(db: WriteDb, id: string, seen?: SeenItem): Promise<boolean> {
  return removeRow(db, newsSource, id, seen);
}

/** The news with these ids as search results, which link to the source like the list. */
export async function listFoundNews(db: ReadDb, ids: string[], context: FoundContext): Promise<FoundItem[]> {
  const found = await listFoundStories(db, newsSource.table, ids, context);
  return found.map(({ id, title, text, link, date, sourceName }) => ({
    id,
    title,
    text,
    href: link,
    facts: [date, sourceName ?? siteNameOf(link)],
  }));
}

/** The rows of the sitemap. */
export function selectNewsPages(db: ReadDb) {
  return db.selectFrom('news_item').select(['id', 'title', 'updatedAt', 'pubDate']);
}
