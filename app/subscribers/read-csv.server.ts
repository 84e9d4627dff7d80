import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { parse } from 'csv-parse';

/** A row of a file: the line it begins on, counted from 1, and its cells without the space around them. */
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
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    trim: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MOST_ROW_BYTES,
  });
  const decode = new TextDecoder(encoding);
  const source = createReadStream(path);
  source.on('data', (chunk) => {
    if (!parser.write(decode.decode(chunk as Buffer, { stream: true }))) source.pause();
  });
  parser.on('drain', () => source.resume());
  source.once('end', () => parser.end(decode.decode()));
  source.once('error', (error) => parser.destroy(error));
  let doubled = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<{
      record: string[];
      info: { lines: number };
    }>) {
      const breaks = record.join('').match(/\r\n|[\r\n]/g) ?? [];
      // The parser counts a CR LF inside quotation marks as two lines.
      doubled += breaks.filter((each) => each === '\r\n').length;
      yield { line: info.lines - doubled - breaks.length, cells: record };
    }
  } catch (error) {
    const { code = '', lines } = error as { code?: string; lines?: number };
    if (!code.startsWith('CSV_')) throw error;
    throw new CsvError(`A quotation mark is not closed near line ${lines ?? 1}`);
  } finally {
    source.destroy();
  }
}

async function findEncoding(path: string): Promise<string> {
  const { head } = await readHead(path, 2);
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

/** The most frequent one in the first line. */
async function findDelimiter(path: string, encoding: string): Promise<string> {
  const { head } = await readHead(path, 4096);
  const [first = ''] = new TextDecoder(encoding).decode(head).split(/[\r\n]/);
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: first.split(mark).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).mark;
}

async function readHead(path: string, bytes: number): Promise<{ head: Uint8Array }> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
    return { head: buffer.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}
