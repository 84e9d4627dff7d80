/** Which of the first two numbers of a table's dates is the day: 05/12/2026. */
import { parseForeignDate } from '#app/time/foreign-date.ts';
import type { CsvMapping, DateOrder } from './format.ts';
import type { Doubt } from './found.ts';

const DATES = ['pubDate', 'eventDate', 'endDate', 'opensAt', 'closesAt'];

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
  const dated = [...new Set(DATES.flatMap((field) => mapping[field] ?? []))];
  const found = new Map(dated.map((column) => [column, { hasDayFirst: false, hasMonthFirst: false }]));
  if (dated.length > 0)
    for await (const { cells } of rows)
      for (const [column, seen] of found) {
        const [first = 0, second = 0] = numbersIn(cells[columns.indexOf(column)] ?? '');
        if (first > 12) seen.hasDayFirst = true;
        if (second > 12) seen.hasMonthFirst = true;
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
  return dates.get(column)?.order === 'day' && isAmbiguous(cell) ? cell.replaceAll('/', '.') : cell;
}

/** The doubts about dates that can be read in two ways, in columns where some dates have the day first. */
export function dateDoubts(
  mapping: CsvMapping,
  cellIn: (column: string) => string,
  dates: DateColumns,
): Doubt[] {
  return DATES.flatMap((field): Doubt[] => {
    const column = mapping[field] ?? '';
    const cell = cellIn(column);
    if (!dates.get(column)?.isMixed || !isAmbiguous(cell)) return [];
    const at = parseForeignDate(orderedDate(cell, column, dates), 'UTC');
    if (at === undefined) return [];
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(at);
    const problem = `“${cell}” is read as ${day}. Other dates in “${column}” have the day first`;
    return [{ verdict: 'doubtful', class: 'date-order', field, problem }];
  });
}

function isAmbiguous(cell: string): boolean {
  const [first = 0, second = 0] = numbersIn(cell);
  return first > 0 && first <= 12 && second <= 12 && first !== second;
}

function numbersIn(cell: string): number[] {
  const [, first, second] = /^\s*(\d{1,2})\/(\d{1,2})\//.exec(cell) ?? [];
  return first ? [Number(first), Number(second)] : [];
}
