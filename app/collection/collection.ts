import type { RawBuilder } from 'kysely';
import type * as z from 'zod';
import type { Viewer } from '#app/auth/viewer.ts';
import type { CountedOrder } from '#app/database/counted-list.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import type { FormValues } from '#app/forms/field-spec.ts';
import type { TextSource } from '#app/search-index/text-sources.ts';
import type { Town } from '#app/town/town.ts';
import type { SiteFacts } from '#app/ui/site-facts.ts';
import type {
  AdminListFacet,
  FacetContext,
  FeedFacet,
  PictureWords,
  SearchFacet,
  SitemapFacet,
  StoriesFacet,
} from './facets.ts';
import type { SeenItem } from './item-tag.ts';
import type { Problem } from './problem.ts';

/** The name of a collection in addresses, API and import: 'articles'. */
export type CollectionName = string;

/** What every stored item has besides its own fields. `version` is 1 when new and increases with each save. */
export type StoredItem = { id: string; version: number; updatedAt: number };

/** `from` keeps only events on or after that instant; other collections have no such filter. */
export type ListRequest = PageRequest & { from?: number };

/**
 * The outcome of a save. A save that names the version its writer had `seen` is a conflict when someone else has saved
 * since, or deleted the item (then there is no `current`), or deleted it and created it again. One that names nothing
 * creates or overwrites. A valid change that the item does not allow any more is refused with its reasons.
 */
export type SaveOutcome<Item> =
  | { kind: 'saved'; item: Item }
  | { kind: 'conflict'; current: Item | undefined }
  | { kind: 'refused'; problems: Problem[] };

/** With `indexesLater` the caller puts the items into the search index, many at once, in the same transaction. */
export type SaveOptions = { now: number; carried?: CarriedFacts; indexesLater?: boolean } & Partial<SeenItem>;

/** The metadata of a new row that was stored elsewhere before; without it the row is version 1, of now. */
export type CarriedFacts = { version: number; createdAt: number; updatedAt: number };

/** An item that will be published at `publishAt`, UTC epoch milliseconds. */
export type WaitingItem<Item> = { item: Item; publishAt: number };

/** The items of a collection that are not public yet, which only editors can see. */
export type WaitingItems<Item> = {
  find: (db: ReadDb, id: string) => Promise<WaitingItem<Item> | undefined>;
  /** Soonest first. */
  list: (db: ReadDb, request: PageRequest) => Promise<Page<WaitingItem<Item>>>;
  count: (db: ReadDb) => Promise<number>;
  /** Publishes the item if it is due, and returns whether it did. */
  publish: (db: WriteDb, id: string, now: number) => Promise<boolean>;
};

/** The time and the viewer. `keepUntil` is called with the instant at which the response expires. */
export type Moment = {
  read: ReadDb;
  now: number;
  viewer: Viewer;
  isTrusted: boolean;
  keepUntil: (instant: number) => void;
};

export type DraftContext = { town: Town; now: number; siteUrl: string };

/** A form's input, and the item it was opened with (absent for a new one). */
export type FormContext<Item> = { values: FormValues; town: Town; stored: Item | undefined };

/**
 * A collection, as admin, API and import use it. Each collection's own folder creates one from its schema and its
 * store; the rest is texts and the prefilled values of a new form.
 */
// biome-ignore lint/suspicious/noExplicitAny: tables, API and import handle collections of every kind of item
export type Collection<Item extends StoredItem = any, Input = any> = {
  name: CollectionName;
  /** 'article', for 'Edit article'. */
  singular: string;
  /** 'Articles', in lists, searches and feeds. */
  heading: string;
  /** Where its items are stored, and which of their texts are searchable. */
  source: TextSource;
  search: SearchFacet;
  sitemap: SitemapFacet;
  /** Absent if the collection has no feed. */
  feed?: FeedFacet;
  stories?: StoriesFacet;
  /** The share image of an item; undefined for an item without one. Absent if no item has one. */
  findSharePicture?: (context: FacetContext, id: string) => Promise<PictureWords | undefined>;
  /** The JSON-LD of an item's page (https://schema.org), from the facts that the page shows. */
  // biome-ignore lint/suspicious/noExplicitAny: each collection's page shows other facts
  jsonLd: (facts: any, site: SiteFacts) => object;
  adminList: AdminListFacet<Item>;
  /** Validates input, strictly; HTML is not yet sanitized. */
  schema: z.ZodType<Input>;
  /** The API's response. */
  outputSchema: z.ZodType;
  /** Fields with HTML, sanitized before they are saved. */
  htmlFields: string[];
  belongings?: Belongings;
  /** The version of a sample item that no one has saved since it was loaded; 1 unless given. */
  untouchedVersion?: RawBuilder<number>;
  order: CountedOrder;
  list: (db: ReadDb, request: ListRequest) => Promise<Page<Item>>;
  /** Whether the API's list has `from`, by default the town's today; otherwise the list has no start. */
  takesFrom?: true;
  /** The item, if it is published. */
  find: (db: ReadDb, id: string) => Promise<Item | undefined>;
  /** Present where items can be scheduled. `save` and `remove` then also affect scheduled items. */
  waiting?: WaitingItems<Item>;
  save: (db: WriteDb, input: Input, options: SaveOptions) => Promise<SaveOutcome<Item>>;
  /** Whether there was one; with `seen` it is removed only if it has not changed since. */
  remove: (db: WriteDb, id: string, seen?: SeenItem) => Promise<boolean>;
  /** The item as the API returns it, dates as ISO text. */
  toJson: (item: Item) => Record<string, unknown>;
  /** What the API adds that depends on the moment and the viewer, in the order of `items`. */
  toPresentJson?: (items: Item[], moment: Moment) => Promise<Record<string, unknown>[]>;
  /**
   * The item as `schema` accepts it: the base of a PATCH and of the form. Validated input, in which optional fields may
   * be missing, gives the same.
   */
  toInputJson: (item: Item) => Record<string, unknown>;
  /** The same as the form shows it, if different. */
  toFormJson?: (item: Item) => Record<string, unknown>;
  /** Fields that programs and imports can leave out, with defaults from the town's settings. */
  defaults?: {
    fields: string[];
    fill: (raw: Record<string, unknown>, town: Town) => Record<string, unknown>;
  };
  /** Input of a new item, prefilled so that little remains to type (product contract section 2). Has the new id. */
  draft: (context: DraftContext) => Record<string, unknown>;
  /** Fields that a copy of an item takes from `draft`, because they say what became of the item. */
  uncopied?: string[];
  /** A form's input where fields depend on each other; absent where they are independent. */
  adjustFormInput?: (input: Record<string, unknown>, context: FormContext<Item>) => Record<string, unknown>;
  /**
   * A question about valid input that is probably a mistake; its form asks before it saves. Undefined when there is
   * none.
   */
  findDoubt?: (input: Input, context: { town: Town; stored: Item | undefined }) => string | undefined;
  titleOf: (item: Item) => string;
};

/** Rows of other tables that belong to an item. */
export type Belongings = {
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
};

/** The collections of a site, by their names. */
export type Collections = Readonly<Record<CollectionName, Collection>>;

/** The headings as a list: 'Articles, news, events, and polls'. */
export function listHeadings(collections: Pick<Collection, 'heading'>[]): string {
  const list = new Intl.ListFormat('en-US').format(collections.map(({ heading }) => heading.toLowerCase()));
  return list.charAt(0).toUpperCase() + list.slice(1);
}

/** The item as an editor sees it: published or scheduled. */
export async function findForEditor<Item extends StoredItem>(
  { find, waiting }: Pick<Collection<Item>, 'find' | 'waiting'>,
  db: ReadDb,
  id: string,
): Promise<Item | undefined> {
  return (await find(db, id)) ?? (await waiting?.find(db, id))?.item;
}
