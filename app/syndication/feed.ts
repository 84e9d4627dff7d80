/** A feed's content, independent of its format; and the addresses of the feeds. */
import type { EventStatus } from '#app/events/event.ts';
import type { SafeHtml } from '#app/html/sanitize.server.ts';
import { readSearchAddress, type SearchAddress, searchPathOf } from '#app/search/search-address.ts';
import { type FeedFormat, type FeedName, feedFormats, feedNames } from './feed-names.ts';

/** Which feed in which format: of all sources, of one, or of a search. */
export type FeedAddress = FeedChoice & { name: FeedName; format: FeedFormat };

/** The part of an address's parameters. */
export type FeedChoice = { source?: string | undefined; search?: SearchAddress | undefined };

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
  items: FeedItem[];
};

export type FeedCollection = Exclude<FeedName, 'all' | 'search'>;

export type FeedItem = {
  /** Permanent: it contains neither title nor address. */
  id: string;
  collection: FeedCollection;
  title: string;
  /** The item's page on this site. */
  url: string;
  /** Its source, if that is another site. */
  sourceUrl: string | undefined;
  published: number;
  updated: number;
  author: { name: string; url: string } | undefined;
  /** The first words, as plain text. */
  summary: string;
  /** The whole text; undefined if there is no space for it. */
  html: SafeHtml | undefined;
  enclosure: { url: string; type: string } | undefined;
  /** An event's facts for programs. */
  event: EventFacts | undefined;
};

export type EventFacts = {
  /** RFC 3339 with the town's offset, or a date for an all-day event. */
  start: string;
  /** For all-day events the last day. */
  end: string | undefined;
  location: string;
  status: EventStatus;
  /** For a moved event: its first date. */
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

/** The feed of a file below /feeds; undefined when there is none. */
export function readFeedFile(file: string): Pick<FeedAddress, 'name' | 'format'> | undefined {
  const [, name, format] = /^([a-z]+)\.([a-z]+)$/.exec(file) ?? [];
  const known = ([...feedNames, 'search'] as const).find((one) => one === name);
  const written = feedFormats.find((one) => one === format);
  return known && written && { name: known, format: written };
}

/** The filter in an address. Articles and news can be filtered by source: events and polls have none. */
export function readFeedChoice(name: FeedName, given: URLSearchParams): FeedChoice {
  if (name === 'search') return { search: readSearchAddress(given) };
  const source = given.get('source')?.trim();
  const hasSources = name === 'all' || name === 'articles' || name === 'news';
  return hasSources && source && !source.includes('\0') ? { source } : {};
}
