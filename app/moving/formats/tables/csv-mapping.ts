/** Which columns of a table are which fields of an item: for the reader, and for the page on which they are chosen. */
import { collections } from '#app/collections.server.ts';
import {
  type CsvMapping,
  type DateOrder,
  type Doubt,
  doubtful,
  type ItemKind,
} from '#app/moving/formats/format.ts';
import { namesOfFields, RECORD_FIELDS } from '#app/moving/formats/record-fields.ts';
import { parseForeignDate, readForeignDate } from '#app/platform/time/foreign-date.ts';
import { instantIn } from './field-values.ts';

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

/** The fields that are dates. */
export const DATE_FIELDS = ['pubDate', 'eventDate', 'endDate', 'opensAt', 'closesAt', 'publishAt'];

/** The columns with dates, and how their ambiguous ones are read. `isMixed`: some dates must have the day first. */
export type DateColumns = Map<string, { order: DateOrder; isMixed: boolean }>;

/**
 * How each column with dates is read: as `chosen`, or with the day first if some dates can't be read otherwise and none
 * the other way.
 */
export async function findDateColumns(
  rows: AsyncIterable<{ cells: string[] }>,
  { columns, mapping, chosen }: { columns: string[]; mapping: CsvMapping; chosen?: DateOrder | undefined },
): Promise<DateColumns> {
  const dated = [...new Set(DATE_FIELDS.flatMap((field) => mapping[field] ?? []))];
  const found = new Map(dated.map((column) => [column, { hasDayFirst: false, hasMonthFirst: false }]));
  if (dated.length > 0)
    for await (const { cells } of rows)
      for (const [column, seen] of found) {
        const order = orderOf(cells[columns.indexOf(column)] ?? '');
        if (order === 'day') seen.hasDayFirst = true;
        if (order === 'month') seen.hasMonthFirst = true;
      }
  return new Map(
    [...found].map(([column, { hasDayFirst, hasMonthFirst }]) => {
      const order = chosen ?? (hasDayFirst && !hasMonthFirst ? 'day' : 'month');
      return [column, { order, isMixed: hasDayFirst }];
    }),
  );
}

/** A cell as its column is read: dates with the day first have periods. */
export function orderedDate(cell: string, column: string, dates: DateColumns): string {
  return inOrder(cell, dates.get(column)?.order ?? 'month');
}

/** A cell as a date when ambiguous ones are read in this order, without a zone in `zone`; undefined if it is none. */
export function readCell(
  cell: string,
  order: DateOrder,
  zone: string,
): { instant: number; isDay: boolean } | undefined {
  const text = inOrder(cell, order);
  const instant = instantIn(text, zone);
  return instant === undefined ? undefined : { instant, isDay: readForeignDate(text, zone)?.isDay ?? false };
}

/** The doubts about dates that can be read in two ways, in columns where some dates have the day first. */
export function dateDoubts(
  mapping: CsvMapping,
  cellIn: (column: string) => string,
  dates: DateColumns,
): Doubt[] {
  return DATE_FIELDS.flatMap((field): Doubt[] => {
    const column = mapping[field] ?? '';
    const cell = cellIn(column);
    if (!dates.get(column)?.isMixed || orderOf(cell) !== 'either') return [];
    const at = parseForeignDate(orderedDate(cell, column, dates), 'UTC');
    if (at === undefined) return [];
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
    const problem = `“${cell}” is read as ${day}. Other dates in “${column}” have the day first`;
    return [doubtful('date-order', field, problem)];
  });
}

/** Which number comes first in a date like 05/12/2026; undefined where the order makes no difference. */
export function orderOf(cell: string): DateOrder | 'either' | undefined {
  const [, one, other] = /^\s*(\d{1,2})\/(\d{1,2})\//.exec(cell) ?? [];
  const [first, second] = [Number(one ?? 0), Number(other ?? 0)];
  if (first > 12) return second > 12 ? undefined : 'day';
  if (second > 12) return 'month';
  return first > 0 && first !== second ? 'either' : undefined;
}

function inOrder(cell: string, order: DateOrder): string {
  return order === 'day' && orderOf(cell) === 'either' ? cell.replaceAll('/', '.') : cell;
}
