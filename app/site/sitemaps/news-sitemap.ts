import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { readContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import type { Route } from './+types/news-sitemap';
import { newsSitemap, XML_HEADERS } from './sitemap-xml.ts';

/** `/news-sitemap.xml`: articles and news published within the last 48 hours, newest first. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, siteUrl, keepUntil, collections } = readContext(args);
  const stories = await listStories(read, collections, now);
  const oldest = stories.at(-1);
  if (oldest) keepUntil(oldest.pubDate + NEWS_FOR_MS + 1);
  keepUntil((await findNextStory(read, collections, now)) ?? Number.POSITIVE_INFINITY);
  const entries = stories.map(({ path, ...story }) => ({ ...story, address: siteUrl + path }));
  const { language } = new Intl.Locale(languageOfTexts(town.locale));
  return new Response(newsSitemap(entries, { name: town.title, language }), { headers: XML_HEADERS });
}

/** Google treats older news, or more of it, as an error in a news sitemap. */
const NEWS_FOR_MS = 48 * HOUR_MS;
const MOST_NEWS = 1000;

type ListedStory = { path: string; title: string; pubDate: number };

/** Stories published within the 48 hours before `now`, newest first, at most a thousand. */
async function listStories(db: ReadDb, collections: Collections, now: number): Promise<ListedStory[]> {
  const found = await inSnapshot(db, (read) =>
    Promise.all(Object.values(collections).map((collection) => listStoriesOf(read, collection, now))),
  );
  return found
    .flat()
    .sort((one, other) => other.pubDate - one.pubDate)
    .slice(0, MOST_NEWS);
}

async function listStoriesOf(
  db: ReadDb,
  { name, facets: { stories } }: Collection,
  now: number,
): Promise<ListedStory[]> {
  if (!stories) return [];
  const rows = await stories.list(db, { from: now - NEWS_FOR_MS, now, limit: MOST_NEWS });
  return rows.map(({ id, title, pubDate }) => ({ path: permalinkOf(name, { id, title }), title, pubDate }));
}

/** When the next story dated after `now` is published; undefined if there is none. */
async function findNextStory(db: ReadDb, collections: Collections, now: number): Promise<number | undefined> {
  const asked = Object.values(collections).filter(({ facets: { stories } }) => stories !== undefined);
  const instants = await Promise.all(asked.map(({ facets: { feed } }) => feed?.findNext?.(db, now)));
  const known = instants.filter((instant) => instant !== undefined);
  return known.length > 0 ? Math.min(...known) : undefined;
}
