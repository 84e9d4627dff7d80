import type { Kysely } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { SearchFields } from './search-text.ts';

/** Where the items of a collection are stored, and which of their columns mean something to the platform. */
export type TextSource = {
  /** The collection's name. */
  kind: string;
  /** `{table}_text` has the words of its items. */
  table: string;
  /** Its documents have the numbers after this times 2⁴⁰; no two sources have the same. Fixed by its migration. */
  place: number;
  /** The column with the title. */
  title: string;
  /** The column with the date. */
  date: string;
  /** `table` is a view: its rows can't be locked, and triggers list every change. */
  isView?: true;
  /** Readers find only what a row of this table names: `of` there is the beginning of an item's id. */
  usedIn?: { table: string; of: string; state: string };
  /** The table with the titles, if that is not `table`: its id is the beginning of an item's id, as in `usedIn`. */
  titlesIn?: string;
  /** Only items with this value are public. */
  isFound?: { column: string; value: number };
  /** All columns that `fieldsOf` reads. */
  columns: string[];
  /** Its texts are a page long at most: looking at one of them costs little. */
  hasShortTexts?: true;
  /** The rows have an `image`: the first picture of the text, as JSON. */
  hasTeaser?: true;
  /** The column with the address of a picture that may be of the library. */
  address?: string;
  /** The column with the JSON of a meeting, whose fields can be ids of documents and texts with pictures, if it has one. */
  json?: ['meeting'];
  /** Other tables that pages read of it, with the change counters that their rows raise. */
  counters?: Readonly<Record<string, string>>;
  /** Rows of another table whose texts belong to an item; `of` is the item's id there. */
  parts?: { table: string; of: string; column: string; order: string };
  fieldsOf: (row: TextRow) => SearchFields;
};

/** A row with the columns of its source; `parts` has the texts of the item's parts, one per line. */
export type TextRow = Record<string, string>;

/** The source of items with HTML in `description` and a date of publication. `more` are other texts of theirs. */
export function publishedText(
  source: Pick<TextSource, 'kind' | 'table' | 'place' | 'counters'>,
  more: { columns: string[]; textsOf: (row: TextRow) => (string | null)[] } = {
    columns: [],
    textsOf: () => [],
  },
): TextSource {
  return {
    ...source,
    title: 'title',
    date: 'pubDate',
    hasTeaser: true,
    columns: ['title', 'description', 'sourceName', ...more.columns],
    fieldsOf: (row) => {
      const { title = '', description = '', sourceName = '' } = row;
      return { title, html: description, texts: [sourceName, ...more.textsOf(row)] };
    },
  };
}

// biome-ignore lint/suspicious/noExplicitAny: one function for all tables; their columns are named by their sources
export type AnyDb = Kysely<any>;

/** The items of a source that search can find. */
export function selectFound(db: Pick<WriteDb, 'selectFrom'>, { table, isFound }: TextSource) {
  const items = (db as unknown as AnyDb).selectFrom(`${table} as item`);
  return isFound ? items.where(`item.${isFound.column}`, '=', isFound.value) : items;
}

/** The first and the last number that a document of the source can have. */
export function numbersOf({ place }: Pick<TextSource, 'place'>): [first: number, last: number] {
  return [place * 2 ** 40 + 1, (place + 1) * 2 ** 40];
}
