import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { throwIfStopped } from './backup-error.ts';
import type { TableEntry } from './manifest.ts';
import type { TownRow } from './town-rows.server.ts';

/** Longer than any row can be: a longer line is not from a backup. */
const MOST_LINE = 64 * 1024 * 1024;

/** How much is parsed and written at once. */
const PIECE_BYTES = 256 * 1024;

class Meter extends Transform {
  bytes = 0;
  #hash = createHash('sha256');

  override _transform(chunk: Buffer, _encoding: string, done: (error: null, chunk: Buffer) => void): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }

  digest(): string {
    return this.#hash.digest('hex');
  }
}

/** Writes pages of rows to a new file as compressed JSON lines and returns its part of the manifest. */
export async function writeTableEntry(
  file: string,
  pages: AsyncIterable<TownRow[]>,
  signal?: AbortSignal,
): Promise<Pick<TableEntry, 'rows' | 'bytes' | 'sha256'>> {
  let rows = 0;
  async function* lines() {
    for await (const page of pages) {
      throwIfStopped(signal);
      rows += page.length;
      yield `${page.map((row) => JSON.stringify(row)).join('\n')}\n`;
    }
  }
  const meter = new Meter();
  await pipeline(
    Readable.from(lines()),
    createZstdCompress(),
    meter,
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
  );
  return { rows, bytes: meter.bytes, sha256: meter.digest() };
}

/**
 * Reads an entry's rows, a chunk at a time, and says whether it is what was written, by count and checksum. Rejects
 * when it can't be decompressed.
 */
export async function readTableEntry(
  body: ReadableStream<Uint8Array>,
  entry: TableEntry,
  onRows: (rows: TownRow[]) => Promise<void>,
): Promise<boolean> {
  const meter = new Meter();
  let rows = 0;
  let isReadable = true;
  await pipeline(
    Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]),
    meter,
    createZstdDecompress({ chunkSize: PIECE_BYTES }),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const lines of splitLines(chunks)) {
        const parsed = lines.map(parseRow);
        isReadable &&= !parsed.includes(undefined);
        if (!isReadable) return;
        rows += parsed.length;
        await onRows(parsed as TownRow[]);
      }
    },
  );
  return isReadable && rows === entry.rows && meter.bytes === entry.bytes && meter.digest() === entry.sha256;
}

async function* splitLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<string[]> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE) throw Object.assign(new Error('a line is too long'), { code: 'ZSTD_LINE' });
    if (lines.length > 0) yield lines;
  }
  if (rest !== '') yield [rest];
}

function parseRow(line: string): TownRow | undefined {
  try {
    const values = JSON.parse(line);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}
