import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip, constants as zlib } from 'node:zlib';
import { FileProblem, FREE_BYTES, MOST_RATIO, MOST_UNPACKED_BYTES } from './format.ts';

/** How much was unpacked of one file that was given: R-39. */
export type Budget = { unpacked: number };

/** The bytes of a file. */
export function bytesOfFile(path: string): AsyncIterable<Uint8Array> {
  return createReadStream(path, { highWaterMark: 256 * 1024 });
}

/**
 * The same bytes, counted. Throws FileProblem beyond the limits: more than MOST_UNPACKED_BYTES of the whole file, or an
 * entry of more than MOST_RATIO times `packed()`, which is how many packed bytes it came from.
 */
export async function* bounded(
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
export async function* gunzipped(path: string, budget: Budget): AsyncGenerator<Uint8Array> {
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
export function problemOf(error: unknown): unknown {
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (error instanceof FileProblem || (/^E[A-Z]+$/.test(code) && code !== 'EINVAL')) return error;
  if (code === 'Z_BUF_ERROR' || /unexpected end|truncated/i.test(message))
    return new FileProblem('truncated', 'The archive ends too early: download or upload it again');
  return new FileProblem('damaged', 'The archive is damaged: download or upload it again');
}
