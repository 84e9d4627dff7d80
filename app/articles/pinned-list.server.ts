import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type Page,
  type PageRequest,
  pageOf,
  paginate,
} from '#app/platform/database/lists/paginate.server.ts';
import type { ArticleTeaser } from './article.ts';
import {
  articleOrder,
  listArticleTeasers,
  selectTeasers,
  teasersOf,
  toTeasers,
} from './article-store.server.ts';

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
