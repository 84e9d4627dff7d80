import type { CollectionName } from '#app/content/item-schema.ts';
import { permalinkOf } from '#app/content/permalink.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';

/** Google treats older news, or more of it, as an error in a news sitemap. */
export const NEWS_FOR_MS = 48 * 60 * 60 * 1000;
const MOST_NEWS = 1000;

export type Story = { path: string; title: string; pubDate: number };

type Table = 'article' | 'news_item';

/** Articles and news published within the 48 hours before `now`, newest first, at most a thousand. */
export async function listStories(db: ReadDb, now: number): Promise<Story[]> {
  const { articles, news } = await inSnapshot(db, async (read) => ({
    articles: await listRecent(read, { table: 'article', collection: 'articles', now }),
    news: await listRecent(read, { table: 'news_item', collection: 'news', now }),
  }));
  return [...articles, ...news].sort((one, other) => other.pubDate - one.pubDate).slice(0, MOST_NEWS);
}

/** When the next article or news item dated after `now` is published; undefined if there is none. */
export async function findNextStory(db: ReadDb, now: number): Promise<number | undefined> {
  const instants = [await findNext(db, 'article', now), await findNext(db, 'news_item', now)];
  const known = instants.filter((instant) => instant !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}

type Asked = { table: Table; collection: CollectionName; now: number };

async function listRecent(db: ReadDb, { table, collection, now }: Asked): Promise<Story[]> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'title', 'pubDate'])
    .where('pubDate', '>=', now - NEWS_FOR_MS)
    .where('pubDate', '<=', now)
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_NEWS)
    .execute();
  return rows.map((row) => ({ path: permalinkOf(collection, row), title: row.title, pubDate: row.pubDate }));
}

async function findNext(db: ReadDb, table: Table, now: number): Promise<number | undefined> {
  const query = db.selectFrom(table).select('pubDate').where('pubDate', '>', now).orderBy('pubDate');
  return (await query.limit(1).executeTakeFirst())?.pubDate;
}
