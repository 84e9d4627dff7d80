import type { ReadDb } from '#app/database/handles.ts';
import { listPollDigests } from '#app/polls/poll-digest.server.ts';
import { startOfToday } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { type Feed, type FeedAddress, type FeedItem, type FeedName, feedPath, feedTitles } from './feed.ts';
import {
  articleDraft,
  type Draft,
  eventDraft,
  type ItemContext,
  newsDraft,
  pollDraft,
  tagOf,
} from './feed-items.server.ts';
import { listFeedArticles, listFeedEvents, listFeedNews } from './feed-store.server.ts';

/** How many items a feed has at most. */
const MOST_ITEMS = 30;

/** So many characters of text fit into a feed; items beyond have their first words alone. */
const MOST_TEXT = 256 * 1024;

export type FeedSources = {
  read: ReadDb;
  /** Counts votes, and notes nowhere that it did. */
  votes: ReadDb;
  town: Town;
  now: number;
  siteUrl: string;
  keepUntil: (instant: number) => void;
};

/**
 * The feed at an address: the newest thirty items with their whole text, as long as there is room. Undefined for a
 * source that nothing is from.
 */
export async function loadFeed(address: FeedAddress, sources: FeedSources): Promise<Feed | undefined> {
  const { town, now, siteUrl } = sources;
  const context = { siteUrl, now, clock: { timeZone: town.timeZone, locale: town.locale } };
  const drafts = await listDrafts(address, sources, context);
  if (address.source !== undefined && drafts.length === 0) return undefined;
  const items = writeItems(drafts);
  const { name, source } = address;
  return {
    id: tagOf(siteUrl, `feeds/${name}${source === undefined ? '' : `/${encodeURIComponent(source)}`}`),
    title: titleOf(address, town),
    description: descriptionOf(address, town),
    language: town.locale,
    siteUrl,
    siteTitle: town.title,
    homeUrl: `${siteUrl}${name === 'all' ? '/articles' : `/${name}`}`,
    selfUrl: siteUrl + feedPath(address),
    hubUrl: undefined,
    // Of an empty feed nothing ever changed; the day does not differ from one node to another.
    updated: Math.max(...items.map(({ updated }) => updated), startOfEmpty(items, now, town.timeZone)),
    items,
  };
}

function startOfEmpty(items: FeedItem[], now: number, zone: string): number {
  return items.length > 0 ? Number.NEGATIVE_INFINITY : startOfToday(now, zone);
}

type Listing = (sources: FeedSources, context: ItemContext, source: string | undefined) => Promise<Draft[]>;

const limit = MOST_ITEMS;

const listings: Record<Exclude<FeedName, 'all'>, Listing> = {
  articles: async ({ read }, context, source) =>
    (await listFeedArticles(read, { limit, source })).map((row) => articleDraft(row, context)),
  news: async ({ read }, context, source) =>
    (await listFeedNews(read, { limit, source })).map((row) => newsDraft(row, context)),
  events: async ({ read, now, town }, context) => {
    const from = startOfToday(now, town.timeZone);
    return (await listFeedEvents(read, { limit, from })).map((row) => eventDraft(row, context));
  },
  polls: async ({ read, votes, now, keepUntil }, context) => {
    const { locale } = context.clock;
    const polls = await listPollDigests(read, { now, limit, locale, votes, keepUntil });
    return newestFirst(polls.map((poll) => pollDraft(poll, context)));
  },
};

async function listDrafts({ name, source }: FeedAddress, sources: FeedSources, context: ItemContext) {
  if (name !== 'all') return listings[name](sources, context, source);
  const asked = source === undefined ? Object.values(listings) : [listings.articles, listings.news];
  const found = await Promise.all(asked.map((list) => list(sources, context, source)));
  return newestFirst(found.flat()).slice(0, MOST_ITEMS);
}

function newestFirst(drafts: Draft[]): Draft[] {
  return drafts.toSorted((one, other) => other.at - one.at);
}

function writeItems(drafts: Draft[]): FeedItem[] {
  let room = MOST_TEXT;
  return drafts.map(({ size, write }) => {
    const isWhole = size <= room;
    if (isWhole) room -= size;
    return write(isWhole);
  });
}

function titleOf({ name, source }: FeedAddress, { title }: Town): string {
  if (source !== undefined)
    return name === 'all' ? `${title}: ${source}` : `${title}: ${feedTitles[name]} from ${source}`;
  return name === 'all' ? title : `${title}: ${feedTitles[name]}`;
}

const contents: Record<FeedName, string> = {
  all: 'Articles, news, events and polls',
  articles: 'Articles',
  news: 'News',
  events: 'Events, newly published and changed',
  polls: 'Polls and their results',
};

function descriptionOf({ name, source }: FeedAddress, { town, state }: Town): string {
  const what =
    source === undefined
      ? contents[name]
      : `${name === 'all' ? 'Articles and news' : contents[name]} from ${source}`;
  return `${what}. ${town}, ${state}.`;
}
