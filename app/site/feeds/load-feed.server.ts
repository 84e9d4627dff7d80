import { listHeadings } from '#app/items/collection/capitalize.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { tagOf } from '#app/items/lists/feed-draft.server.ts';
import { tagPathOf } from '#app/items/text/tag.ts';
import { issueFeed } from '#app/newsletter/issues/issue-feed.server.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { searchPathOf } from '#app/site/search/search-address.ts';
import type { Town } from '#app/town/town.ts';
import { type Feed, type FeedAddress, feedPath, type ListedItem } from './feed.ts';
import { type FeedSources, type ListedDraft, listDrafts } from './list-drafts.server.ts';

/** How many characters of text fit into a feed; further items have only their first words. */
const MOST_TEXT = 256 * 1024;

/**
 * The feed at an address: the newest thirty items with their whole text, if there is space. Undefined for a source
 * without items, and an empty search.
 */
export async function loadFeed(address: FeedAddress, sources: FeedSources): Promise<Feed | undefined> {
  const { town, now, siteUrl, collections } = sources;
  const drafts = await listDrafts(address, sources);
  if (!drafts) return undefined;
  const items = writeItems(drafts);
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
    // Feeds of one source, of tags and of searches are not announced.
    hubUrl: address.source || address.tag || address.search ? undefined : URL.parse(town.webSubHub)?.href,
    updated: latestOf(items) ?? startOfToday(now, town.timeZone),
    items,
  };
}

/** Undefined for an empty feed: nothing ever changed, and the value must be the same on every node. */
function latestOf(items: ListedItem[]): number | undefined {
  return items.length > 0 ? Math.max(...items.map(({ updated }) => updated)) : undefined;
}

function writeItems(drafts: ListedDraft[]): ListedItem[] {
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
  { name, source, search, tag, topic }: FeedAddress & { topic: string | undefined },
  { title, town, state }: Pick<Town, 'title' | 'town' | 'state'>,
  collections: Collections,
): FeedWords {
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
  const collection = [...fed, issueFeed].find((one) => one.name === name);
  const homePath = collection ? `/${name}` : '/articles';
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
