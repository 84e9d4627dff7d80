import type * as z from 'zod';
import type { Viewer } from '#app/auth/viewer.ts';
import type { CountedOrder } from '#app/database/counted-list.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { Page, PageRequest } from '#app/database/paginate.server.ts';
import type { FormValues } from '#app/forms/field-spec.ts';
import type { Town } from '#app/town/town.ts';
import type { CollectionName } from './item-schema.ts';
import type { SeenItem } from './item-tag.ts';
import type { Problem } from './problem.ts';

/** What every stored item has besides its own fields. `version` is 1 when new and rises with each save. */
export type StoredItem = { id: string; version: number; updatedAt: number };

/** `from` keeps only events on or after that instant; other collections have no such bound. */
export type ListRequest = PageRequest & { from?: number };

/**
 * How a save ended. A save that names what its writer had `seen` is a conflict when somebody else has saved since, or
 * deleted the item (then there is no `current`), or deleted it and created it again. One that names nothing creates or
 * overwrites. What an item does not allow any more, though it is well formed, is refused with its reasons.
 */
export type SaveOutcome<Item> =
  | { kind: 'saved'; item: Item }
  | { kind: 'conflict'; current: Item | undefined }
  | { kind: 'refused'; problems: Problem[] };

/** With `indexesLater` the caller puts the items into the search index, many at once, in the same transaction. */
export type SaveOptions = { now: number; carried?: CarriedFacts; indexesLater?: boolean } & Partial<SeenItem>;

/** What a new row has from when the item was kept elsewhere; without it the row is version 1, of now. */
export type CarriedFacts = { version: number; createdAt: number; updatedAt: number };

/** An item that becomes public at `publishAt`, UTC epoch milliseconds. */
export type WaitingItem<Item> = { item: Item; publishAt: number };

/** The items of a collection that are not public yet, which only editors may see. */
export type WaitingItems<Item> = {
  find: (db: ReadDb, id: string) => Promise<WaitingItem<Item> | undefined>;
  /** Soonest first. */
  list: (db: ReadDb, request: PageRequest) => Promise<Page<WaitingItem<Item>>>;
  count: (db: ReadDb) => Promise<number>;
  /** Makes the item public if its time has come, and returns whether it did. */
  publish: (db: WriteDb, id: string, now: number) => Promise<boolean>;
};

/** Who asks when. `keepUntil` hears at which instant the answer is over. */
export type Moment = {
  read: ReadDb;
  now: number;
  viewer: Viewer;
  isTrusted: boolean;
  keepUntil: (instant: number) => void;
};

export type DraftContext = { town: Town; now: number; siteUrl: string };

/** What was typed into a form, and the item it was opened with (absent for a new one). */
export type FormContext<Item> = { values: FormValues; town: Town; stored: Item | undefined };

/**
 * A noun of the town as admin, API and import see it. The noun's own folder makes one of its schema and its store;
 * what is in it beyond that is the wording and the prefilled values of a new form.
 */
// biome-ignore lint/suspicious/noExplicitAny: tables, API and import handle collections of every kind of item
export type Collection<Item extends StoredItem = any, Input = any> = {
  name: CollectionName;
  /** 'article', for 'Edit article'. */
  singular: string;
  /** What comes in: checked, strict, HTML not yet sanitized. */
  schema: z.ZodType<Input>;
  /** What the API answers. */
  outputSchema: z.ZodType;
  /** Fields that hold HTML and are sanitized before they are saved. */
  htmlFields: string[];
  order: CountedOrder;
  list: (db: ReadDb, request: ListRequest) => Promise<Page<Item>>;
  /** Whether the API's list takes `from`, by default the town's today; without it nothing bounds the list. */
  takesFrom?: true;
  /** The item, if it is published. */
  find: (db: ReadDb, id: string) => Promise<Item | undefined>;
  /** Present where items can be scheduled. `save` and `remove` then reach those that wait as well. */
  waiting?: WaitingItems<Item>;
  save: (db: WriteDb, input: Input, options: SaveOptions) => Promise<SaveOutcome<Item>>;
  /** Whether there was one; with `seen` it is removed only if nobody has changed it since. */
  remove: (db: WriteDb, id: string, seen?: SeenItem) => Promise<boolean>;
  /** The item as the API answers it, dates as ISO text. */
  toJson: (item: Item) => Record<string, unknown>;
  /** What the API adds that depends on the moment and on who asks, in the order of `items`. */
  toPresentJson?: (items: Item[], moment: Moment) => Promise<Record<string, unknown>[]>;
  /** The item as `schema` would accept it again: the base of a PATCH and of the form. */
  toInputJson: (item: Item) => Record<string, unknown>;
  /** The same as people see it in the form, where that differs. */
  toFormJson?: (item: Item) => Record<string, unknown>;
  /** Fields that programs and imports may leave out, and what the town's settings put there. */
  defaults?: {
    fields: string[];
    fill: (raw: Record<string, unknown>, town: Town) => Record<string, unknown>;
  };
  /** Input of a new item, prefilled so that required fields cost nothing (product contract section 2). Has the new id. */
  draft: (context: DraftContext) => Record<string, unknown>;
  /** Input of a filled form where fields depend on each other; absent where each stands for itself. */
  adjustFormInput?: (input: Record<string, unknown>, context: FormContext<Item>) => Record<string, unknown>;
  /**
   * A sentence about checked input that is valid and yet hardly meant; its form then asks before it saves. Undefined when
   * there is nothing to ask.
   */
  findDoubt?: (input: Input, context: { town: Town; stored: Item | undefined }) => string | undefined;
  titleOf: (item: Item) => string;
};

/** The item as an editor sees it: published, or waiting for its time. */
export async function findForEditor<Item extends StoredItem>(
  { find, waiting }: Pick<Collection<Item>, 'find' | 'waiting'>,
  db: ReadDb,
  id: string,
): Promise<Item | undefined> {
  return (await find(db, id)) ?? (await waiting?.find(db, id))?.item;
}
