import type { SaveOptions, SaveOutcome } from '#app/items/collection/collection.ts';
import { columnsOf } from '#app/items/content/item-fields.ts';
import { type StoryStore, storyStore } from '#app/items/lists/story-store.server.ts';
import { withLeadPictures } from '#app/items/text/lead-picture.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import type { Page, PageRequest } from '#app/platform/database/lists/paginate.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import {
  type Article,
  type ArticleInput,
  type ArticleTeaser,
  articleSchema,
  extraFields,
} from './article.ts';
import { articleExtras } from './article-extras.server.ts';

const store = storyStore<Article, ArticleInput>(
  { kind: 'articles', table: 'article', place: 1, counters: { article_tag: 'articles' } },
  columnsOf(articleSchema).filter((field) => !extraFields.some((extra) => extra === field)),
  articleExtras,
);

export const articleStore: StoryStore<Article, ArticleInput> = {
  ...store,
  save: (db, input, options) =>
    input.pinned ? savePinned(db, input, options) : store.save(db, input, options),
  saveNew: (db, inputs, options) =>
    store.saveNew(
      db,
      inputs.filter(({ pinned }) => !pinned),
      options,
    ),
};

export const {
  source: articleSource,
  order: articleOrder,
  list: listArticles,
  find: findArticle,
  save: saveArticle,
  remove: removeArticle,
} = articleStore;

/**
 * Saves the article as the pinned one. The one that was pinned gets a new version, so that a form in which it still is
 * pinned can't pin it again unnoticed; it counts as unchanged for readers.
 */
function savePinned(db: WriteDb, input: ArticleInput, options: SaveOptions): Promise<SaveOutcome<Article>> {
  return inTransaction(db, async (transaction) => {
    const outcome = await store.save(transaction, { ...input, pinned: false }, options);
    if (outcome.kind !== 'saved') return outcome;
    await transaction
      .updateTable('article')
      .set(({ eb }) => ({ pinned: 0, version: eb('version', '+', 1) }))
      .where('pinned', '=', 1)
      .execute();
    await transaction.updateTable('article').set({ pinned: 1 }).where('id', '=', input.id).execute();
    return { ...outcome, item: { ...outcome.item, pinned: true } };
  });
}

const teaserColumns = ['id', 'title', 'pubDate', 'sourceName', 'deck', 'image', 'picture'] as const;

type TeaserRow = Omit<ArticleTeaser, 'image' | 'picture'> & { image: string | null; picture: string | null };

/** Articles newest first, for lists: without their text. */
export async function listArticleTeasers(db: ReadDb, request: PageRequest): Promise<Page<ArticleTeaser>> {
  return teasersOf(db, await paginateCounted(db, selectTeasers(db), articleOrder, request));
}

/** These articles, for lists; ids without an article are left out. In no order. */
export async function findArticleTeasers(db: ReadDb, ids: string[]): Promise<ArticleTeaser[]> {
  if (ids.length === 0) return [];
  return toTeasers(db, await selectTeasers(db).where('id', 'in', ids).execute());
}

export function selectTeasers(db: ReadDb) {
  return db.selectFrom('article').select(teaserColumns);
}

export async function teasersOf(db: ReadDb, page: Page<TeaserRow>): Promise<Page<ArticleTeaser>> {
  return { ...page, items: await toTeasers(db, page.items) };
}

export function toTeasers(db: ReadDb, rows: TeaserRow[]): Promise<ArticleTeaser[]> {
  return withLeadPictures(
    db,
    rows.map((row) => ({ ...row, image: row.image && JSON.parse(row.image) })),
  );
}
