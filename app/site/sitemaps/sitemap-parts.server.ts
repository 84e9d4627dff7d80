/** The content of the sitemap: the canonical public page of every item, in parts. */
import { setImmediate } from 'node:timers/promises';
import type { Collection } from '#app/items/collection/collection.ts';
import type { SitemapQuery, SitemapRow } from '#app/items/collection/facets.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { tagPathOf } from '#app/items/text/tag.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type ListRange, listRanges, walkRange } from '#app/platform/database/lists/list-ranges.server.ts';
import { bodiesOf } from '#app/town/bodies.ts';
import type { Town } from '#app/town/town.ts';

/**
 * Half of the protocol's limit, so that a part with the longest addresses stays below 10 MB.
 * https://www.sitemaps.org/protocol.html
 */
const MOST_URLS = 25_000;

/** The page of an item: its path, and when it last changed (UTC epoch milliseconds). */
export type ListedPage = { path: string; changedAt: number };

/** A part of the sitemap; `number` counts from 1. */
export type SitemapPart = { collection: Collection; number: number; range: ListRange };

/**
 * The parts of a collection. Articles, news and events are listed oldest first, so that new items change only the last
 * part. `now` decides which events ended too long ago.
 */
export async function listParts(db: ReadDb, collection: Collection, now: number): Promise<SitemapPart[]> {
  const start = collection.facets.sitemap.start?.(now);
  const ranges = await listRanges(db, collection.store.order, { most: MOST_URLS, start });
  return ranges.map((range, index) => ({ collection, number: index + 1, range }));
}

/** The pages of a part, a few hundred at a time. */
export async function* walkPart(
  db: ReadDb,
  { collection, range }: SitemapPart,
): AsyncGenerator<ListedPage[]> {
  const { name } = collection;
  const { order } = collection.store;
  const { sitemap } = collection.facets;
  const slices = walkRange<SitemapRow>(sitemap.select(db) as SitemapQuery, order, range);
  for await (const rows of slices) {
    yield rows.map((row) => ({
      path: permalinkOf(name, row),
      changedAt: Math.max(row.updatedAt, row.closedAt ?? 0),
    }));
  }
}

/** When anything in a part changed last; undefined when it is empty. Reads all of it. */
export async function findLastChange(db: ReadDb, part: SitemapPart): Promise<number | undefined> {
  let last: number | undefined;
  for await (const pages of walkPart(db, part))
    for (const { changedAt } of pages) last = Math.max(last ?? 0, changedAt);
  return last;
}

/** The meetings of all bodies, and of each. */
export function listMeetingPages(town: Town): Pick<ListedPage, 'path'>[] {
  const bodies = bodiesOf(town);
  if (bodies.length === 0) return [];
  return ['/meetings', ...bodies.map(({ slug }) => `/meetings/${encodeURIComponent(slug)}`)].map((path) => ({
    path,
  }));
}

/** How many tags are read at a time: others are served in between. */
const TAGS_OF_SLICE = 500;

/** The pages of all tags, which changed last when their newest item was published. */
export async function listTagPages(
  db: ReadDb,
  collections: Readonly<Record<string, Collection>>,
): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for (const {
    facets: { tags },
  } of Object.values(collections)) {
    let after = '';
    while (tags && pages.length < MOST_URLS) {
      const slice = await tags.list(db, { after, limit: TAGS_OF_SLICE });
      pages.push(...slice.map(({ tag, newest }) => ({ path: tagPathOf(tag), changedAt: newest })));
      if (slice.length < TAGS_OF_SLICE) break;
      after = slice.at(-1)?.tag ?? '';
      await setImmediate();
    }
  }
  return pages;
}
