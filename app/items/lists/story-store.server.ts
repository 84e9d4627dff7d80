/** The store of a collection whose items have a publication date, a source and a text with a teaser. */
import type { ItemStore, StoredItem } from '#app/items/collection/collection.ts';
import type { FoundContext } from '#app/items/collection/facets.ts';
import { createRows, removeRow, saveItem } from '#app/items/content/item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { type AnyDb, publishedText, type TextSource } from '#app/platform/search-index/text-sources.ts';
import { type FoundStory, listFoundStories } from './published-items.server.ts';

/** What such items have in common; only some collections require a source. */
export type StoryInput = {
  id: string;
  title: string;
  link: string;
  pubDate: number;
  description: string;
  sourceName: string | null;
  picture?: string | null | undefined;
};

export type StoryStore<Item extends StoryInput & StoredItem, Input extends StoryInput> = {
  source: TextSource;
  listFound: (db: ReadDb, ids: string[], context: FoundContext) => Promise<FoundStory[]>;
  /** The rows of the sitemap. */
  selectPages: (db: ReadDb) => unknown;
} & ItemStore<Item, Input> &
  Required<Pick<ItemStore<Item, Input>, 'saveNew'>>;

type Row = Record<string, unknown>;

/** The columns that only some such items have, and how their values are stored. */
export type StoredExtras<Item, Input> = {
  columns: readonly string[];
  toRow: (input: Input, teaser: { deck: string }) => Row;
  toItem: (row: Row) => Item;
  /** What search finds of them. */
  found: { columns: string[]; textsOf: (row: Row) => (string | null)[] };
};

/** `fields` are the columns that all such items have, in the order in which the API returns them. */
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
  const toItem = (row: Row) => (extras ? extras.toItem(row) : (row as Item));
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
    // A lead picture must be held.
    saveNew: (db, inputs, { now }) =>
      createRows(db, source.table, inputs.filter(({ picture }) => !picture).map(toRow), now),
    remove: (db, id, seen) => removeRow(db, source, id, seen),
    listFound: (db, ids, context) => listFoundStories(db, source.table, ids, context),
    selectPages: (db) => rows(db).select(['id', 'title', 'updatedAt', 'pubDate']),
  };
}
