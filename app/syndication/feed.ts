/** What a feed holds, before it is written in one of the three formats; and the addresses of the feeds. */
import type { SafeHtml } from '#app/html/sanitize.server.ts';

export const feedNames = ['all', 'articles', 'news', 'events', 'polls'] as const;
export const feedFormats = ['rss', 'atom', 'json'] as const;

export type FeedName = (typeof feedNames)[number];
export type FeedFormat = (typeof feedFormats)[number];

/** Which feed, of all or of one source, in which format. */
export type FeedAddress = { name: FeedName; format: FeedFormat; source?: string | undefined };

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

export type FeedItem = {
  /** Stays the same for as long as the item lives: neither its title nor its address is in it. */
  id: string;
  collection: Exclude<FeedName, 'all'>;
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
  end: string | undefined;
  location: string;
};

export const mediaTypes: Record<FeedFormat, string> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

export const formatLabels: Record<FeedFormat, string> = { rss: 'RSS', atom: 'Atom', json: 'JSON Feed' };

/** The path of a feed: '/feeds/news.rss', '/feeds/news.rss?source=The+Ledger'. */
export function feedPath({ name, format, source }: FeedAddress): string {
  const query = source === undefined ? '' : `?${new URLSearchParams({ source })}`;
  return `/feeds/${name}.${format}${query}`;
}

/** The feed that a file below /feeds names; undefined when there is none. */
export function readFeedFile(file: string): FeedAddress | undefined {
  const [, name, format] = /^([a-z]+)\.([a-z]+)$/.exec(file) ?? [];
  const known = feedNames.find((one) => one === name);
  const written = feedFormats.find((one) => one === format);
  return known && written && { name: known, format: written };
}

/** Whether a feed can be had of one source alone: events and polls name none. */
export function hasSources(name: FeedName): boolean {
  return name === 'all' || name === 'articles' || name === 'news';
}

/** The source that an address asks for, as it is looked for; undefined for all of them. */
export function readSource(name: FeedName, given: URLSearchParams): string | undefined {
  const source = given.get('source')?.trim();
  return hasSources(name) && source && !source.includes('\0') ? source : undefined;
}

/** What a feed is of, in plain words: 'Articles', 'News', 'Everything'. */
export const feedTitles: Record<FeedName, string> = {
  all: 'Everything',
  articles: 'Articles',
  news: 'News',
  events: 'Events',
  polls: 'Polls',
};
