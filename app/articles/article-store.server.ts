import type { ListRequest, SaveOptions, SaveOutcome } from '#app/collection/collection.ts';
import type { FoundContext, FoundItem } from '#app/collection/facets.ts';
import type { SeenItem } from '#app/collection/item-tag.ts';
import { removeRow, saveItem } from '#app/content/item-store.server.ts';
import { listFoundStories } from '#app/content/published-items.server.ts';
import { type CountedOrder, paginateCounted } from '#app/database/counted-list.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import { extractTeaser } from '#app/html/extract.server.ts';
import { publishedText } from '#app/search-index/text-sources.ts';
import type { Article, ArticleInput, ArticleTeaser } from './article.ts';

export const articleSource = publishedText({ kind: 'articles', table: 'article', place: 1 });

/** Newest first by pubDate (spec section 9). */
export const articleOrder: CountedOrder = {
  table: articleSource.table,
  column: 'pubDate',
  direction: 'desc',
  kind: 'number',
};

const articleColumns = [
  'id',
  'sourceId',
  'title',
  'link',
  'pubDate',
  'description',
  'sourceName',
  'sourceUrl',
  'version',
  'updatedAt',
] as const;

/** Articles newest first, for lists: without their text. */
export async function listArticleTeasers(db: ReadDb, request: PageRequest): Promise<Page<ArticleTeaser>> {
  const query = db.selectFrom('article').select(['id', 'title', 'pubDate', 'sourceName', 'deck', 'image']);
  const page = await paginateCounted(db, query, articleOrder, request);
  return { ...page, items: page.items.map((row) => ({ ...row, image: row.image && JSON.parse(row.image) })) };
}

/** Articles newest first, whole. */
export async function listArticles(db: ReadDb, request: ListRequest): Promise<Page<Article>> {
  return paginateCounted(db, db.selectFrom('article').select(articleColumns), articleOrder, request);
}

export async function findArticle(db: ReadDb, id: string): Promise<Article | undefined> {
  return db.selectFrom('article').select(articleColumns).where('id', '=', id).executeTakeFirst();
}

/** Saves the article and reads it back (spec section 7). Its description must be sanitized. */
export async function saveArticle(
  db: WriteDb,
  input: ArticleInput,
  options: SaveOptions,
): Promise<SaveOutcome<Article>> {
  const { deck, image } = extractTeaser(input.description);
  const row = { ...input, deck, image: image && JSON.stringify(image) };
  return saveItem(db, articleSource, row, { ...options, find: findArticle });
}

export function removeArticle(db: WriteDb, id: string, seen?: SeenItem): Promise<boolean> {
  return removeRow(db, articleSource, id, seen);
}

/** The articles with these ids as search results. */
export async function listFoundArticles(
  db: ReadDb,
  ids: string[],
  context: FoundContext,
): Promise<FoundItem[]> {
  const found = await listFoundStories(db, articleSource.table, ids, context);
  return found.map(({ id, title, text, date, sourceName }) => ({
    id,
    title,
    text,
    href: `/articles/${id}`,
    facts: [date, sourceName ?? ''],
  }));
}

/** The rows of the sitemap. */
export function selectArticlePages(db: ReadDb) {
  return db.selectFrom('article').select(['id', 'title', 'updatedAt', 'pubDate']);
}
