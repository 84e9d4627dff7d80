/** How the dates of a table are read, in words. */

import type { DateOrder } from '#app/moving/formats/format.ts';
import { DATE_FIELDS, orderOf, readCell } from '#app/moving/formats/tables/csv-dates.ts';
import { formatDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';

/** A value as a date, with the month and with the day first; '' where it is none. */
export type DateReading = { cell: string; month: string; day: string };

/** These values as dates; nothing when none of them is one. */
export function readDates(cells: string[], town: TownClock): DateReading[] {
  const read = (cell: string, order: DateOrder) => {
    const date = readCell(cell, order, town.timeZone);
    if (!date) return '';
    const day = formatDate(date.instant, town);
    return date.isDay ? day : `${day}, ${formatTime(date.instant, town)}`;
  };
  const readings = cells.map((cell) => ({ cell, month: read(cell, 'month'), day: read(cell, 'day') }));
  return readings.some(({ month, day }) => month || day) ? readings : [];
}

/**
 * The first date that can be read in two ways, and the order that the others of its columns show: undefined, with one of
 * them, if that contradicts the town's own, so that someone has to decide. Columns that become a date count; if none does,
 * all.
 */
export function findOrder(
  columns: { field: string; cells: string[] }[],
): { example: string; recognized?: DateOrder; other?: string } | undefined {
  const dated = columns.filter(({ field }) => DATE_FIELDS.includes(field));
  const cells = (dated.length > 0 ? dated : columns).flatMap((column) => column.cells);
  const example = cells.find((cell) => orderOf(cell) === 'either');
  if (example === undefined) return undefined;
  const other = cells.find((cell) => orderOf(cell) === 'day');
  return other === undefined ? { example, recognized: 'month' } : { example, other };
}
