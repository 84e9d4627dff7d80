import { findArticle } from '#app/articles/article-store.server.ts';
import { isItemId } from '#app/content/item-id.ts';
import type { readVisit } from '#app/context.ts';
import { imageOf } from '#app/events/event.ts';
import { statedTitleOf } from '#app/events/event-status.ts';
import { findEvent } from '#app/events/event-store.server.ts';
import { describeTime } from '#app/events/event-time.ts';
import { extractTeaser } from '#app/html/extract.server.ts';
import { findNewsItem } from '#app/news/news-item-store.server.ts';
import { findNextChange, timeWords } from '#app/polls/poll-state.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { formatDate, formatLongDate } from '#app/time/town-time.ts';
import { placeOf } from '#app/town/town-names.ts';
import type { SharePicture } from './share-picture.ts';

type Visit = ReturnType<typeof readVisit>;
type Said = Omit<SharePicture, 'section' | 'siteTitle'>;

/** By the section in the image's address; for a poll the question, without its results. */
const finders: Record<string, (visit: Visit, id: string) => Promise<Said | undefined>> = {
  articles: async (visit, id) => {
    const article = await findArticle(visit.read, id);
    return article?.title ? written(article, visit) : undefined;
  },
  news: async (visit, id) => {
    const item = await findNewsItem(visit.read, id);
    return item && written(item, visit);
  },
  events: async ({ read, town, siteUrl }, id) => {
    const event = await findEvent(read, id);
    if (!event) return undefined;
    const when = `${formatLongDate(event.eventDate, town)}, ${describeTime(event, town.timeZone)}`;
    const image = ownImage(imageOf(event), siteUrl);
    return { headline: statedTitleOf(event), foot: `${when} — ${event.eventLocation}`, image };
  },
  polls: async ({ read, town, now, keepUntil }, id) => {
    const poll = await findPoll(read, id);
    if (!poll) return undefined;
    keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
    return { headline: poll.title, foot: `Poll — ${timeWords(poll, now, town)}`, image: undefined };
  },
};

/** The text of an item's share image; undefined when there is no such item. */
export async function findSharePicture(
  visit: Visit,
  section: string,
  id: string,
): Promise<SharePicture | undefined> {
  const find = Object.hasOwn(finders, section) ? finders[section] : undefined;
  const said = find && isItemId(id) ? await find(visit, id) : undefined;
  const { title: siteTitle } = visit.town;
  return said && { section: section as SharePicture['section'], siteTitle, ...said };
}

/** The image of every page without its own. */
export function siteSharePicture({ town }: Visit): SharePicture {
  const place = placeOf(town);
  const foot = `Articles, news, events, and polls of ${place}`;
  return { section: 'site', siteTitle: town.title, headline: town.title, foot, image: undefined };
}

function written(
  { title, pubDate, description }: { title: string; pubDate: number; description: string },
  { town, siteUrl }: Visit,
): Said {
  const foot = `${placeOf(town)} — ${formatDate(pubDate, town)}`;
  return { headline: title, foot, image: ownImage(extractTeaser(description).image?.src, siteUrl) };
}

/** The path of a picture on this site. Others are not loaded: nobody can make the site send requests elsewhere. */
function ownImage(src: string | undefined, siteUrl: string): string | undefined {
  const path = src?.startsWith(`${siteUrl}/`) ? src.slice(siteUrl.length) : src;
  return path?.startsWith('/') ? path : undefined;
}
