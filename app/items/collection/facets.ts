/** What a collection provides to the parts of the site that work across collections. */
import type { SelectQueryBuilder } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Page, PageRequest } from '#app/platform/database/lists/paginate.server.ts';
import type { Remember } from '#app/platform/database/memory.server.ts';
import type { SafeHtml } from '#app/platform/html/sanitize.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import type { Town } from '#app/town/town.ts';

/** What the parts of the site that work across collections show of an item. */
export type ItemFacets<Item> = {
  /** Its list is not in the main navigation; absent for the sections of the site. */
  hasNoSection?: true;
  search: SearchFacet;
  sitemap: SitemapFacet;
  /** Absent if the collection has no feed. */
  feed?: FeedFacet;
  stories?: StoriesFacet;
  /** Present where items have tags. */
  tags?: TagsFacet;
  /** Present where there are proofs of publication. */
  proof?: ProofFacet<Item>;
  adminList: AdminListFacet<Item>;
  /** The share image of an item; undefined for an item without one. Absent if no item has one. */
  findSharePicture?: (context: FacetContext, id: string) => Promise<PictureWords | undefined>;
  /** The JSON-LD of an item's page (https://schema.org), from the facts that the page shows. */
  // biome-ignore lint/suspicious/noExplicitAny: each collection's page shows other facts
  jsonLd: (facts: any, site: SiteFacts) => object;
  /** The page of an item, loaded on first use: it is written with JSX, which the command-line tool can't load. */
  openPage?: () => Promise<PageFacet<Item>>;
};

/**
 * The context in which items are described. `keepUntil` is called with the instant at which the description expires.
 */
export type FacetContext = {
  read: ReadDb;
  town: Town;
  now: number;
  siteUrl: string;
  keepUntil: (instant: number) => void;
};

/** What a proof of publication contains of an item, besides its title. */
export type ProofFacet<Item> = {
  /** The text as readers see it, in lines. */
  linesOf: (item: Item, clock: TownClock) => string[];
  /** Texts in it of which readers see when they were posted and changed, by their names; '' for one that is missing. */
  partsOf?: (item: Item) => Record<string, string>;
};

/** The page of an item, for showing one that is not public. */
export type PageFacet<Item> = {
  /** The one of its route. */
  handle: RouteHandle;
  /** Its loader data, as visitors get it; nothing in it can be voted on. */
  load: (item: Item, context: PageContext) => object | Promise<object>;
};

export type PageContext = FacetContext & { remember: Remember };

export type SearchFacet = {
  /** Lower comes first among equally good matches of several collections. */
  rank: number;
  /**
   * The meaning of a match's date: when it was published, when it takes place, or when it was added (not shown to
   * readers). With 'none', a search with dates leaves the collection out.
   */
  date: 'published' | 'takes-place' | 'added' | 'none';
  /** The items with these ids, in any order; ids without a public item are left out. */
  listFound: (db: ReadDb, ids: string[], context: FoundContext) => Promise<FoundItem[]>;
};

export type FoundContext = {
  clock: TownClock;
  now: number;
  /** Called with the instant at which a result expires. */
  keepUntil?: ((instant: number) => void) | undefined;
};

/** An item as a search result shows it. `text` is plain; `href` leads to its page, or to another site. */
export type FoundItem = Listed & { text: string; href: string; facts: string[] };

export type SitemapFacet = {
  /** Selects the columns of `SitemapRow` and of the collection's order, of public items only. */
  select: (db: ReadDb) => unknown;
  /** Items before this value of the order are left out. */
  start?: (now: number) => number;
};

/** Instants are UTC epoch milliseconds. The item's page also changed at `closedAt`. */
export type SitemapRow = Listed & { updatedAt: number; closedAt?: number | null };

/** `slug`: of an item whose address has one of its own. */
type Listed = { id: string; title: string; slug?: string | null };

/** The query of a sitemap, for `walkRange`. */
// biome-ignore lint/suspicious/noExplicitAny: each collection selects from its own table
export type SitemapQuery = SelectQueryBuilder<any, any, SitemapRow>;

/** The news sitemap lists collections that have this. */
export type StoriesFacet = {
  /** Items published from `from` to `now`, both inclusive, newest first. */
  list: (db: ReadDb, request: { from: number; now: number; limit: number }) => Promise<Story[]>;
};

/** The public items that have a tag, which is named by its key in addresses. A tag exists while an item has it. */
export type TagsFacet = {
  /** The tag as readers see it; undefined if no item has it. */
  findName: (db: ReadDb, tag: string) => Promise<string | undefined>;
  /** The newest items with the tag. */
  listIds: (db: ReadDb, tag: string, limit: number) => Promise<string[]>;
  /** The tags after one, by their keys, each with the date of its newest item (UTC epoch milliseconds). */
  list: (db: ReadDb, request: { after: string; limit: number }) => Promise<{ tag: string; newest: number }[]>;
};

export type Story = { id: string; title: string; pubDate: number };

export type FeedFacet = {
  /** What its feed contains, as text: 'Polls and their results'. */
  contents: string;
  /** Newest first; if given, only those of one source or with these ids. */
  list: (context: FacetContext, request: FeedRequest) => Promise<FeedDraft[]>;
  /** When the next item dated after `now` is published; absent if items can't have a future date. */
  findNext?: (db: ReadDb, now: number) => Promise<number | undefined>;
  /** The names of the sources; absent if items have none. */
  listSources?: (db: ReadDb) => Promise<string[]>;
};

export type FeedRequest = { limit: number; source?: string | undefined; ids?: string[] | undefined };

/** An item whose text is only written if there is space for it. `at` is when it became news: feeds are sorted by it. */
export type FeedDraft = { at: number; size: number; write: (isWhole: boolean) => FeedItem };

/** Addresses are absolute, instants UTC epoch milliseconds, texts may contain characters that XML forbids. */
export type FeedItem = {
  /** Permanent: it contains neither title nor address. */
  id: string;
  collection: string;
  /** Its id in the collection. */
  itemId: string;
  title: string;
  /** The item's page on this site. */
  url: string;
  /** Its source, if that is another site. */
  sourceUrl: string | undefined;
  published: number;
  updated: number;
  author: { name: string; url: string } | undefined;
  /** The short summary or the first words, as plain text. */
  summary: string;
  /** The names of its tags. */
  tags?: string[];
  /** The whole text; undefined if there is no space for it. */
  html: SafeHtml | undefined;
  enclosure: { url: string; type: string } | undefined;
  /** An event's facts for programs. */
  event: FeedEventFacts | undefined;
};

export type FeedEventFacts = {
  /** RFC 3339 with the town's offset, or a date for an all-day event. */
  start: string;
  /** For all-day events the last day. */
  end: string | undefined;
  location: string;
  status: 'scheduled' | 'cancelled' | 'postponed' | 'moved';
  /** For a moved event: its first date. */
  previousStart: string | undefined;
};

/** The text of a share image; all of it is also on the item's page. */
export type PictureWords = {
  headline: string;
  /** The line at the bottom: where and when. */
  foot: string;
  /** The address of the item's own image; images on other sites are not used. */
  image: string | undefined;
  /** The id of the item's lead picture, which is shown instead. */
  picture?: string | null | undefined;
};

/**
 * One row of an admin list: the title, with a mark if there is something to notice and a text `under` it, then a text
 * for each further column. `time` is when a published item is dated, shown below its status.
 */
export type AdminRow = {
  id: string;
  title: string;
  mark?: { tone: string; word: string } | undefined;
  under?: string | undefined;
  time?: string;
  cells: string[];
  /** A page about an item while it is published, by its path below the item's form. */
  link?: { path: string; label: string } | undefined;
  /** It can't be deleted. */
  isPermanent?: boolean;
};

/**
 * The place of an item in its series: the series' id, `text` for the place ('Repeats weekly · date 3 of 10'), the item's
 * number by date and how many dates there are, and some of the dates that follow it.
 */
export type SeriesPosition = {
  seriesId: string;
  text: string;
  place: number;
  count: number;
  following: { id: string; text: string; mark?: { tone: string; word: string } | undefined }[];
};

/** Series in admin lists; only published items have a place in one. */
export type SeriesFacet<Item> = {
  /** The list with one row for each series: its first date, or the first on or after `from`. */
  listOnce: (db: ReadDb, request: PageRequest & { from?: number }) => Promise<Page<Item>>;
  /** The dates of one series, earliest first. */
  listDates: (db: ReadDb, seriesId: string, request: PageRequest) => Promise<Page<Item>>;
  /**
   * The places of those items that repeat, by their ids; with `isFolded`, each with dates that follow it. One query,
   * however many items there are.
   */
  findPlaces: (
    db: ReadDb,
    items: Item[],
    options: { clock: TownClock; isFolded: boolean },
  ) => Promise<Map<string, SeriesPosition>>;
};

export type AdminListFacet<Item> = {
  /** The headings of the title's column and of the others. */
  columns: string[];
  /** The rows of these items, in their order. */
  listRows: (items: Item[], context: FacetContext) => AdminRow[] | Promise<AdminRow[]>;
  /** Present where items can repeat. */
  series?: SeriesFacet<Item>;
  /** What to consider before an item is deleted, as a sentence. */
  beforeRemoval?: string;
  /** Filtered lists, in addition to the complete one. */
  views?: AdminView[];
  /** What goes on now, for the Overview: '5 this week'. One query; undefined when nothing does. */
  findCurrent?: (context: FacetContext) => Promise<CurrentItems | undefined>;
  /** The admin menu and the Overview list it after the other collections. */
  isLast?: true;
};

/** `href` is the list of these items. */
export type CurrentItems = { text: string; href: string };

/**
 * A list that `?show={name}` selects; the first is the default. `from` filters it like the API's list; undefined means
 * the complete list.
 */
export type AdminView = {
  name: string;
  label: string;
  from: (context: FacetContext) => number | undefined;
};

/** Rows of other tables that belong to an item. */
export type RelatedRows = {
  /** The column with the item's id. */
  of: string;
  /** The tables, in the order they are written, each with the column that identifies one of an item's rows. */
  tables: Readonly<Record<string, string>>;
  /** One and several of what counts most of it: 'vote', 'votes'. */
  words: readonly [string, string];
  count: (db: ReadDb, id: string) => Promise<number>;
  /**
   * Until when a deleted item's rows can link people to what they did: UTC epoch milliseconds, null for as long as the
   * item is kept. `item` is its row.
   */
  linkedUntil: (item: Record<string, unknown>) => number | null;
  /** A row without such links; undefined where nothing is left of it. */
  unlink: (table: string, row: Record<string, unknown>) => Record<string, unknown> | undefined;
  /** Does what became due while the item was not published, now that it is again. */
  settle: (db: WriteDb, id: string, now: number) => Promise<void>;
  /**
   * The tables whose deleted rows could link people to what they did until they are gone from the disk, each with the
   * index in whose order PostgreSQL rewrites it.
   */
  traced: readonly { table: string; index: string }[];
};
