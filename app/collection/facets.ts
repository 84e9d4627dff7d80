/** What a noun says of its items to the parts of the site that work across nouns. */
import type { SelectQueryBuilder } from 'kysely';
import type { ReadDb } from '#app/database/handles.ts';
import type { SafeHtml } from '#app/html/sanitize.server.ts';
import type { TownClock } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

/** What a page may use to describe items. `keepUntil` is called with the instant at which the description expires. */
export type FacetContext = {
  read: ReadDb;
  town: Town;
  now: number;
  siteUrl: string;
  keepUntil: (instant: number) => void;
};

export type SearchFacet = {
  /** Lower comes first among equally good matches of several collections. */
  rank: number;
  /**
   * What the date of a match is: when it was published, when it takes place, only when it was added, which says nothing
   * to readers, or nothing at all, so that a search of certain days leaves the collection out.
   */
  date: 'published' | 'takes-place' | 'added' | 'none';
  /** The items with these ids, in any order; ids that no public item has are left out. */
  listFound: (db: ReadDb, ids: string[], context: FoundContext) => Promise<FoundItem[]>;
};

export type FoundContext = {
  clock: TownClock;
  now: number;
  /** Called with the instant at which what a result says expires. */
  keepUntil?: ((instant: number) => void) | undefined;
};

/** An item as a search result shows it. `text` is plain; `href` leads to its page, or out of the site. */
export type FoundItem = { id: string; title: string; text: string; href: string; facts: string[] };

export type SitemapFacet = {
  /** The columns of `SitemapRow` and of the collection's order, of public items alone. */
  select: (db: ReadDb) => unknown;
  /** Items before this value of the order are left out. */
  start?: (now: number) => number;
};

/** Instants are UTC epoch milliseconds. `closedAt`: its page changed then too. */
export type SitemapRow = { id: string; title: string; updatedAt: number; closedAt?: number | null };

/** As `walkRange` takes the query of a sitemap. */
// biome-ignore lint/suspicious/noExplicitAny: each noun selects from its own table
export type SitemapQuery = SelectQueryBuilder<any, any, SitemapRow>;

/** The news sitemap lists collections that have this. */
export type StoriesFacet = {
  /** What was published from `from` to `now`, both included, newest first. */
  list: (db: ReadDb, request: { from: number; now: number; limit: number }) => Promise<Story[]>;
};

export type Story = { id: string; title: string; pubDate: number };

export type FeedFacet = {
  /** What its feed contains, in words: 'Polls and their results'. */
  contents: string;
  /** Newest first; of one source, or those with these ids, when they are given. */
  list: (context: FacetContext, request: FeedRequest) => Promise<FeedDraft[]>;
  /** When the next item dated after `now` is published; absent where none is dated ahead. */
  findNext?: (db: ReadDb, now: number) => Promise<number | undefined>;
  /** The names of the sources; absent where items have none. */
  listSources?: (db: ReadDb) => Promise<string[]>;
};

export type FeedRequest = { limit: number; source?: string | undefined; ids?: string[] | undefined };

/** An item whose text is only written when there is room for it. `at` is when it is news: feeds are sorted by it. */
export type FeedDraft = { at: number; size: number; write: (isWhole: boolean) => FeedItem };

/** Addresses are whole, instants UTC epoch milliseconds, texts may contain what XML cannot. */
export type FeedItem = {
  /** Stays the same for as long as the item lives: neither its title nor its address is in it. */
  id: string;
  collection: string;
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
  event: FeedEventFacts | undefined;
};

export type FeedEventFacts = {
  /** RFC 3339 with the town's offset, or a date for the whole day. */
  start: string;
  /** Of whole days the last one. */
  end: string | undefined;
  location: string;
  status: 'scheduled' | 'cancelled' | 'postponed' | 'moved';
  /** Of a moved event: when it was to begin at first. */
  previousStart: string | undefined;
};

/** What the picture of a shared link says; everything in it can be read on the item's page. */
export type PictureWords = {
  headline: string;
  /** The line at the foot: where and when. */
  foot: string;
  /** The address of the item's own image; one on another site is not shown. */
  image: string | undefined;
};

/** One line of an admin list: the title, with a mark where there is something to notice, then a text for each further column. */
export type AdminRow = {
  id: string;
  title: string;
  mark?: { tone: string; word: string } | undefined;
  cells: string[];
};

export type AdminListFacet<Item> = {
  /** Headings of the title's column and of each further one. */
  columns: string[];
  /** The rows of these items, in their order. */
  listRows: (items: Item[], context: FacetContext) => AdminRow[] | Promise<AdminRow[]>;
  /** What to think of before an item is deleted, in a sentence. */
  beforeRemoval?: string;
  /** Narrower lists beside the whole one. */
  views?: AdminView[];
};

/**
 * A list to choose, by `?show={name}`; the first is shown without it. `from` bounds it as the API's list, undefined for
 * the whole list.
 */
export type AdminView = {
  name: string;
  label: string;
  from: (context: FacetContext) => number | undefined;
};
