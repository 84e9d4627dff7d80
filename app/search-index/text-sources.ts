import type { Kysely } from 'kysely';
import type { WriteDb } from '#app/database/handles.ts';
import type { SearchFields, TextKind } from './search-text.ts';

/** The tables of the searchable items; `{table}_text` has their words. */
export type TextTable = 'article' | 'news_item' | 'event' | 'poll' | 'business';

/** Where the items of a kind are, which column is their date, and for which of them `isFound` is true. */
export type TextSource = {
  table: TextTable;
  date: string;
  isFound?: { column: string; value: number };
  columns: string[];
  fieldsOf: (row: TextRow) => SearchFields;
};

/** A row with the columns of its source; for a poll also its options' texts, one per line. */
export type TextRow = Record<string, string>;

export const textSources: Record<TextKind, TextSource> = {
  articles: published('article'),
  news: published('news_item'),
  events: {
    table: 'event',
    date: 'eventDate',
    columns: ['title', 'description', 'eventLocation'],
    fieldsOf: ({ title = '', description = '', eventLocation = '' }) => ({
      title,
      html: description,
      texts: [],
      place: eventLocation,
    }),
  },
  polls: {
    table: 'poll',
    date: 'createdAt',
    isFound: { column: 'archived', value: 0 },
    columns: ['title', 'description', 'options'],
    fieldsOf: ({ title = '', description = '', options = '' }) => ({ title, texts: [description, options] }),
  },
  businesses: {
    table: 'business',
    date: 'createdAt',
    columns: ['name', 'category', 'description', 'address'],
    fieldsOf: ({ name = '', category = '', description = '', address = '' }) => ({
      title: name,
      html: description,
      texts: [category, address],
    }),
  },
};

export const textKinds = Object.keys(textSources) as TextKind[];

function published(table: 'article' | 'news_item'): TextSource {
  return {
    table,
    date: 'pubDate',
    columns: ['title', 'description', 'sourceName'],
    fieldsOf: ({ title = '', description = '', sourceName = '' }) => ({
      title,
      html: description,
      texts: [sourceName],
    }),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: one function for five tables; their columns are named by `textSources`
type AnyDb = Kysely<any>;

/** The items of a kind that search can find. */
export function selectFound(db: Pick<WriteDb, 'selectFrom'>, kind: TextKind) {
  const { table, isFound } = textSources[kind];
  const items = (db as unknown as AnyDb).selectFrom(`${table} as item`);
  return isFound ? items.where(`item.${isFound.column}`, '=', isFound.value) : items;
}
