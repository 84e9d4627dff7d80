/** What is in a file that was given: itself, or the entries of an archive or a folder. */

import { createReadStream } from 'node:fs';
import { open, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip, constants as zlib } from 'node:zlib';
import { createTarDecoder } from 'modern-tar';
import { getFileNameLowLevel, openPromise, validateFileName, type Entry as ZipEntry } from 'yauzl';
import {
  FileProblem,
  FREE_BYTES,
  MOST_ENTRIES,
  MOST_FILE_BYTES,
  MOST_RATIO,
  MOST_UNPACKED_BYTES,
} from './format.ts';

export type Container = 'file' | 'gzip' | 'zip' | 'tar' | 'folder';

/**
 * A file in an archive or a folder; of a file that was given as it is, `path` is ''. `bytes` must be read before the
 * next entry, in a tar only once; `isOnce` says so. `problem` says why it must not be read.
 */
export type Entry = {
  path: string;
  bytes: () => AsyncIterable<Uint8Array>;
  isOnce: boolean;
  problem?: FileProblem;
};

/** What the file or folder is. Throws errors of the file system. */
export async function containerOf(path: string): Promise<Container> {
  if ((await stat(path)).isDirectory()) return 'folder';
  const head = await readHead(bytesOfFile(path), 512);
  if (isZip(head)) return 'zip';
  if (isTar(head)) return 'tar';
  if (!isGzip(head)) return 'file';
  const unpacked = await readHead(gunzipped(path, { unpacked: 0 }), 512).catch(() => head);
  return isTar(unpacked) ? 'tar' : 'gzip';
}

/**
 * Its entries, in order, without folders and links. An entry whose name leads outside has a `problem`. Throws
 * FileProblem for what can't be opened or is beyond the limits, after the entries before.
 */
export async function* entriesOf(path: string, container: Container): AsyncGenerator<Entry> {
  const budget = { unpacked: 0 };
  if (container === 'folder') return yield* entriesOfFolder(path);
  if ((await stat(path)).size > MOST_FILE_BYTES)
    throw new FileProblem('too-large', 'The file is larger than 2 GB: split it, or export fewer records');
  if (container === 'zip') yield* counted(entriesOfZip(path, budget));
  else if (container === 'tar') yield* counted(entriesOfTar(path, budget));
  else {
    const bytes = () => (container === 'gzip' ? gunzipped(path, budget) : bytesOfFile(path));
    yield { path: '', bytes, isOnce: false };
  }
}

async function* counted(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
  let count = 0;
  try {
    for await (const entry of entries) {
      if (++count > MOST_ENTRIES)
        throw new FileProblem('too-large', `The archive has more than ${MOST_ENTRIES} files`);
      yield entry;
    }
  } catch (error) {
    throw problemOf(error);
  }
}

async function* entriesOfFolder(folder: string, below = ''): AsyncGenerator<Entry> {
  const names = await Array.fromAsync(await opendir(join(folder, below)));
  names.sort((one, other) => (one.name < other.name ? -1 : 1));
  for (const each of names) {
    const path = below ? `${below}/${each.name}` : each.name;
    if (each.isDirectory()) yield* entriesOfFolder(folder, path);
    else if (each.isFile()) yield { path, bytes: () => bytesOfFile(join(folder, path)), isOnce: false };
  }
}

async function* entriesOfZip(file: string, budget: Budget): AsyncGenerator<Entry> {
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false, decodeStrings: false });
  try {
    for await (const entry of zip.eachEntry()) {
      const path = nameOf(entry);
      if (path.endsWith('/')) continue;
      const bytes = async function* () {
        const stream = await zip.openReadStreamPromise(entry);
        yield* bounded(stream, budget, () => entry.compressedSize);
      };
      const problem = zipProblemOf(entry, path);
      yield { path, bytes: () => translated(bytes()), isOnce: false, ...(problem ? { problem } : {}) };
    }
  } finally {
    zip.close();
  }
}

function nameOf({ generalPurposeBitFlag, fileNameRaw, extraFields }: ZipEntry): string {
  return getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
}

function zipProblemOf(entry: ZipEntry, path: string): FileProblem | undefined {
  if (entry.isEncrypted()) return new FileProblem('encrypted', 'The archive has a password: unpack it first');
  return outside(path);
}

function outside(path: string): FileProblem | undefined {
  if (validateFileName(path) === null && !path.includes('\0')) return undefined;
  return new FileProblem('unsafe-path', 'Its path leads out of the archive');
}

async function* translated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (error) {
    throw problemOf(error);
  }
}

async function* entriesOfTar(file: string, budget: Budget): AsyncGenerator<Entry> {
  const head = await readHead(bytesOfFile(file), 2);
  const { size } = await stat(file);
  const bytes = isGzip(head) ? gunzipped(file, budget) : bounded(bytesOfFile(file), budget, () => size);
  const stream = Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<
    Uint8Array<ArrayBuffer>
  >;
  const entries = stream.pipeThrough(createTarDecoder({ strict: true })) as AsyncIterable<TarEntry> &
    ReadableStream;
  for await (const { header, body } of entries) {
    const path = header.name.replaceAll('\\', '/').replace(/^(\.\/)+/, '');
    if (header.type && header.type !== 'file') {
      await body.cancel();
      continue;
    }
    const problem = outside(path);
    let isRead = false;
    const read = () => {
      isRead = true;
      return translated(body as unknown as AsyncIterable<Uint8Array>);
    };
    yield { path, bytes: read, isOnce: true, ...(problem ? { problem } : {}) };
    if (!isRead) await body.cancel();
  }
}

type TarEntry = { header: { name: string; type?: string }; body: ReadableStream<Uint8Array> };

/** The first bytes; fewer of a shorter file, also of one that is cut off after them. */
export async function readHead(bytes: AsyncIterable<Uint8Array>, length: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let read = 0;
  try {
    for await (const chunk of bytes) {
      parts.push(chunk);
      read += chunk.length;
      if (read >= length) break;
    }
  } catch (error) {
    // The reader of the whole file reports it.
    if (!(error instanceof FileProblem) || read === 0) throw error;
  }
  return Buffer.concat(parts).subarray(0, length);
}

export function isGzip([a, b]: Uint8Array): boolean {
  return a === 0x1f && b === 0x8b;
}

/** Also an empty one. */
export function isZip([a, b, c, d]: Uint8Array): boolean {
  return a === 0x50 && b === 0x4b && ((c === 3 && d === 4) || (c === 5 && d === 6));
}

export function isTar(head: Uint8Array): boolean {
  return Buffer.from(head.subarray(257, 262)).toString('latin1') === 'ustar';
}

/** How much was unpacked of one file that was given: R-39. */
type Budget = { unpacked: number };

/** The bytes of a file. */
export function bytesOfFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

/**
 * The same bytes, counted. Throws FileProblem beyond the limits: more than MOST_UNPACKED_BYTES of the whole file, or an
 * entry of more than MOST_RATIO times `packed()`, which is how many packed bytes it came from.
 */
async function* bounded(
  bytes: AsyncIterable<Uint8Array>,
  budget: Budget,
  packed: () => number,
): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of bytes) {
    length += chunk.length;
    budget.unpacked += chunk.length;
    if (budget.unpacked > MOST_UNPACKED_BYTES)
      throw new FileProblem('too-large', 'It unpacks to more than 10 GB');
    if (length > FREE_BYTES && length > packed() * MOST_RATIO)
      throw new FileProblem('too-large', 'It unpacks to much more than is plausible (a zip bomb)');
    yield chunk;
  }
}

/**
 * The unpacked bytes of a gzip file. Throws FileProblem: 'truncated' when the file ends too early, after all bytes
 * before its end.
 */
async function* gunzipped(path: string, budget: Budget): AsyncGenerator<Uint8Array> {
  let packed = 0;
  const source = createReadStream(path, { highWaterMark: 256 * 1024 });
  source.on('data', (chunk) => {
    packed += chunk.length;
  });
  // What zlib holds back is written out at the end, also of a file that was cut off.
  const gunzip = createGunzip({ finishFlush: zlib.Z_SYNC_FLUSH, chunkSize: 64 * 1024 });
  source.once('error', (error) => gunzip.destroy(error));
  source.pipe(gunzip);
  let size = 0;
  try {
    for await (const chunk of bounded(gunzip, budget, () => packed)) {
      size += chunk.length;
      yield chunk;
    }
  } catch (error) {
    throw problemOf(error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
  if (!(await endsWithSize(path, size))) await gunzipStrictly(path);
}

/** A gzip file ends with the size of what was packed (RFC 1952), of its last part if it has several. */
async function endsWithSize(path: string, size: number): Promise<boolean> {
  const file = await open(path);
  try {
    const { size: length } = await file.stat();
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, length - 4));
    return buffer.readUInt32LE() === size % 2 ** 32;
  } finally {
    await file.close();
  }
}

async function gunzipStrictly(path: string): Promise<void> {
  const gunzip = createReadStream(path).pipe(createGunzip());
  try {
    for await (const _chunk of gunzip);
  } catch (error) {
    throw problemOf(error);
  }
}

/** What an error of unpacking says about the file; errors of the file system stay. */
function problemOf(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof FileProblem || (/^E[A-Z]+$/.test(code) && code !== 'EINVAL')) return error;
  if (code === 'Z_BUF_ERROR' || /unexpected end|truncated/i.test(message))
    return new FileProblem('truncated', 'The archive ends too early: download or upload it again');
  return new FileProblem('damaged', 'The archive is damaged: download or upload it again');
}
