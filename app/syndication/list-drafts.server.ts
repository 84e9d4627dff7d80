import { asksForSomething } from '#app/content/search-query.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';
import { listPollDigests } from '#app/polls/poll-digest.server.ts';
import { findMatches, type Match } from '#app/search/search.server.ts';
import { type SearchAddress, searchQueryOf } from '#app/search/search-address.ts';
import { startOfToday } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { FeedAddress, FeedCollection } from './feed.ts';
import {
  articleDraft,
  type Draft,
  eventDraft,
  type ItemContext,
  newsDraft,
  pollDraft,
} from './feed-items.server.ts';
import type { FeedName } from './feed-names.ts';
import { findNextPublication, listFeedArticles, listFeedEvents, listFeedNews } from './feed-store.server.ts';

export type FeedSources = {
  read: ReadDb;
  town: Town;
  now: number;
  siteUrl: string;
  keepUntil: (instant: number) => void;
};

/** The maximum number of items in a feed. */
const MOST_ITEMS = 30;

/** How many matches of a search are read to find the newest. */
const MOST_MATCHES = 1000;

/** The items of a feed, newest first; undefined when there is no such feed. */
export async function listDrafts(address: FeedAddress, sources: FeedSources): Promise<Draft[] | undefined> {
  const { name, search, source } = address;
  if (name !== 'search')
    return inSnapshot(sources.read, (read) => listIn(name, source, { ...sources, read }));
  await endAtNextPublication(collectionsIn.search, sources);
  return search && listFound(search, sources, contextOf(sources));
}

function contextOf({ town, now, siteUrl }: FeedSources): ItemContext {
  return { siteUrl, now, clock: { timeZone: town.timeZone, locale: town.locale } };
}

async function listIn(
  name: Exclude<FeedName, 'search'>,
  source: string | undefined,
  sources: FeedSources,
): Promise<Draft[] | undefined> {
  const context = contextOf(sources);
  const asked = name === 'all' && source !== undefined ? sourced : collectionsIn[name];
  await endAtNextPublication(asked, sources);
  if (name !== 'all' && source === undefined) return listings[name](sources, context, {});
  const drafts = await listNewest(asked, sources, context, { source });
  return source !== undefined && drafts.length === 0 ? undefined : drafts;
}

/** Items with a future date appear in feeds at their time. */
async function endAtNextPublication(
  names: FeedCollection[],
  { read, now, keepUntil }: FeedSources,
): Promise<void> {
  // Polls open by schedule, which their list reports.
  const tables = names.filter((name) => name !== 'polls').map((name) => tableOf[name]);
  const instants = await Promise.all(tables.map((table) => findNextPublication(read, table, now)));
  for (const instant of instants) keepUntil(instant ?? Number.POSITIVE_INFINITY);
}

const tableOf = { articles: 'article', news: 'news_item', events: 'event' } as const;

const everything: FeedCollection[] = ['articles', 'news', 'events', 'polls'];
const sourced: FeedCollection[] = ['articles', 'news'];
const collectionsIn: Record<FeedName, FeedCollection[]> = {
  all: everything,
  search: everything,
  articles: ['articles'],
  news: ['news'],
  events: ['events'],
  polls: ['polls'],
};

type Chosen = { source?: string | undefined; ids?: string[] | undefined };
type Listing = (sources: FeedSources, context: ItemContext, chosen: Chosen) => Promise<Draft[]>;

const limit = MOST_ITEMS;

const listings: Record<FeedCollection, Listing> = {
  articles: async ({ read, now }, context, { source, ids }) =>
    (await listFeedArticles(read, { now, limit, source, ids })).map((row) => articleDraft(row, context)),
  news: async ({ read, now }, context, { source, ids }) =>
    (await listFeedNews(read, { now, limit, source, ids })).map((row) => newsDraft(row, context)),
  events: async ({ read, now, town }, context, { ids }) => {
    const from = startOfToday(now, town.timeZone);
    return (await listFeedEvents(read, { now, limit, from, ids })).map((row) => eventDraft(row, context));
  },
  polls: async ({ read, now, keepUntil }, context, { ids }) => {
    const { locale } = context.clock;
    const polls = await listPollDigests(read, { now, limit, ids, locale, keepUntil });
    return newestFirst(polls.map((poll) => pollDraft(poll, context)));
  },
};

async function listNewest(
  names: FeedCollection[],
  sources: FeedSources,
  context: ItemContext,
  chosen: Chosen,
): Promise<Draft[]> {
  const found = await Promise.all(names.map((name) => listings[name](sources, context, chosen)));
  return newestFirst(found.flat()).slice(0, MOST_ITEMS);
}

function newestFirst(drafts: Draft[]): Draft[] {
  return drafts.toSorted((one, other) => other.at - one.at);
}

/** The newest matches of a search: its followers have seen the best ones. Businesses are not news. */
async function listFound(search: SearchAddress, sources: FeedSources, context: ItemContext) {
  const { read, town, now } = sources;
  const query = searchQueryOf(search, town.timeZone);
  if (!asksForSomething(query)) return undefined;
  const { matches } = await findMatches(read, query, { now, zone: town.timeZone, limit: MOST_MATCHES });
  const found = await inSnapshot(read, (db) =>
    Promise.all(
      everything.map((name) => {
        const ids = newestIds(matches, name, now);
        return ids.length > 0 ? listings[name]({ ...sources, read: db }, context, { ids }) : [];
      }),
    ),
  );
  return newestFirst(found.flat()).slice(0, MOST_ITEMS);
}

function newestIds(matches: Match[], name: FeedCollection, now: number): string[] {
  const ofKind = matches.filter(
    // An event's date is its day.
    ({ collection, date }) => collection === name && (name === 'events' || date <= now),
  );
  return ofKind
    .toSorted((one, other) => other.date - one.date)
    .slice(0, MOST_MATCHES / 10)
    .map(({ id }) => id);
}
