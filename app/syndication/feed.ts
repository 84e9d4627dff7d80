/** What a feed holds, before it is written in one of the three formats; and the addresses of the feeds. */
import type { EventStatus } from '#app/events/event.ts';
import type { SafeHtml } from '#app/html/sanitize.server.ts';
import { readSearchAddress, type SearchAddress, searchPathOf } from '#app/search/search-address.ts';
import { type FeedFormat, type FeedName, feedFormats, feedNames } from './feed-names.ts';

/** Which feed in which format: of all sources or of one, or of a search. */
export type FeedAddress = FeedChoice & { name: FeedName; format: FeedFormat };

/** What is chosen by the parameters of an address. */
export type FeedChoice = { source?: string | undefined; search?: SearchAddress | undefined };

/** A feed. Addresses are whole, instants UTC epoch milliseconds, texts may hold what XML cannot. */
export type Feed = {
  id: string;
  title: string;
  description: string;
  /** A language tag, 'en-US'. */
  language: string;
  siteUrl: string;
  siteTitle: string;
  /** The page that shows the same. */
  homeUrl: string;
  selfUrl: string;
  /** Where readers may ask to be told of changes. */
  hubUrl: string | undefined;
  updated: number;
  items: FeedItem[];
};

export type FeedCollection = Exclude<FeedName, 'all' | 'search'>;

export type FeedItem = {
  /** Stays the same for as long as the item lives: neither its title nor its address is in it. */
  id: string;
  collection: FeedCollection;
  title: string;
  /** The item's page on this site. */
  url: string;
  /** Where it comes from, when that is another site. */
  sourceUrl: string | undefined;
  published: number;
  updated: number;
  author: { name: string; url: string } | undefined;
  /** The first words, as plain text. */
  summary: string;
  /** The whole text; undefined where there is no room for it. */
  html: SafeHtml | undefined;
  enclosure: { url: string; type: string } | undefined;
  /** An event's facts for programs. */
  event: EventFacts | undefined;
};

export type EventFacts = {
  /** RFC 3339 with the town's offset, or a date for the whole day. */
  start: string;
  /** Of whole days the last one. */
  end: string | undefined;
  location: string;
  status: EventStatus;
  /** Of a moved event: when it was to begin at first. */
  previousStart: string | undefined;
};

/** The path of a feed: '/feeds/news.rss', '/feeds/news.rss?source=The+Ledger', '/feeds/search.atom?q=snow'. */
export function feedPath({ name, format, source, search }: FeedAddress): string {
  const query = search
    ? searchPathOf(search).replace('/search', '')
    : source === undefined
      ? ''
      : `?${new URLSearchParams({ source })}`;
  return `/feeds/${name}.${format}${query}`;
}

/** The feed that a file below /feeds names; undefined when there is none. */
export function readFeedFile(file: string): Pick<FeedAddress, 'name' | 'format'> | undefined {
  const [, name, format] = /^([a-z]+)\.([a-z]+)$/.exec(file) ?? [];
  const known = ([...feedNames, 'search'] as const).find((one) => one === name);
  const written = feedFormats.find((one) => one === format);
  return known && written && { name: known, format: written };
}

/** What of it an address asks for. One source can be had of articles and news: events and polls name none. */
export function readFeedChoice(name: FeedName, given: URLSearchParams): FeedChoice {
  if (name === 'search') return { search: readSearchAddress(given) };
  const source = given.get('source')?.trim();
  const hasSources = name === 'all' || name === 'articles' || name === 'news';
  return hasSources && source && !source.includes('\0') ? { source } : {};
}
