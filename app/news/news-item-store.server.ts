import { columnsOf } from '#app/items/content/item-fields.ts';
import { storyStore } from '#app/items/content/item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import type { Page, PageRequest } from '#app/platform/database/lists/paginate.server.ts';
import { type NewsItem, type NewsItemInput, type NewsTeaser, newsItemSchema } from './news-item.ts';

export const newsStore = storyStore<NewsItem, NewsItemInput>(
  { kind: 'news', table: 'news_item', place: 2 },
  columnsOf(newsItemSchema),
);

export const {
  order: newsOrder,
  list: listNews,
  find: findNewsItem,
  save: saveNewsItem,
  remove: removeNewsItem,
} = newsStore;

/** News newest first, for lists: without its text. */
export async function listNewsTeasers(db: ReadDb, request: PageRequest): Promise<Page<NewsTeaser>> {
  const query = db.selectFrom('news_item').select(['id', 'title', 'link', 'pubDate', 'sourceName', 'deck']);
  return paginateCounted(db, query, newsOrder, request);
}
