import { readVisit } from '#app/context.ts';
import type { Route } from './+types/news-sitemap';
import { findNextStory, listStories, NEWS_FOR_MS } from './recent-stories.server.ts';
import { newsSitemap, XML_HEADERS } from './sitemap-xml.ts';

/** `/news-sitemap.xml`: articles and news published within the last 48 hours, newest first. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, siteUrl, keepUntil, collections } = readVisit(args);
  const stories = await listStories(read, collections, now);
  const oldest = stories.at(-1);
  if (oldest) keepUntil(oldest.pubDate + NEWS_FOR_MS + 1);
  keepUntil((await findNextStory(read, collections, now)) ?? Number.POSITIVE_INFINITY);
  const entries = stories.map(({ path, ...story }) => ({ ...story, address: siteUrl + path }));
  const { language } = new Intl.Locale(town.locale);
  return new Response(newsSitemap(entries, { name: town.title, language }), { headers: XML_HEADERS });
}
