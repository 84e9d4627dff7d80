import { collectionNames } from '#app/collections.server.ts';
import type { DateOrder, ItemKind } from '#app/moving/formats/format.ts';
import { suggestMapping } from '#app/moving/formats/formats.server.ts';
import {
  type CsvMapping,
  type CsvTable,
  DATE_FIELDS,
  listCsvFields,
  orderOf,
  readCell,
} from '#app/moving/formats/tables/csv-mapping.ts';
import { dateOrderIn } from '#app/moving/import/choices.ts';
import type { ImportRun } from '#app/moving/import/import-store.server.ts';
import { formatDate, formatTime, type TownClock } from '#app/platform/time/town-time.ts';
import { kindWords } from './import-words.ts';

/** Further columns are shown only if they are recognized. */
const MOST_COLUMNS = 200;
const SHOWN_VALUES = 3;

/** Whether the import has a table, whose columns have to be chosen. */
export function tableOf({ files }: ImportRun): ImportRun['files'][number] | undefined {
  return files.find(({ format }) => format === 'csv');
}

/** The kind with this name; undefined for any other text. */
export function readKind(text: string | null): ItemKind | undefined {
  return collectionNames.find((kind) => kind === text);
}

/** What a form says: `shown` is the kind whose `fields` (by the position of the column, '' for none) it has. */
type Chosen = { kind: ItemKind; shown: ItemKind; fields: ReadonlyMap<number, string>; order: string };

/** A column of the table. `field` is '' when it is left out; `note` says why it must be. */
export type Column = {
  at: number;
  name: string;
  field: string;
  values: string[];
  dates: DateReading[];
  note: string;
};

/**
 * The columns of the import's table with their first values, and the field that each becomes: as the form says, as it
 * was chosen before, or as it is recognized. Undefined when the file is no longer there.
 */
export async function loadColumns(moveIn: ImportRun, town: TownClock, form?: Chosen) {
  const file = tableOf(moveIn);
  if (!file) return undefined;
  const { collection, columns: chosen, choices } = moveIn.options;
  const kind = form?.kind ?? collection;
  const table = await suggestMapping(file.path, kind ? { collection: kind } : {}).catch(() => undefined);
  if (!table) return undefined;
  const mapping = chosen && table.collection === collection ? chosen : table.mapping;
  const fields = listCsvFields(table.collection);
  const of = form ? fieldsOfForm(form, table, fields) : fieldsOf(mapping, table);
  const columns = columnsOf(table, of, town);
  const order = findOrder(columns.map(({ field, at }) => ({ field, cells: cellsOf(table, at) })));
  return {
    name: file.name,
    kind: table.collection,
    kinds: collectionNames.map((each) => ({ kind: each, label: kindWords[each] })),
    fields: fields.map(({ field, label }) => ({ field, label, isDate: DATE_FIELDS.includes(field) })),
    columns,
    hidden: table.columns.length - columns.length,
    order: order && { ...order, ...readExample(order.example, town) },
    chosenOrder: (form ? form.order : dateOrderIn(choices)) || (order?.recognized ?? ''),
  };
}

export type Columns = NonNullable<Awaited<ReturnType<typeof loadColumns>>>;

function readExample(cell: string, town: TownClock): Partial<DateReading> {
  return readDates([cell], town)[0] ?? {};
}

function columnsOf(table: CsvTable, fields: ReadonlyMap<number, string>, town: TownClock): Column[] {
  return table.columns.flatMap((name, at): Column[] => {
    const field = fields.get(at) ?? '';
    if (at >= MOST_COLUMNS && !field) return [];
    const values = cellsOf(table, at).slice(0, SHOWN_VALUES);
    const note = noteOf(table, at);
    return [{ at, name: name || `Column ${at + 1}`, field, values, dates: readDates(values, town), note }];
  });
}

function cellsOf({ rows }: CsvTable, at: number): string[] {
  return [...new Set(rows.map((cells) => (cells[at] ?? '').trim()).filter(Boolean))];
}

/** Columns are known by their names. */
function noteOf({ columns }: CsvTable, at: number): string {
  const name = columns[at] ?? '';
  if (!name) return 'It has no name in the first row, so it is left out.';
  return columns.indexOf(name) < at
    ? 'Another column has the same name. Only the first one is imported.'
    : '';
}

function fieldsOf(mapping: CsvMapping, { columns }: CsvTable): Map<number, string> {
  return new Map(Object.entries(mapping).map(([field, column]) => [columns.indexOf(column), field]));
}

/** For another kind, its fields are recognized, and others are kept that it has, too. */
function fieldsOfForm(
  { kind, shown, fields }: Chosen,
  table: CsvTable,
  known: { field: string }[],
): ReadonlyMap<number, string> {
  const isKnown = (name: string) => known.some(({ field }) => field === name);
  const isFree = (at: number) => noteOf(table, at) === '';
  const given = [...fields].filter(([at, field]) => isFree(at) && isKnown(field));
  if (kind === shown) return new Map(given);
  const found = fieldsOf(table.mapping, table);
  const taken = new Set(found.values());
  for (const [at, field] of given)
    if (!found.has(at) && !taken.has(field)) {
      found.set(at, field);
      taken.add(field);
    }
  return found;
}

/** A value as a date, with the month and with the day first; '' where it is none. */
export type DateReading = { cell: string; month: string; day: string };

/** These values as dates; nothing when none of them is one. */
function readDates(cells: string[], town: TownClock): DateReading[] {
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
function findOrder(
  columns: { field: string; cells: string[] }[],
): { example: string; recognized?: DateOrder; other?: string } | undefined {
  const dated = columns.filter(({ field }) => DATE_FIELDS.includes(field));
  const cells = (dated.length > 0 ? dated : columns).flatMap((column) => column.cells);
  const example = cells.find((cell) => orderOf(cell) === 'either');
  if (example === undefined) return undefined;
  const other = cells.find((cell) => orderOf(cell) === 'day');
  return other === undefined ? { example, recognized: 'month' } : { example, other };
}
