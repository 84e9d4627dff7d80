/** A feed's content, independent of its format; and the addresses of the feeds. */
import type { Collections } from '#app/items/collection/collection.ts';
import type { FeedItem } from '#app/items/collection/facets.ts';
import { tagKeyOf } from '#app/items/text/tag.ts';
import { readSearchAddress, type SearchAddress, searchPathOf } from '#app/site/search/search-address.ts';
import { type FeedFormat, type FeedName, feedFormats } from './feed-names.ts';

/** Which feed in which format: of all sources, of one, of a tag or of a search. */
export type FeedAddress = FeedChoice & { name: FeedName; format: FeedFormat };

/** The part of an address's parameters. */
export type FeedChoice = {
  source?: string | undefined;
  /** The slug of a body that meets. */
  body?: string | undefined;
  /** The key of a tag. */
  tag?: string | undefined;
  search?: SearchAddress | undefined;
};

/** A feed. Addresses are absolute, instants UTC epoch milliseconds, texts may contain characters that XML forbids. */
export type Feed = {
  id: string;
  title: string;
  description: string;
  /** A language tag, 'en-US'. */
  language: string;
  siteUrl: string;
  siteTitle: string;
  /** The corresponding page. */
  homeUrl: string;
  selfUrl: string;
  /** Where readers can subscribe to notifications. */
  hubUrl: string | undefined;
  updated: number;
  items: ListedItem[];
};

/** `category` is its collection's heading: 'Articles'. */
export type ListedItem = FeedItem & { category: string; documents: FeedDocument[] };

/** `type` is a media type, `url` absolute. */
export type FeedDocument = { url: string; title: string; type: string; bytes: number };

/** The path of a feed: '/feeds/news.rss', '/feeds/news.rss?source=The+Ledger', '/feeds/search.atom?q=snow'. */
export function feedPath({ name, format, source, body, tag, search }: FeedAddress): string {
  const query = search
    ? searchPathOf(search).replace('/search', '')
    : tag !== undefined
      ? `?${new URLSearchParams({ tag })}`
      : source === undefined
        ? body === undefined
          ? ''
          : `?${new URLSearchParams({ body })}`
        : `?${new URLSearchParams({ source })}`;
  return `/feeds/${name}.${format}${query}`;
}

/** The feeds of every town: 'all', one for each collection that has one, meetings, urgent notices, and the issues of the newsletter. */
export function listFeedNames(collections: Collections): FeedName[] {
  const names = Object.values(collections).flatMap(({ name, facets: { feed } }) => (feed ? name : []));
  return ['all', ...names, 'meetings', 'notices', 'newsletter'];
}

/** The feed of a file below /feeds; undefined if there is none. */
export function readFeedFile(
  file: string,
  collections: Collections,
): Pick<FeedAddress, 'name' | 'format'> | undefined {
  const [, name = '', format] = /^([a-z]+)\.([a-z]+)$/.exec(file) ?? [];
  const isKnown = name === 'search' || listFeedNames(collections).includes(name);
  const written = feedFormats.find((one) => one === format);
  return isKnown && written ? { name, format: written } : undefined;
}

/**
 * The filter in an address. The feed of everything can be filtered by source or by tag, and so can collections whose
 * items have one. With a tag the source is ignored.
 */
export function readFeedChoice(name: FeedName, given: URLSearchParams, collections: Collections): FeedChoice {
  if (name === 'search') return { search: readSearchAddress(given, collections) };
  if (name === 'meetings') {
    const body = given.get('body')?.trim();
    return body && !body.includes('\0') ? { body } : {};
  }
  const tag = tagKeyOf(given.get('tag') ?? '');
  if (tag && (name === 'all' || collections[name]?.facets.tags)) return { tag };
  const source = given.get('source')?.trim();
  const hasSources = name === 'all' || collections[name]?.facets.feed?.listSources !== undefined;
  return hasSources && source && !source.includes('\0') ? { source } : {};
}
