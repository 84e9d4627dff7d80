import type { SaveOptions, SaveOutcome } from '#app/items/collection/collection.ts';
import { columnsOf } from '#app/items/content/item-fields.ts';
import { type StoredExtras, type StoryStore, storyStore } from '#app/items/content/item-store.server.ts';
import type { FeedExtras } from '#app/items/lists/published-drafts.server.tsx';
import { withLeadPictures } from '#app/items/text/lead-picture.server.ts';
import { tagKeyOf } from '#app/items/text/tag.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import {
  type Page,
  type PageRequest,
  pageOf,
  paginate,
} from '#app/platform/database/lists/paginate.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import {
  type Article,
  type ArticleInput,
  type ArticleTeaser,
  articleSchema,
  type Correction,
  extraFields,
} from './article.ts';

type Row = Record<string, unknown>;

/** How the table stores what an article can have beyond the specification. */
const articleExtras: StoredExtras<Article, ArticleInput> = {
  columns: ['deck', 'hasDeck', 'byline', 'tags', 'corrections', 'pinned'],
  toRow: ({ deck, byline, tags = [], corrections = [], pinned }, teaser) => ({
    deck: deck ?? teaser.deck,
    hasDeck: deck ? 1 : 0,
    byline: byline ?? null,
    tags: jsonOf(tags.map((name) => [tagKeyOf(name), name])),
    corrections: jsonOf(corrections),
    pinned: pinned ? 1 : 0,
  }),
  toItem: ({ hasDeck, deck, tags, corrections, pinned, ...row }) =>
    ({
      ...row,
      deck: hasDeck === 1 ? deck : null,
      tags: namesIn(tags),
      corrections: correctionsIn(corrections),
      pinned: pinned === 1,
    }) as Article,
  found: {
    columns: ['deck', 'hasDeck', 'byline', 'tags', 'corrections'],
    textsOf: ({ hasDeck, deck, byline, tags, corrections }: Row) => [
      ...namesIn(tags),
      hasDeck === 1 ? String(deck) : null,
      byline as string | null,
      ...correctionsIn(corrections).map(({ text }) => text),
    ],
  },
};

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

/**
 * Articles newest first, for lists; the pinned one comes before all others and not again later. However a page is
 * reached, by its number or next to a cursor, none is repeated or left out.
 */
export async function listPinnedFirst(db: ReadDb, request: PageRequest): Promise<Page<ArticleTeaser>> {
  const row = await selectTeasers(db).where('pinned', '=', 1).limit(1).executeTakeFirst();
  const [pinned] = row ? await toTeasers(db, [row]) : [];
  if (!pinned) return listArticleTeasers(db, request);
  const { page = 1, after, before } = request;
  if (after) return listOthers(db, pinned, request);
  if (before) {
    const found = await listOthers(db, pinned, request);
    return found.previous ? found : listFirst(db, pinned, request);
  }
  return page <= 1 ? listFirst(db, pinned, request) : listNumbered(db, pinned, request);
}

async function listOthers(db: ReadDb, pinned: ArticleTeaser, request: PageRequest) {
  const others = selectTeasers(db).where('id', '<>', pinned.id);
  return teasersOf(db, await paginate(others, articleOrder, request));
}

async function listFirst(db: ReadDb, pinned: ArticleTeaser, { limit }: PageRequest) {
  const { items, next } = await listOthers(db, pinned, { limit: limit - 1 });
  return { items: [pinned, ...items], next, previous: null };
}

/**
 * A page by its number in the order of dates begins one article too late, unless the pinned one is before it there,
 * too.
 */
async function listNumbered(
  db: ReadDb,
  pinned: ArticleTeaser,
  request: PageRequest,
): Promise<Page<ArticleTeaser>> {
  const page = await listArticleTeasers(db, request);
  const [first] = page.items;
  if (!first || isBefore(pinned, first)) return page;
  const [earlier] = (
    await listOthers(db, pinned, { limit: 1, before: { sort: first.pubDate, id: first.id } })
  ).items;
  const others = page.items.filter(({ id }) => id !== pinned.id);
  const items = [...(earlier ? [earlier] : []), ...others].slice(0, page.items.length);
  return pageOf(items, articleOrder, page.next !== null);
}

/** In the order of dates. */
function isBefore(one: ArticleTeaser, other: ArticleTeaser): boolean {
  return one.pubDate === other.pubDate ? one.id > other.id : one.pubDate > other.pubDate;
}

function jsonOf(list: unknown[]): string | null {
  return list.length > 0 ? JSON.stringify(list) : null;
}

/** The names of the tags in a row's column. */
function namesIn(tags: unknown): string[] {
  const pairs: [string, string][] = JSON.parse(String(tags ?? '[]'));
  return pairs.map(([, name]) => name);
}

/** The corrections in a row's column. */
function correctionsIn(corrections: unknown): Correction[] {
  return JSON.parse(String(corrections ?? '[]'));
}

/** What feeds show of an article besides what they show of every story. */
export const articleFeedExtras: FeedExtras = {
  columns: ['byline', 'tags', 'corrections'],
  describe: (row) => {
    const { byline, tags, corrections } = row as Row;
    return { byline: byline as string | null, tags: namesIn(tags), notes: correctionsIn(corrections) };
  },
};
