import type { Collection, Collections } from '#app/collection/collection.ts';
import { permalinkOf } from '#app/content/permalink.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';

/** Google treats older news, or more of it, as an error in a news sitemap. */
export const NEWS_FOR_MS = 48 * 60 * 60 * 1000;
const MOST_NEWS = 1000;

export type ListedStory = { path: string; title: string; pubDate: number };

/** Stories published within the 48 hours before `now`, newest first, at most a thousand. */
export async function listStories(db: ReadDb, collections: Collections, now: number): Promise<ListedStory[]> {
  const found = await inSnapshot(db, (read) =>
    Promise.all(Object.values(collections).map((collection) => listStoriesOf(read, collection, now))),
  );
  return found
    .flat()
    .sort((one, other) => other.pubDate - one.pubDate)
    .slice(0, MOST_NEWS);
}

async function listStoriesOf(db: ReadDb, { name, stories }: Collection, now: number): Promise<ListedStory[]> {
  if (!stories) return [];
  const rows = await stories.list(db, { from: now - NEWS_FOR_MS, now, limit: MOST_NEWS });
  return rows.map(({ id, title, pubDate }) => ({ path: permalinkOf(name, { id, title }), title, pubDate }));
}

/** When the next story dated after `now` is published; undefined if there is none. */
export async function findNextStory(
  db: ReadDb,
  collections: Collections,
  now: number,
): Promise<number | undefined> {
  const asked = Object.values(collections).filter(({ stories }) => stories !== undefined);
  const instants = await Promise.all(asked.map(({ feed }) => feed?.findNext?.(db, now)));
  const known = instants.filter((instant) => instant !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
