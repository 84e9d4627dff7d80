import { storyStore } from '#app/content/story-store.server.ts';
import { paginateCounted } from '#app/database/counted-list.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import type { ArticleInput, ArticleTeaser } from './article.ts';

export const articleStore = storyStore<ArticleInput>({ kind: 'articles', table: 'article', place: 1 }, [
  'id',
  'sourceId',
  'title',
  'link',
  'pubDate',
  'description',
  'sourceName',
  'sourceUrl',
]);

export const {
  source: articleSource,
  order: articleOrder,
  list: listArticles,
  find: findArticle,
  save: saveArticle,
  remove: removeArticle,
} = articleStore;

/** Articles newest first, for lists: without their text. */
export async function listArticleTeasers(db: ReadDb, request: PageRequest): Promise<Page<ArticleTeaser>> {
  const query = db.selectFrom('article').select(['id', 'title', 'pubDate', 'sourceName', 'deck', 'image']);
  const page = await paginateCounted(db, query, articleOrder, request);
  return { ...page, items: page.items.map((row) => ({ ...row, image: row.image && JSON.parse(row.image) })) };
}
