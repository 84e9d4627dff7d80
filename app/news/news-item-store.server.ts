import { columnsOf } from '#app/items/content/item-fields.ts';
import { storyStore } from '#app/items/content/item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import {
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import { type NewsItem, type NewsItemInput, type NewsTeaser, newsItemSchema } from './news-item.ts';

/** A truth value is 0 or 1 in both databases. */
function fromRow<Row extends { legal: number }>(row: Row): Omit<Row, 'legal'> & { legal: boolean } {
  return { ...row, legal: row.legal === 1 };
}

export const newsStore = storyStore<NewsItem, NewsItemInput>(
  { kind: 'news', table: 'news_item', place: 2 },
  columnsOf(newsItemSchema),
  {
    columns: [],
    toRow: ({ legal }) => ({ legal: legal ? 1 : 0 }),
    toItem: (row) => fromRow(row as Record<string, unknown> & { legal: number }) as unknown as NewsItem,
    found: { columns: [], textsOf: () => [] },
  },
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
  const page = await paginateCounted(db, selectTeasers(db), newsOrder, request);
  return { ...page, items: page.items.map(fromRow) };
}

/** Legal notices newest first. */
export async function listLegalNotices(db: ReadDb, request: PageRequest): Promise<Page<NewsTeaser>> {
  // With a parameter instead of the number, the index of legal notices would not be used.
  const query = selectTeasers(db).where((eb) => eb('legal', '=', eb.lit(1)));
  const page = await paginateWalking(query, newsOrder, request);
  return { ...page, items: page.items.map(fromRow) };
}

/** Whether there is a legal notice. */
export async function hasLegalNotices(db: ReadDb): Promise<boolean> {
  const query = db.selectFrom('news_item').select('id');
  return (
    (
      await query
        .where((eb) => eb('legal', '=', eb.lit(1)))
        .limit(1)
        .execute()
    ).length > 0
  );
}

function selectTeasers(db: ReadDb) {
  return db.selectFrom('news_item').select(['id', 'title', 'link', 'pubDate', 'sourceName', 'deck', 'legal']);
}
