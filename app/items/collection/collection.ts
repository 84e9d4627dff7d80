/** What a collection is: `Collection`, then its store, its JSON and its form, then what these take and return. */
import type { RawBuilder } from 'kysely';
import type * as z from 'zod';
import type { Viewer } from '#app/people/accounts/viewer.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { CountedOrder } from '#app/platform/database/lists/counted-list.server.ts';
import type { Page, PageRequest } from '#app/platform/database/lists/paginate.server.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import type { FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { ItemFacets, RelatedRows } from './facets.ts';
import type { SeenItem } from './item-tag.ts';

type Json = Record<string, unknown>;
type Row = Record<string, unknown>;

/** One kind of item: what is stored of it, how programs and editors write it, and what readers find of it. */
// biome-ignore lint/suspicious/noExplicitAny: tables, API and import handle collections of every kind of item
export type Collection<Item extends StoredItem = any, Input = any> = {
  name: CollectionName;
  /** 'article', for 'Edit article'. */
  singular: string;
  /** 'Articles', in lists, searches and feeds. */
  heading: string;
  /** Its table, and which of its texts are searchable. */
  source: TextSource;
  store: ItemStore<Item, Input>;
  json: ItemJson<Item, Input>;
  form: ItemForm<Item, Input>;
  facets: ItemFacets<Item>;
};

/** The collections of a site, by their names. */
export type Collections = Readonly<Record<CollectionName, Collection>>;

/** The name of a collection in addresses, API and import: 'articles'. */
export type CollectionName = string;

/** What every stored item has besides its own fields. `version` is 1 when new and increases with each save. */
export type StoredItem = { id: string; version: number; updatedAt: number };

/** The rows of a collection: how they are listed, found and saved. */
export type ItemStore<Item extends StoredItem, Input> = {
  order: CountedOrder;
  list: (db: ReadDb, request: ListRequest) => Promise<Page<Item>>;
  /** Whether the API's list has `from`, by default the town's today; otherwise the list has no start. */
  takesFrom?: true;
  /** The item, if it is published. */
  find: (db: ReadDb, id: string) => Promise<Item | undefined>;
  /** Present where items can be drafts or scheduled. `save` and `remove` then also affect these. */
  unpublished?: UnpublishedItems<Item>;
  save: (db: WriteDb, input: Input, options: SaveOptions) => Promise<SaveOutcome<Item>>;
  /**
   * Publishes those items that exist in no state and need only their row, all in one statement, as `save` does with
   * `isFresh` and `indexesLater`. Returns the ids of those that were saved. Absent where no item is that simple.
   */
  saveNew?: (db: WriteDb, inputs: Input[], options: { now: number }) => Promise<Set<string>>;
  /** Whether there was one; with `seen` it is removed only if it has not changed since. */
  remove: (db: WriteDb, id: string, seen?: SeenItem) => Promise<boolean>;
  /** Where items can repeat: the ids that an action on an item applies to, its own first. */
  listSeriesIds?: (db: ReadDb, id: string, scope: SeriesScope) => Promise<string[]>;
  /** Why a draft of a published item can't be saved like this; empty when it can. */
  listFrozen?: (db: ReadDb, input: { id: string } & Json) => Promise<Problem[]>;
  belongings?: RelatedRows;
  /** The version of a sample item that no one has saved since it was loaded; 1 unless given. */
  untouchedVersion?: RawBuilder<number>;
  /** A column that is 1 in at most one row. An item from the trash does not take it from another. */
  exclusiveColumn?: string;
  /** Items that are always published: they can't be deleted, unpublished or scheduled. */
  permanentIds?: readonly string[];
  /** The row of an item that is restored from the trash, without what another item has by now. */
  toFreeRow?: (db: WriteDb, row: Row) => Promise<Row>;
};

/** An item outside: as the API, imports and revisions have it. */
export type ItemJson<Item extends StoredItem, Input> = {
  /** Validates input, strictly; HTML is not yet sanitized. */
  schema: z.ZodType<Input>;
  /** The API's response. */
  outputSchema: z.ZodObject;
  /** Fields with HTML, sanitized before they are saved; of an object in a field, as a path ('meeting.agendaText'). */
  htmlFields: string[];
  /** The fields with the address and the type of a picture that may be on another site. Absent where there are none. */
  imageFields?: { address: string; type: string };
  /** The field with the date that readers see; an item is never public before it. Absent where there is none. */
  dateField?: string;
  /** Fields that the API leaves out of an item that does not use them. */
  sparseFields?: string[];
  /** Fields that programs and imports can leave out, with defaults from the town's settings. */
  defaults?: { fields: string[]; fill: (raw: Json, town: Town) => Json };
  /** What a program may send of an item besides its fields, taken out or renamed. */
  tidyInput?: (raw: unknown) => unknown;
  /** What is wrong with valid input at present: a date in the future. */
  findUntimely?: (input: Input, now: number) => Problem[];
  /** The item as the API returns it, dates as ISO text. */
  toJson: (item: Item) => Json;
  /** The input of an incomplete draft as the API returns it, if different. */
  toDraftJson?: (input: Json) => Json;
  /** What the API adds that depends on the moment and the viewer, in the order of `items`. */
  toPresentJson?: (items: Item[], moment: Moment) => Promise<Json[]>;
  /**
   * The item as `schema` accepts it: the base of a PATCH and of the form. Validated input, in which optional fields may
   * be missing, gives the same.
   */
  toInputJson: (item: Item) => Json;
  /** An item that is not in its table, from its checked input; absent where that is the same. */
  toItem?: (input: Input & StoredItem) => Item;
};

/** How editors write an item. */
export type ItemForm<Item extends StoredItem, Input> = {
  fields: FormSpec;
  /** The fields that the form of one item shows, if not all. `values` are those that it is opened with. */
  fieldsFor?: (item: { read: ReadDb; values: FormValues; isNew: boolean }) => FormSpec | Promise<FormSpec>;
  /** Input of a new item, prefilled so that little remains to type (product contract section 2). Has the new id. */
  draft: (context: DraftContext) => Json;
  /** Input that a preview shows for required fields that a draft doesn't have yet. */
  standIns?: Json;
  /** Input as the form shows it in the town's time zone, if different. */
  toFormJson?: (input: Json, zone: string) => Json;
  /** Fields that the form has under another name, where their problems are shown. */
  formFields?: Record<string, string>;
  /** A form's input where fields depend on each other; absent where they are independent. */
  adjustFormInput?: (input: Json, context: FormContext<Item>) => Json;
  /**
   * A question about valid input that is probably a mistake; its form asks before it saves. Undefined when there is
   * none.
   */
  findDoubt?: (input: Input, context: { town: Town; stored: Item | undefined }) => string | undefined;
  /** The same about other items that the save would drop. */
  findDropDoubt?: (db: ReadDb, input: Input, series: SeriesScope) => Promise<string | undefined>;
  /** What a form says after publishing, in addition to its title: '3 dates: March 7, March 14, and March 21.' */
  describePublished?: (db: ReadDb, id: string, clock: TownClock) => Promise<string>;
  /** Fields that a copy of an item takes from `draft`, because they say what became of the item. */
  uncopied?: string[];
  /** Fields that stay as they are when an earlier revision is restored. */
  keptOnRestore?: string[];
};

/**
 * With `indexesLater` the caller puts the items into the search index, many at once, in the same transaction. `isFresh`:
 * it is new and of no source, so nothing in the inbox waits for a decision about it.
 * `publishAt` schedules the item; without it, it is published. `draft` is the draft that the writer has seen: it ends
 * with this save, and the save is a conflict when someone else has changed it since.
 */
export type SaveOptions = {
  now: number;
  carried?: CarriedFacts;
  indexesLater?: boolean;
  isFresh?: boolean;
  publishAt?: number | undefined;
  draft?: SeenItem | undefined;
  series?: SeriesScope | undefined;
  isImport?: boolean;
} & Partial<SeenItem>;

/** The metadata of a new row that was stored elsewhere before; without it the row is version 1, of now. */
export type CarriedFacts = { version: number; createdAt: number; updatedAt: number };

/**
 * The outcome of a save. A save that names the version its writer had `seen` is a conflict when someone else has saved
 * since, or deleted the item (then there is no `current`), or deleted it and created it again. One that names nothing
 * creates or overwrites. A valid change that the item does not allow any more is refused with its reasons. `dropped` are
 * other items that the change leaves without a place: they are still there, and the caller moves them to the trash.
 */
export type SaveOutcome<Item> =
  | { kind: 'saved'; item: Item; dropped?: string[] }
  | { kind: 'conflict'; current: Item | undefined }
  | { kind: 'refused'; problems: Problem[] };

/** A problem with one field, as text for the user. `field` is '' for the whole input; `unknown` fields do not exist. */
export type Problem = { field: string; message: string; unknown?: boolean };

export const seriesScopes = ['this', 'following', 'all'] as const;

/** Which items of a series an action applies to: only this one unless given. */
export type SeriesScope = (typeof seriesScopes)[number];

/** `from` keeps only events on or after that instant; other collections have no such filter. */
export type ListRequest = PageRequest & { from?: number };

export const publications = ['draft', 'scheduled', 'published'] as const;

/** Whether an item is public (product contract section 6). */
export type Publication = (typeof publications)[number];

/**
 * An item as editors see it. `input` is what its form and a PATCH start from; a draft's need not be complete or valid.
 * `item` is absent for a draft that could not be published as it is. `publishAt`, UTC epoch milliseconds, is null
 * unless it is scheduled.
 */
export type EditedItem<Item = StoredItem> = StoredItem & {
  publication: Publication;
  publishAt: number | null;
  input: Record<string, unknown>;
  item?: Item | undefined;
};

/** What is not public of a collection, which only editors can see. */
export type UnpublishedItems<Item = StoredItem> = {
  /** The item, if it is scheduled or only a draft. */
  find: (db: ReadDb, id: string) => Promise<EditedItem<Item> | undefined>;
  /** The draft of an item, also of one that is published or scheduled. */
  findDraft: (db: ReadDb, id: string) => Promise<Draft | undefined>;
  /**
   * Scheduled items, soonest first; or items that are only drafts, last changed first. Those whose JSON `isWanted`
   * refuses are left out of the page before they are parsed.
   */
  list: (
    db: ReadDb,
    publication: Exclude<Publication, 'published'>,
    request: PageRequest,
    isWanted?: (json: string) => boolean,
  ) => Promise<Page<EditedItem<Item>>>;
  /** Which of these items have a draft. */
  listDrafted: (db: ReadDb, ids: string[]) => Promise<string[]>;
  count: (db: ReadDb) => Promise<Record<Exclude<Publication, 'published'>, number>>;
  /**
   * Makes the item a draft with this input, which `parseDraft` has checked: it is no longer public or scheduled. What
   * belongs to it is stored until it is published again.
   */
  saveDraft: (
    db: WriteDb,
    input: { id: string } & Record<string, unknown>,
    options: DraftOptions,
  ) => Promise<SaveOutcome<StoredItem>>;
  /**
   * Saves a form that is being typed as the item's draft; what is public or scheduled stays as it is. A conflict when
   * the draft is not the one `seen`, or the item that the form was opened with is gone.
   */
  saveChanges: (
    db: WriteDb,
    input: { id: string } & Record<string, unknown>,
    options: { now: number; seen: SeenItem; form: DraftForm },
  ) => Promise<SaveOutcome<StoredItem>>;
  /** Removes the draft of a published or scheduled item, if it is still the one `seen`; returns whether it did. */
  discardChanges: (db: WriteDb, id: string, seen: SeenItem) => Promise<boolean>;
  /** Publishes the item if it is due, and returns whether it did. */
  publish: (db: WriteDb, id: string, now: number) => Promise<boolean>;
};

/** What was prepared but is not public. `form` is set by a form that saved itself. */
export type Draft = StoredItem & { input: Record<string, unknown>; form: DraftForm | null };

/** What a form was set to: the status and the town time typed, and the tag of the item that it was opened with. */
export type DraftForm = { publication: string; publishAt: string; base: string };

/** The options of saving a draft; `seen` is the item, and `draft` its draft, as the writer has read them. */
export type DraftOptions = { now: number; draft?: SeenItem | undefined } & Partial<SeenItem>;

/** The time and the viewer. `keepUntil` is called with the instant at which the response expires. */
export type Moment = {
  read: ReadDb;
  now: number;
  viewer: Viewer;
  isTrusted: boolean;
  keepUntil: (instant: number) => void;
};

/** `author` is the name of the editor who opens the form of a new item; absent without a name, and for programs. */
export type DraftContext = { town: Town; now: number; siteUrl: string; author?: string | undefined };

/** A form's input, and the item it was opened with (absent for a new one). */
export type FormContext<Item> = { values: FormValues; town: Town; stored: Item | undefined; now: number };

declare module '#app/people/request/request-parts.ts' {
  interface RequestParts {
    /** The collections of the site. */
    collections: Collections;
  }
}

/** Where their items are stored. */
export function sourcesOf(collections: Collections): TextSource[] {
  return Object.values(collections).map(({ source }) => source);
}

/** The item as an editor sees it: published, scheduled or a draft. It is found also while its time comes. */
export function findForEditor<Item extends StoredItem>(
  { json, store: { find, unpublished } }: Pick<Collection<Item>, 'json' | 'store'>,
  db: ReadDb,
  id: string,
): Promise<EditedItem<Item> | undefined> {
  return inSnapshot(db, async (read) => {
    const item = await find(read, id);
    return item ? publishedItem({ json }, item) : unpublished?.find(read, id);
  });
}

/** A published item as editors see it. */
export function publishedItem<Item extends StoredItem>(
  { json: { toInputJson } }: Pick<Collection<Item>, 'json'>,
  item: Item,
): EditedItem<Item> {
  const { id, version, updatedAt } = item;
  return {
    id,
    version,
    updatedAt,
    publication: 'published',
    publishAt: null,
    input: toInputJson(item),
    item,
  };
}

/** The title of an item, or of a draft, which may have none yet. */
export function titleOfInput({ source }: Pick<Collection, 'source'>, input: Record<string, unknown>): string {
  return String(input[source.title] ?? '').trim() || 'Untitled';
}
