/** What the stores of all collections share: saving a row with a version check, removing it. */
import type { ItemStore, SaveOptions, SaveOutcome, StoredItem } from '#app/items/collection/collection.ts';
import type { FoundContext } from '#app/items/collection/facets.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import { type FoundStory, listFoundStories } from '#app/items/lists/published-items.server.ts';
import { documentIdsOf, lockFiles, withDocumentIds } from '#app/items/text/library-files.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { type AnyDb, publishedText, type TextSource } from '#app/platform/search-index/text-sources.ts';

type Row = Record<string, unknown>;
type ItemRow = Row & { id: string; picture?: unknown; documents?: unknown };

/** Saves and indexes the row, and reads the item again with `find` (spec section 7), all or nothing. */
export function saveItem<Item>(
  db: WriteDb,
  source: TextSource,
  row: ItemRow,
  { find, ...options }: SaveOptions & { find: (db: ReadDb, id: string) => Promise<Item | undefined> },
): Promise<SaveOutcome<Item>> {
  return inTransaction(db, async (transaction) => {
    const problems = await lockFiles(transaction, row);
    if (problems) return { kind: 'refused', problems };
    const saved = await saveRow(transaction, source.table, row, options);
    if (saved && !options.indexesLater) await indexItems(transaction, source, [row.id]);
    const current = await find(transaction, row.id);
    return saved && current ? { kind: 'saved', item: current } : { kind: 'conflict', current };
  });
}

/**
 * Writes the row and returns whether it was written. With version 0 the row must be new; with a higher one it must not
 * have changed since; without one it is created or overwritten.
 */
export async function saveRow(
  db: WriteDb,
  table: string,
  row: ItemRow,
  options: SaveOptions,
): Promise<boolean> {
  const { now, version, updatedAt } = options;
  const stored = storedRow(row);
  if (version === undefined) return overwriteRow(db, table, stored, now);
  if (version === 0) return createRow(db, table, stored, options);
  const { id, ...columns } = stored;
  const result = await (db as AnyDb)
    .updateTable(table)
    .set({ ...columns, updatedAt: now, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .$if(updatedAt !== undefined, (query) => query.where('updatedAt', '=', updatedAt))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/**
 * Removes the row and returns whether it did; with `seen`, only if it has not changed since. A later item with its id
 * does not count as a sample.
 */
export function removeRow(
  db: WriteDb,
  { kind, table }: Pick<TextSource, 'kind' | 'table'>,
  id: string,
  seen?: SeenItem,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const result = await (transaction as AnyDb)
      .deleteFrom(table)
      .where('id', '=', id)
      .$if(seen !== undefined, (query) => query.where('version', '=', seen?.version))
      .$if(seen?.updatedAt !== undefined, (query) => query.where('updatedAt', '=', seen?.updatedAt))
      .executeTakeFirst();
    if (result.numDeletedRows === 0n) return false;
    await transaction.deleteFrom('sample_item').where('collection', '=', kind).where('id', '=', id).execute();
    return true;
  });
}

/** The row with the ids of its documents as its column has them. Without them, the column stays as it is. */
export function storedRow<Row extends { documents?: unknown }>(
  row: Row,
): Row & { documents?: string | null } {
  if (row.documents === undefined) return row as Row & { documents?: undefined };
  const ids = documentIdsOf(row);
  return { ...row, documents: ids.length > 0 ? JSON.stringify(ids) : null };
}

/** Writes rows that are new, in one statement, and returns the ids of those that were written. */
export async function createRows(
  db: WriteDb,
  table: string,
  rows: ItemRow[],
  now: number,
): Promise<Set<string>> {
  if (rows.length === 0) return new Set();
  const created: { id: string }[] = await (db as AnyDb)
    .insertInto(table)
    .values(rows.map((row) => ({ ...storedRow(row), createdAt: now, updatedAt: now, version: 1 })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return new Set(created.map(({ id }) => id));
}

async function createRow(
  db: WriteDb,
  table: string,
  row: ItemRow,
  { now, carried }: SaveOptions,
): Promise<boolean> {
  const result = await (db as AnyDb)
    .insertInto(table)
    .values({ ...row, createdAt: now, updatedAt: now, version: 1, ...carried })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

async function overwriteRow(db: WriteDb, table: string, row: ItemRow, now: number): Promise<boolean> {
  const { id, ...columns } = row;
  await (db as AnyDb)
    .insertInto(table)
    .values({ ...row, createdAt: now, updatedAt: now, version: 1 })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ ...columns, updatedAt: now, version: eb(`${table}.version`, '+', 1) })),
    )
    .execute();
  return true;
}

const KEY_LENGTH = 200;

/**
 * The key for sorting a list case-insensitively: compared byte by byte it gives the same order in every database. From
 * the first 200 characters, so that cursors stay short.
 */
export function sortKeyOf(text: string): string {
  const key = text.normalize('NFC').toLocaleLowerCase('en').normalize('NFC');
  return Array.from(key).slice(0, KEY_LENGTH).join('');
}

/** What stories have in common: a publication date, a link, and a text; only some collections require a source. */
export type StoryInput = {
  id: string;
  title: string;
  link: string;
  pubDate: number;
  description: string;
  sourceName: string | null;
  picture?: string | null | undefined;
  documents?: string[] | undefined;
};

export type StoryStore<Item extends StoryInput & StoredItem, Input extends StoryInput> = {
  source: TextSource;
  listFound: (db: ReadDb, ids: string[], context: FoundContext) => Promise<FoundStory[]>;
  /** The rows of the sitemap. */
  selectPages: (db: ReadDb) => unknown;
} & ItemStore<Item, Input> &
  Required<Pick<ItemStore<Item, Input>, 'saveNew'>>;

function usesNoFiles({ picture, documents = [] }: StoryInput): boolean {
  return !picture && documents.length === 0;
}

/** The columns that only some stories have, and how their values are stored. */
export type StoredExtras<Item, Input> = {
  columns: readonly string[];
  toRow: (input: Input, teaser: { deck: string }) => Row;
  toItem: (row: Row) => Item;
  /** What search finds of them. */
  found: { columns: string[]; textsOf: (row: Row) => (string | null)[] };
};

/** The store of a collection of stories. `fields` are the columns that all of them have, in the order in which the API returns them. */
export function storyStore<Item extends StoryInput & StoredItem, Input extends StoryInput>(
  place: Pick<TextSource, 'kind' | 'table' | 'place' | 'counters'>,
  fields: string[],
  extras?: StoredExtras<Item, Input>,
): StoryStore<Item, Input> {
  const source = publishedText(place, extras?.found);
  // Newest first by pubDate (spec section 9).
  const order: CountedOrder = { table: source.table, column: 'pubDate', direction: 'desc', kind: 'number' };
  const rows = (db: ReadDb) => (db as unknown as AnyDb).selectFrom(source.table);
  const items = (db: ReadDb) =>
    rows(db)
      .select([...fields, ...(extras?.columns ?? []), 'version', 'updatedAt'])
      .$castTo<Row & { id: string }>();
  const toItem = (row: Row) => {
    const whole = withDocumentIds(row);
    return extras ? extras.toItem(whole) : (whole as unknown as Item);
  };
  const toRow = (input: Input) => {
    const { deck, image } = extractTeaser(input.description);
    return { ...input, deck, ...extras?.toRow(input, { deck }), image: image && JSON.stringify(image) };
  };
  const find: StoryStore<Item, Input>['find'] = async (db, id) => {
    const row = await items(db).where('id', '=', id).executeTakeFirst();
    return row && toItem(row);
  };
  return {
    source,
    order,
    find,
    list: async (db, request) => {
      const page = await paginateCounted(db, items(db), order, request);
      return { ...page, items: page.items.map(toItem) };
    },
    save: (db, input, options) => saveItem(db, source, toRow(input), { ...options, find }),
    // A lead picture and documents must be held.
    saveNew: (db, inputs, { now }) =>
      createRows(db, source.table, inputs.filter(usesNoFiles).map(toRow), now),
    remove: (db, id, seen) => removeRow(db, source, id, seen),
    listFound: (db, ids, context) => listFoundStories(db, source.table, ids, context),
    selectPages: (db) => rows(db).select(['id', 'title', 'updatedAt', 'pubDate']),
  };
}
