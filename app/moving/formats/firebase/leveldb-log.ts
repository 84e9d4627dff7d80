/**
 * Reads log files of LevelDB: blocks of 32 KiB with fragments of records. A fragment has a header (masked CRC-32C,
 * length, type) and never crosses a block: doc/log_format in https://github.com/google/leveldb.
 */
import { MOST_RECORD } from '#app/moving/formats/format.ts';

export const BLOCK_BYTES = 32 * 1024;
export const HEADER_BYTES = 7;

/** What a fragment is of its record. 0 is padding up to the end of the block. */
export const FRAGMENT = { padding: 0, whole: 1, first: 2, middle: 3, last: 4 } as const;

/**
 * A record, or why it can't be read. `offset` is where it begins in the file. `bytes` change when the next record is
 * read. 'damaged': no record between `offset` and `end` can be read.
 */
export type LogRecord =
  | { offset: number; bytes: Uint8Array; problem?: undefined }
  | { offset: number; problem: 'invalid' | 'too-large' | 'truncated' }
  | { offset: number; problem: 'damaged'; end: number };

/**
 * The records of a log file, in memory that does not grow with it. A fragment with a wrong checksum costs its record; if
 * what follows it is damaged, too, the rest of the block. Records larger than MOST_RECORD are skipped.
 */
export async function* readLog(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<LogRecord> {
  const log = new Log();
  let offset = 0;
  for await (const block of blocksOf(bytes)) {
    yield* log.take(block, offset);
    offset += block.length;
  }
  yield* log.end();
}

/** Whether bytes begin with an intact fragment of a log file. */
export function isLog(head: Uint8Array): boolean {
  const type = head[HEADER_BYTES - 1];
  return (type === FRAGMENT.whole || type === FRAGMENT.first) && isIntact(head.subarray(0, BLOCK_BYTES), 0);
}

/** Blocks of BLOCK_BYTES, except the last one. Each overwrites the one before. */
async function* blocksOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const block = new Uint8Array(BLOCK_BYTES);
  let filled = 0;
  for await (const chunk of bytes) {
    for (let from = 0; from < chunk.length; ) {
      const piece = chunk.subarray(from, from + BLOCK_BYTES - filled);
      block.set(piece, filled);
      from += piece.length;
      filled += piece.length;
      if (filled < BLOCK_BYTES) continue;
      yield block;
      filled = 0;
    }
  }
  if (filled > 0) yield block.subarray(0, filled);
}

class Log {
  /** A record whose last fragment is not there yet: where it begins, and how much of it is in `#parts`. */
  #open: { offset: number; size: number } | undefined;
  /** As large as any record can be, because a record can have any number of fragments. */
  #parts: Uint8Array | undefined;
  /** The record is reported, so what follows of it is not. */
  #isReported = false;

  *take(block: Uint8Array, offset: number): Generator<LogRecord> {
    for (let at = 0; at < block.length && BLOCK_BYTES - at >= HEADER_BYTES; ) {
      if (isPadding(block, at)) return;
      const end = endOf(block, at);
      if (isIntact(block, at)) yield* this.#add(block, at, offset);
      else if (end > block.length && end <= BLOCK_BYTES) return yield this.#lost(offset + at, 'truncated');
      else if (isWhole(block, at) && isFollowed(block, end)) yield this.#lost(offset + at, 'invalid');
      else return yield { ...this.#lost(offset + at, 'damaged'), end: offset + block.length };
      at = end;
    }
  }

  *end(): Generator<LogRecord> {
    if (this.#open) yield this.#lost(this.#open.offset, 'truncated');
  }

  *#add(block: Uint8Array, at: number, offset: number): Generator<LogRecord> {
    const type = block[at + HEADER_BYTES - 1];
    const bytes = block.subarray(at + HEADER_BYTES, endOf(block, at));
    const begins = type === FRAGMENT.whole || type === FRAGMENT.first;
    if (begins) {
      if (this.#open) yield this.#lost(this.#open.offset, 'invalid');
      this.#isReported = false;
    }
    if (type === FRAGMENT.whole) return yield { offset: offset + at, bytes };
    if (begins) this.#open = { offset: offset + at, size: 0 };
    if (this.#open) yield* this.#append(this.#open, bytes, type === FRAGMENT.last);
    else if (!this.#isReported) yield this.#lost(offset + at, 'invalid');
  }

  *#append(open: { offset: number; size: number }, bytes: Uint8Array, isLast: boolean): Generator<LogRecord> {
    if (open.size + bytes.length > MOST_RECORD) return yield this.#lost(open.offset, 'too-large');
    this.#parts ??= new Uint8Array(MOST_RECORD);
    this.#parts.set(bytes, open.size);
    open.size += bytes.length;
    if (!isLast) return;
    this.#open = undefined;
    yield { offset: open.offset, bytes: this.#parts.subarray(0, open.size) };
  }

  #lost<Problem extends string>(at: number, problem: Problem): { offset: number; problem: Problem } {
    const offset = this.#open?.offset ?? at;
    this.#open = undefined;
    this.#isReported = true;
    return { offset, problem };
  }
}

/** Where the fragment ends, by its header; after the block when not even the header is whole. */
function endOf(block: Uint8Array, at: number): number {
  if (at + HEADER_BYTES > block.length) return at + HEADER_BYTES;
  return at + HEADER_BYTES + ((block[at + 4] as number) | ((block[at + 5] as number) << 8));
}

function isWhole(block: Uint8Array, at: number): boolean {
  return endOf(block, at) <= block.length;
}

function isIntact(block: Uint8Array, at: number): boolean {
  if (!isWhole(block, at)) return false;
  const type = block[at + HEADER_BYTES - 1] as number;
  if (type < FRAGMENT.whole || type > FRAGMENT.last) return false;
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  return view.getUint32(at, true) === maskedCrc32c(block.subarray(at + HEADER_BYTES - 1, endOf(block, at)));
}

/** Whether there is a fragment, padding or the end where a damaged one says that it ends: so its length is right. */
function isFollowed(block: Uint8Array, at: number): boolean {
  return BLOCK_BYTES - at < HEADER_BYTES || isPadding(block, at) || isIntact(block, at);
}

/** Also the end of a file. */
function isPadding(block: Uint8Array, at: number): boolean {
  if (block[at + HEADER_BYTES - 1]) return false;
  for (let each = at; each < block.length; each++) if (block[each]) return false;
  return true;
}

const REVERSED_POLYNOMIAL = 0x82f63b78;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ REVERSED_POLYNOMIAL : crc >>> 1;
  return crc;
});

/** The CRC-32C of bytes (RFC 3720, appendix B.4), which `node:zlib` does not have. Unsigned. */
export function crc32c(bytes: Uint8Array): number {
  let crc = -1;
  for (let at = 0; at < bytes.length; at++)
    crc = (TABLE[(crc ^ (bytes[at] as number)) & 0xff] as number) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** The checksum as LevelDB stores it, so that checksums of data that has checksums stay random. */
export function maskedCrc32c(bytes: Uint8Array): number {
  const crc = crc32c(bytes);
  return (((crc >>> 15) | (crc << 17)) + 0xa282ead8) >>> 0;
}
