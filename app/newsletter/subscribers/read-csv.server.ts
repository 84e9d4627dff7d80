import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { finished } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { withoutGuard } from '#app/items/text/csv-text.ts';

/**
 * A row of a file: the line it begins on, counted from 1, and its cells without the space around them and without the
 * apostrophes of `formatCsv`.
 */
export type CsvRow = { line: number; cells: string[] };

/** The file can't be read any further. */
export class CsvError extends Error {
  override name = 'CsvError';
}

/** A longer one is a quotation mark that nobody closed. */
const MOST_ROW_BYTES = 64 * 1024;

/**
 * The rows of a CSV file, a piece of the file at a time: in UTF-8, UTF-16 with a byte order mark, or else Windows-1252;
 * separated by commas, semicolons or tabs. Empty lines are left out. Throws CsvError.
 */
export async function* readCsv(path: string): AsyncGenerator<CsvRow> {
  const encoding = await findEncoding(path);
  const delimiter = await findDelimiter(path, encoding);
  yield* parseCsv(decoded(path, encoding), { delimiter, mostRowBytes: MOST_ROW_BYTES });
}

async function* decoded(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of createReadStream(path)) yield decoder.decode(chunk as Buffer, { stream: true });
  yield decoder.decode();
}

type CsvShape = { delimiter: string; mostRowBytes: number };

/** The rows of a text that may be larger than memory; empty lines are left out. Throws CsvError. */
export async function* parseCsv(
  text: AsyncIterable<string>,
  { delimiter, mostRowBytes }: CsvShape,
): AsyncGenerator<CsvRow> {
  const read: { record: string[]; lines: number }[] = [];
  const parser = parse({
    delimiter,
    bom: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: mostRowBytes,
    // Rows are taken here and not from the stream, which would drop those before a mistake.
    on_record: (record: string[], { lines }) => {
      read.push({ record, lines });
      return null;
    },
  });
  parser.on('error', () => undefined);
  let doubled = 0;
  let next = 1;
  const taken = (): CsvRow[] =>
    read.splice(0).map(({ record, lines }) => {
      const breaks = record.join('').match(/\r\n|[\r\n]/g) ?? [];
      // The parser counts a CR LF inside quotation marks as two lines.
      doubled += breaks.filter((each) => each === '\r\n').length;
      next = lines - doubled + 1;
      return { line: next - 1 - breaks.length, cells: record.map(withoutGuard) };
    });
  for await (const piece of text) {
    const error = await new Promise((resolve) => parser.write(piece, resolve));
    yield* taken();
    throwCsvError(error, next);
  }
  const error = await finished(parser.resume().end()).catch((reason) => reason);
  yield* taken();
  throwCsvError(error, next);
}

/** `line` is where the row begins that can't be read. */
function throwCsvError(error: unknown, line: number): void {
  if (!error) return;
  const { code = '' } = error as { code?: string };
  if (!code.startsWith('CSV_')) throw error;
  throw new CsvError(`A quotation mark is not closed in the row that begins on line ${line}`);
}

async function findEncoding(path: string): Promise<string> {
  const head = await readHead(path, 2);
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const strict = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of createReadStream(path)) strict.decode(chunk as Buffer, { stream: true });
    strict.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

async function findDelimiter(path: string, encoding: string): Promise<string> {
  const head = await readHead(path, 4096);
  return delimiterOf(new TextDecoder(encoding).decode(head));
}

/** Comma, semicolon or tab: the most frequent one in the first line. */
export function delimiterOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}

async function readHead(path: string, bytes: number): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
