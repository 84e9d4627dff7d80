/** Tables of items as CSV, by a mapping of columns to fields. */
import {
  type Doubt,
  FieldHints,
  FileProblem,
  type Format,
  type Found,
  guarded,
  type ItemKind,
  type Member,
  MOST_RECORD,
  type ReadOptions,
  unreadable,
} from '#app/moving/formats/format.ts';
import { kindOfFile } from '#app/moving/formats/record-fields.ts';
import { foundItemsOf } from '#app/moving/formats/record-items.ts';
import { CsvError, type CsvRow, delimiterOf, parseCsv } from '#app/newsletter/subscribers/read-csv.server.ts';
import { bodyOf } from '#app/sources/formats/source-text.ts';
import { derivedId } from '#app/sources/import/derived-id.ts';
import {
  type CsvMapping,
  type CsvTable,
  type DateColumns,
  dateDoubts,
  findDateColumns,
  mapColumns,
  missingFields,
  orderedDate,
  suggestCollection,
} from './csv-mapping.ts';

export const csv: Format = {
  name: 'csv',
  label: 'CSV',
  recognize: ({ name, text }) => /\.(csv|tsv|tab)$/.test(name) && /[^\s<{[]/.test(text.trimStart().charAt(0)),
  read: readTable,
};

/** How many rows are read for a choice, how much of each cell, and about how much of all. */
const FIRST_ROWS = 200;
const CELL_CHARACTERS = 200;
const ALL_CHARACTERS = 500_000;

/** The columns of a table, its first rows, and what they seem to be. */
export async function readCsvTable(member: Member, collection?: ItemKind): Promise<CsvTable> {
  const rows: string[][] = [];
  let characters = 0;
  for await (const { cells } of rowsOf(member, { isPreview: true })) {
    const row = cells.map((cell) => cell.slice(0, CELL_CHARACTERS).toWellFormed());
    characters += row.reduce((sum, cell) => sum + cell.length + 1, 0);
    rows.push(row);
    if (rows.length > FIRST_ROWS || characters > ALL_CHARACTERS) break;
  }
  const [columns = [], ...shown] = rows;
  const kind = collection ?? kindOfFile(member.head.name) ?? suggestCollection(columns);
  return { columns, rows: shown, collection: kind, mapping: mapColumns(columns, kind) };
}

async function* readTable(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const table = await readCsvTable(member, options.collection);
  const kind = table.collection;
  const mapping = options.mapping ?? table.mapping;
  if (missingFields(mapping, kind).length > 0)
    throw new FileProblem('no-mapping', 'Choose which column is which field: their names are not known');
  const asked = { columns: table.columns, mapping, chosen: options.dateOrder };
  const dates = await findDateColumns(rowsOf(member, { isPreview: true }), asked);
  const notes = new FieldHints();
  const reading = { member, columns: table.columns, kind, mapping, options, dates, notes };
  let isFirst = true;
  for await (const row of rowsOf(member)) {
    if (!isFirst) yield* guarded(member.file, `line ${row.line}`, () => readRow(row, reading));
    isFirst = false;
  }
  yield* notes.leftOut();
}

type Reading = {
  member: Member;
  columns: string[];
  kind: ItemKind;
  mapping: CsvMapping;
  options: ReadOptions;
  dates: DateColumns;
  notes: FieldHints;
};

function* readRow({ line, cells }: CsvRow, reading: Reading): Generator<Found> {
  const { member, columns, kind, mapping, options, dates, notes } = reading;
  const { file } = member;
  const lineName = `line ${line}`;
  if (cells.slice(columns.length).some(Boolean)) {
    const problem = `The row has ${cells.length} cells and the first row ${columns.length}: a quotation mark is missing`;
    yield unreadable(file, lineName, 'broken-quotes', problem);
    return;
  }
  const values: Record<string, string> = {};
  for (const [field, column] of Object.entries(mapping)) {
    const cell = cells[columns.indexOf(column)] ?? '';
    values[field] = orderedDate(cell, column, dates);
  }
  if (values.eventTime) values.eventTime = withoutSeconds(values.eventTime);
  if (values.description && kind !== 'polls') values.description = bodyOf(values.description, null);
  const id = values.id || keyOf(kind, values);
  const place = { file, record: values.id || lineName };
  const names = new Map(Object.keys(mapping).map((field) => [field, field]));
  const record = {
    origin: originOf(member),
    collection: kind,
    id,
    values,
    place,
    zone: options.zone,
    notes,
    names,
  };
  const cellIn = (column: string) => cells[columns.indexOf(column)] ?? '';
  const more = [...dateDoubts(mapping, cellIn, dates), ...listUntaken(cells, reading)];
  for (const found of foundItemsOf(kind, record))
    yield 'input' in found ? { ...found, doubts: [...found.doubts, ...more] } : found;
}

/** Columns that no field takes, unless someone chose the fields. */
function listUntaken(cells: string[], { columns, kind, mapping, options, notes }: Reading): Doubt[] {
  if (options.mapping) return [];
  const taken = new Set(Object.values(mapping));
  return columns.flatMap((column, at) =>
    column === '' || taken.has(column) || !cells[at] ? [] : notes.note(kind, column, 'a column'),
  );
}

/** A time as people write it: spreadsheets turn '7:00 PM' into '07:00:00 PM'. */
function withoutSeconds(time: string): string {
  return time.replace(/^0?(\d{1,2}:\d{2}):00(?= [AP]M$|$)/, '$1');
}

/** The same in each later version of the table, wherever the row is. */
function keyOf(kind: ItemKind, values: Record<string, string>): string {
  const { sourceId, link, title = '', name = '', pubDate = '', eventDate = '', address = '' } = values;
  if (sourceId || (link && kind !== 'events')) return derivedId(sourceId || (link ?? ''));
  return derivedId(title, name, pubDate, eventDate, address);
}

/** The file without its ending and what programs add to a second download. */
function originOf({ head }: Member): string {
  return `csv:${head.name.replace(/\.\w{1,4}$/, '').replace(/\s*\(\d{1,3}\)$/, '')}`;
}

/** With `isPreview`, the rows before a mistake, which the reading itself reports. */
async function* rowsOf({ head, text }: Member, { isPreview = false } = {}): AsyncGenerator<CsvRow> {
  try {
    yield* parseCsv(text(), { delimiter: delimiterOf(head.text), mostRowBytes: MOST_RECORD });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (isPreview) return;
    throw new FileProblem('damaged', `${error.message}: this row and all after it are missing`);
  }
}
