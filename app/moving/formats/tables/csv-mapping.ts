/** Which columns of a table are which fields of an item: for the reader, and for the page on which they are chosen. */
import { collections } from '#app/collections.server.ts';
import type { CsvMapping } from '#app/moving/formats/format.ts';
import type { ItemKind } from '#app/moving/formats/found.ts';
import { namesOfFields, RECORD_FIELDS } from '#app/moving/formats/record-fields.ts';

export type { CsvMapping } from '#app/moving/formats/format.ts';

/** A table: its columns and up to 200 of its first rows, what its rows seem to be, and which column seems to be which field. */
export type CsvTable = { columns: string[]; rows: string[][]; collection: ItemKind; mapping: CsvMapping };

/** The fields that a column can be, the required ones first, with their labels. */
export function listCsvFields(kind: ItemKind): { field: string; label: string; isRequired: boolean }[] {
  const fields = Object.entries(RECORD_FIELDS[kind]).map(([field, { label, isRequired = false }]) => {
    return { field, label, isRequired };
  });
  return fields.toSorted((one, other) => Number(other.isRequired) - Number(one.isRequired));
}

/** The columns by their names. */
export function mapColumns(columns: readonly string[], kind: ItemKind): CsvMapping {
  return Object.fromEntries(namesOfFields(kind, columns.filter(Boolean)));
}

/** The fields without which a table says nothing; the other required ones can be missing in some rows. */
export function missingFields(mapping: CsvMapping, kind: ItemKind): string[] {
  const needed = [collections[kind].source.title, ...(kind === 'events' ? ['eventDate'] : [])];
  return needed.filter((field) => mapping[field] === undefined);
}

/** What rows with these columns are: articles, unless they have what only others have. */
export function suggestCollection(columns: readonly string[]): ItemKind {
  const has = (kind: ItemKind, ...fields: string[]) => {
    const mapping = mapColumns(columns, kind);
    return fields.some((field) => mapping[field] !== undefined);
  };
  if (has('polls', 'options')) return 'polls';
  if (has('businesses', 'openingHours', 'phone') && !has('articles', 'pubDate')) return 'businesses';
  const story = mapColumns(columns, 'articles');
  const { eventLocation, endDate, eventTime, eventDate } = mapColumns(columns, 'events');
  if (eventDate && (eventLocation || endDate || eventTime) && !story.byline) return 'events';
  return 'articles';
}
