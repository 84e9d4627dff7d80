/** The content of the sitemap: every public, canonical page of an item, in parts. */
import { articleOrder } from '#app/articles/article-store.server.ts';
import { businessOrder } from '#app/businesses/business-store.server.ts';
import type { CollectionName } from '#app/content/item-schema.ts';
import { permalinkOf } from '#app/content/permalink.ts';
import type { CountedOrder } from '#app/database/counted-list.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { type ListRange, listRanges, walkRange } from '#app/database/list-ranges.server.ts';
import { eventOrder } from '#app/events/event-store.server.ts';
import { newsOrder } from '#app/news/news-item-store.server.ts';
import { pollOrder } from '#app/polls/poll-store.server.ts';

/**
 * Half of the protocol's limit, so that a part with the longest addresses stays below 10 MB.
 * https://www.sitemaps.org/protocol.html
 */
export const MOST_URLS = 25_000;

/** Past events are listed for one more year. */
const PAST_EVENTS_MS = 366 * 24 * 60 * 60 * 1000;

/** The page of an item: its path, and when it last changed (UTC epoch milliseconds). */
export type ListedPage = { path: string; changedAt: number };

/** A part of the sitemap; `number` counts from 1. */
export type SitemapPart = { collection: CollectionName; number: number; range: ListRange };

type Row = { id: string; title: string; updatedAt: number; closedAt?: number | null };

const sources: Record<CollectionName, { order: CountedOrder; query: (db: ReadDb) => unknown }> = {
  articles: {
    order: articleOrder,
    query: (db) => db.selectFrom('article').select(['id', 'title', 'updatedAt', 'pubDate']),
  },
  news: {
    order: newsOrder,
    query: (db) => db.selectFrom('news_item').select(['id', 'title', 'updatedAt', 'pubDate']),
  },
  events: {
    order: eventOrder,
    query: (db) => db.selectFrom('event').select(['id', 'title', 'updatedAt', 'eventDate']),
  },
  polls: {
    order: pollOrder,
    query: (db) =>
      db
        .selectFrom('poll')
        .select(['id', 'title', 'updatedAt', 'titleKey', 'closedAt'])
        .where('archived', '=', 0),
  },
  businesses: {
    order: businessOrder,
    query: (db) => db.selectFrom('business').select(['id', 'name as title', 'updatedAt', 'nameKey']),
  },
};

/**
 * The parts of a collection. Articles, news and events are listed oldest first, so that new items change only the last
 * part. `now` decides which events ended too long ago.
 */
export async function listParts(db: ReadDb, collection: CollectionName, now: number): Promise<SitemapPart[]> {
  const start = collection === 'events' ? now - PAST_EVENTS_MS : undefined;
  const ranges = await listRanges(db, sources[collection].order, { most: MOST_URLS, start });
  return ranges.map((range, index) => ({ collection, number: index + 1, range }));
}

/** The pages of a part, a few hundred at a time, without archived polls. */
export async function* walkPart(
  db: ReadDb,
  { collection, range }: SitemapPart,
): AsyncGenerator<ListedPage[]> {
  const { order, query } = sources[collection];
  const slices = walkRange<Row>(query(db) as Parameters<typeof walkRange<Row>>[0], order, range);
  for await (const rows of slices) {
    yield rows.map((row) => ({
      path: permalinkOf(collection, row),
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
