import { meetingFeed } from '#app/events/meetings/meeting-feed.server.tsx';
import { listHeadings } from '#app/items/collection/capitalize.ts';
import type { Collection, CollectionName, Collections } from '#app/items/collection/collection.ts';
import type { FacetContext, FeedDraft, FeedFacet, FeedRequest } from '#app/items/collection/facets.ts';
import { tagOf } from '#app/items/lists/feed-draft.server.ts';
import { asksForSomething } from '#app/items/lists/search-query.ts';
import { findMatches, type Match } from '#app/items/search/find-matches.server.ts';
import { tagPathOf } from '#app/items/text/tag.ts';
import { issueFeed } from '#app/newsletter/issues/issue-feed.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { type SearchAddress, searchPathOf, searchQueryOf } from '#app/site/search/search-address.ts';
import { findBody } from '#app/town/bodies.ts';
import type { Town } from '#app/town/town.ts';
import { type Feed, type FeedAddress, feedPath, type ListedItem } from './feed.ts';
import { withDocuments } from './feed-documents.server.tsx';
import { listCurrentNotices, noticeFeed } from './notice-feed.server.ts';

/** How many characters of text fit into a feed; further items have only their first words. */
const MOST_TEXT = 256 * 1024;

/**
 * The feed at an address: the newest thirty items with their whole text, if there is space. Undefined for a source
 * without items, a body that the town does not have, and an empty search.
 */
export async function loadFeed(address: FeedAddress, sources: FeedSources): Promise<Feed | undefined> {
  const { town, now, siteUrl, collections } = sources;
  const drafts = await listDrafts(address, sources);
  if (!drafts) return undefined;
  const items = await withDocuments(writeItems(drafts), sources);
  const path = feedPath(address);
  const topic = address.tag && (await findTopic(address.tag, sources));
  const { homePath, ...words } = describeFeed({ ...address, topic }, town, collections);
  return {
    ...words,
    // The same feed in another format is another document of the same feed.
    id: tagOf(siteUrl, path.slice(1).replace(`.${address.format}`, '').replace('?', '/')),
    language: languageOfTexts(town.locale),
    siteUrl,
    siteTitle: town.title,
    selfUrl: siteUrl + path,
    homeUrl: siteUrl + homePath,
    // Feeds of one source, of a body, of tags and of searches are not announced.
    hubUrl:
      address.source || address.body || address.tag || address.search
        ? undefined
        : URL.parse(town.webSubHub)?.href,
    updated: latestOf(items) ?? startOfToday(now, town.timeZone),
    items,
  };
}

/** Undefined for an empty feed: nothing ever changed, and the value must be the same on every node. */
function latestOf(items: ListedItem[]): number | undefined {
  return items.length > 0 ? Math.max(...items.map(({ updated }) => updated)) : undefined;
}

function writeItems(drafts: ListedDraft[]): Omit<ListedItem, 'documents'>[] {
  let room = MOST_TEXT;
  return drafts.map(({ size, write, category }) => {
    const isWhole = size <= room;
    if (isWhole) room -= size;
    return { ...write(isWhole), category };
  });
}

/** The name of a tag, as the first collection that has it shows it. */
async function findTopic(tag: string, { read, collections }: FeedSources): Promise<string | undefined> {
  for (const {
    facets: { tags },
  } of Object.values(collections)) {
    const name = await tags?.findName(read, tag);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** The title and description of a feed, and the path of the corresponding page. */
type FeedWords = { title: string; description: string; homePath: string };

function describeFeed(
  { name, source, search, tag, topic, body: slug }: FeedAddress & { topic: string | undefined },
  settings: Town,
  collections: Collections,
): FeedWords {
  const { title, town, state } = settings;
  const place = `${town}, ${state}.`;
  if (name === 'search') {
    const asked = search ?? { q: '' };
    return {
      title: `${title}: ${asked.q}`,
      description: `Search results for ${asked.q}, newest first. ${place}`,
      homePath: searchPathOf(asked),
    };
  }
  const fed = Object.values(collections).filter(({ facets: { feed } }) => feed);
  const collection = [...fed, meetingFeed, noticeFeed, issueFeed].find((one) => one.name === name);
  const homePath = collection ? `/${name}` : '/articles';
  const body = slug === undefined ? undefined : findBody(settings, slug);
  if (body)
    return {
      title: `${title}: ${body.name}`,
      description: `Agendas and minutes of the ${body.name}. ${place}`,
      homePath: `/meetings/${encodeURIComponent(body.slug)}`,
    };
  if (tag !== undefined && topic !== undefined) {
    const what = listHeadings(fed.filter(({ facets: { tags } }) => tags));
    return {
      title: `${title}: ${topic}`,
      description: `${what} about ${topic}. ${place}`,
      homePath: tagPathOf(tag),
    };
  }
  if (source !== undefined) {
    const called = collection ? `${collection.heading} from ${source}` : source;
    const what = listHeadings(
      collection ? [collection] : fed.filter(({ facets: { feed } }) => feed?.listSources),
    );
    return { title: `${title}: ${called}`, description: `${what} from ${source}. ${place}`, homePath };
  }
  return {
    title: collection ? `${title}: ${collection.heading}` : title,
    description: `${collection?.facets.feed?.contents ?? listHeadings(fed)}. ${place}`,
    homePath,
  };
}

type FeedSources = FacetContext & { collections: Collections };

/** The maximum number of items in a feed. */
const MOST_ITEMS = 30;

/** How many matches of a search are read to find the newest. */
const MOST_MATCHES = 1000;

/** Something that has a feed. */
type Listed = Pick<Collection, 'name' | 'heading'> & {
  facets: Pick<Collection['facets'], 'tags'> & { feed: FeedFacet };
};

/** A collection that has a feed. */
type Fed = Collection & Listed;

/** `category` is its collection's heading: 'Articles'. */
type ListedDraft = FeedDraft & { category: string };

/** The items of a feed, newest first; undefined if there is no such feed. */
async function listDrafts(
  { name, search, source, body, tag }: FeedAddress,
  sources: FeedSources,
): Promise<ListedDraft[] | undefined> {
  const fed = listFed(sources.collections);
  if (name !== 'search') {
    const asked =
      name === 'all' ? fed : [...fed, meetingFeed, noticeFeed, issueFeed].filter((one) => one.name === name);
    return inSnapshot(sources.read, async (read) => {
      const own = { ...sources, read };
      if (tag !== undefined) return listTagged(asked, tag, own);
      if (body !== undefined && !findBody(own.town, body)) return undefined;
      if (body !== undefined) return listDraftsOf(meetingFeed, own, { source: body });
      const drafts = listOf(asked, source, own);
      return name === 'all' && source === undefined ? withNotices(await drafts, own) : drafts;
    });
  }
  await endAtNextPublication(fed, sources);
  return search && listFound(fed, search, sources);
}

/** Urgent notices are at the top of the feed of everything while they are up. */
async function withNotices(drafts: ListedDraft[] = [], sources: FeedSources): Promise<ListedDraft[]> {
  await endAtNextPublication([noticeFeed], sources);
  const notices = await listCurrentNotices(sources);
  const listed = notices.map((draft) => ({ ...draft, category: noticeFeed.heading }));
  return [...listed, ...drafts].slice(0, MOST_ITEMS);
}

function listFed(collections: Collections): Fed[] {
  return Object.values(collections).filter((one): one is Fed => one.facets.feed !== undefined);
}

async function listOf(
  asked: Listed[],
  source: string | undefined,
  sources: FeedSources,
): Promise<ListedDraft[] | undefined> {
  const chosen = source === undefined ? asked : asked.filter(({ facets }) => facets.feed.listSources);
  await endAtNextPublication(chosen, sources);
  const [only, ...others] = chosen;
  // The feed of a single collection has the collection's own order.
  if (only && others.length === 0 && source === undefined) return listDraftsOf(only, sources, {});
  const drafts = await listNewest(chosen, sources, { source });
  return source !== undefined && drafts.length === 0 ? undefined : drafts;
}

/** The newest items with a tag; undefined if no item has it. */
async function listTagged(
  asked: Listed[],
  tag: string,
  sources: FeedSources,
): Promise<ListedDraft[] | undefined> {
  await endAtNextPublication(asked, sources);
  const drafts = await Promise.all(
    asked.map(async (collection) => {
      const ids = (await collection.facets.tags?.listIds(sources.read, tag, MOST_ITEMS)) ?? [];
      return ids.length > 0 ? listDraftsOf(collection, sources, { ids }) : [];
    }),
  );
  return drafts.every((list) => list.length === 0) ? undefined : newestOf(drafts);
}

/** Items with a future date appear in feeds at their time. */
async function endAtNextPublication(fed: Listed[], { read, now, keepUntil }: FeedSources): Promise<void> {
  const instants = await Promise.all(fed.map(({ facets }) => facets.feed.findNext?.(read, now)));
  for (const instant of instants) keepUntil(instant ?? Number.POSITIVE_INFINITY);
}

async function listDraftsOf(
  { heading, facets: { feed } }: Listed,
  sources: FeedSources,
  chosen: Omit<FeedRequest, 'limit'>,
): Promise<ListedDraft[]> {
  const drafts = await feed.list(sources, { ...chosen, limit: MOST_ITEMS });
  return drafts.map((draft) => ({ ...draft, category: heading }));
}

async function listNewest(
  fed: Listed[],
  sources: FeedSources,
  chosen: Omit<FeedRequest, 'limit'>,
): Promise<ListedDraft[]> {
  return newestOf(await Promise.all(fed.map((collection) => listDraftsOf(collection, sources, chosen))));
}

function newestOf(drafts: ListedDraft[][]): ListedDraft[] {
  return drafts
    .flat()
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST_ITEMS);
}

/** The newest matches of a search: its followers have seen the best ones. Collections without a feed are left out. */
async function listFound(
  fed: Fed[],
  search: SearchAddress,
  sources: FeedSources,
): Promise<ListedDraft[] | undefined> {
  const { read, town, now, collections } = sources;
  const query = searchQueryOf(search, town.timeZone);
  if (!asksForSomething(query)) return undefined;
  const options = { collections, now, zone: town.timeZone, limit: MOST_MATCHES };
  const { matches } = await findMatches(read, query, options);
  const listMatching = (collection: Fed, db: ReadDb) => {
    const ids = newestIds(matches, collection, now);
    return ids.length > 0 ? listDraftsOf(collection, { ...sources, read: db }, { ids }) : [];
  };
  return newestOf(
    await inSnapshot(read, (db) => Promise.all(fed.map((collection) => listMatching(collection, db)))),
  );
}

function newestIds(matches: Match[], { name, facets: { search } }: Fed, now: number): string[] {
  const isOut = (date: number) => search.date === 'takes-place' || date <= now;
  return matches
    .filter(
      ({ collection, date }: { collection: CollectionName; date: number }) =>
        collection === name && isOut(date),
    )
    .toSorted((one, other) => other.date - one.date)
    .slice(0, MOST_MATCHES / 10)
    .map(({ id }) => id);
}
