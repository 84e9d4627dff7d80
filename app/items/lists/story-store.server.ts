/** The store of a collection whose items have a publication date, a source and a text with a teaser. */
import type { ItemStore, StoredItem } from '#app/items/collection/collection.ts';
import type { FeedRequest, FoundContext, Story } from '#app/items/collection/facets.ts';
import { createRows, removeRow, saveItem } from '#app/items/content/item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type CountedOrder, paginateCounted } from '#app/platform/database/lists/counted-list.server.ts';
import { extractTeaser, plainTextOf } from '#app/platform/html/extract.server.ts';
import { type AnyDb, publishedText, type TextSource } from '#app/platform/search-index/text-sources.ts';
import { formatDate } from '#app/platform/time/town-time.ts';

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

/** The columns of such an item that feeds show. */
export type PublishedItem = {
  id: string;
  title: string;
  link: string;
  pubDate: number;
  description: string;
  updatedAt: number;
  deck: string;
  sourceName: string | null;
  sourceUrl: string | null;
};

const feedColumns = [
  'id',
  'title',
  'link',
  'pubDate',
  'description',
  'updatedAt',
  'deck',
  'sourceName',
  'sourceUrl',
] as const;

/** Items published by `now`, newest first: all, of one source, or with these ids. With these columns, too. */
export function listPublished(
  db: ReadDb,
  table: string,
  { now, limit, source, ids, columns = [] }: FeedRequest & { now: number; columns?: string[] | undefined },
): Promise<PublishedItem[]> {
  return anyDb(db)
    .selectFrom(table)
    .select([...feedColumns, ...columns])
    .$castTo<PublishedItem>()
    .where('pubDate', '<=', now)
    .$if(source !== undefined, (query) => query.where('sourceName', '=', source))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids))
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** When the next item of the table dated after `now` is published; undefined if there is none. */
export async function findNextPublication(
  db: ReadDb,
  table: string,
  now: number,
): Promise<number | undefined> {
  const query = anyDb(db).selectFrom(table).select('pubDate').where('pubDate', '>', now).orderBy('pubDate');
  return (await query.limit(1).executeTakeFirst())?.pubDate;
}

/** Items published from `from` to `now`, both inclusive, newest first. */
export function listStories(
  db: ReadDb,
  table: string,
  { from, now, limit }: { from: number; now: number; limit: number },
): Promise<Story[]> {
  return anyDb(db)
    .selectFrom(table)
    .select(['id', 'title', 'pubDate'])
    .where('pubDate', '>=', from)
    .where('pubDate', '<=', now)
    .orderBy('pubDate', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** More sources than this are left out. */
const MOST_SOURCES = 200;

/** The names of all sources of a table, in the order of the database. Goes from one to the next with the index. */
export async function listSourceNames(db: ReadDb, table: string): Promise<string[]> {
  const rows = await anyDb(db)
    .withRecursive('step(name)', (steps) =>
      steps
        .selectFrom(table)
        .select(({ fn }) => fn.min('sourceName').as('name'))
        .unionAll((next) =>
          next
            .selectFrom('step')
            .select(({ selectFrom }) =>
              selectFrom(table)
                .select(({ fn }) => fn.min(`${table}.sourceName`).as('name'))
                .whereRef(`${table}.sourceName`, '>', 'step.name')
                .as('name'),
            )
            .where('step.name', 'is not', null),
        ),
    )
    .selectFrom('step')
    .select('name')
    .where('name', 'is not', null)
    .limit(MOST_SOURCES)
    .execute();
  return rows.map(({ name }) => String(name));
}

/** How many characters of a description a search result reads to find the words. */
export const FOUND_CHARACTERS = 20_000;

/** `text` is plain, `date` in words. */
export type FoundStory = Pick<PublishedItem, 'id' | 'title' | 'link' | 'pubDate' | 'sourceName'> & {
  text: string;
  date: string;
};

/** The items with these ids as search results. */
export async function listFoundStories(
  db: ReadDb,
  table: string,
  ids: string[],
  { clock }: FoundContext,
): Promise<FoundStory[]> {
  const rows = (await anyDb(db)
    .selectFrom(table)
    .select(({ fn, val }) => [
      'id',
      'title',
      'link',
      'pubDate',
      'sourceName',
      fn<string>('substr', ['description', val(1), val(FOUND_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute()) as Omit<FoundStory, 'date'>[];
  return rows.map((row) => ({ ...row, text: plainTextOf(row.text), date: formatDate(row.pubDate, clock) }));
}

function anyDb(db: ReadDb): AnyDb {
  return db as unknown as AnyDb;
}
