import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { MOST_RECORD } from '#app/moving/formats/format.ts';
import { fragment, logOf } from '../../../../tests/managed-export.ts';
import { BLOCK_BYTES, crc32c, isLog, maskedCrc32c, readLog } from './leveldb-log.ts';

/** A record that no other one is like, of a length. */
const record = (length: number) => Buffer.alloc(length).map((_, at) => at * 7 + length * 13 + 1);

const logBytes = (records: Uint8Array[]) => Buffer.concat([...logOf(records)]);

/** What is read of a log that arrives in pieces: the length of each record, or its problem, with its offset. */
async function read(log: Uint8Array, piece = 1000): Promise<string[]> {
  const pieces = function* () {
    for (let at = 0; at < log.length; at += piece) yield log.subarray(at, at + piece);
  };
  const found: string[] = [];
  for await (const each of readLog(Readable.from(pieces())))
    found.push(
      each.problem
        ? `${each.problem} at ${each.offset}${'end' in each ? ` to ${each.end}` : ''}`
        : `${each.bytes.length} ${crc32c(each.bytes)}`,
    );
  return found;
}

const lines = (records: Uint8Array[]) => records.map((bytes) => `${bytes.length} ${crc32c(bytes)}`);

test('the checksum is that of RFC 3720, masked as LevelDB does it', () => {
  expect(crc32c(Buffer.alloc(32))).toBe(0x8a9136aa);
  expect(crc32c(Buffer.alloc(32, 0xff))).toBe(0x62a8ab43);
  expect(crc32c(Buffer.from('123456789'))).toBe(0xe3069283);
  expect(maskedCrc32c(Buffer.alloc(0))).toBe(0xa282ead8);
});

test('records of every length around the end of a block are read, however their bytes arrive', async () => {
  const lengths = [0, 1, BLOCK_BYTES - 14, BLOCK_BYTES - 13, 1, BLOCK_BYTES - 8, 5, 100_000, 3];
  for (let back = 0; back < 16; back++) lengths.push(BLOCK_BYTES - 7 - back, back);
  const records = lengths.map((length) => record(length));
  const log = logBytes(records);
  for (const piece of [7, BLOCK_BYTES, log.length]) expect(await read(log, piece)).toEqual(lines(records));
});

test('padding with zeros, as Google writes it, has no records', async () => {
  const records = [record(50), record(60)];
  const padded = Buffer.concat([logBytes(records), Buffer.alloc(BLOCK_BYTES)]).subarray(0, BLOCK_BYTES);
  expect(await read(Buffer.concat([padded, logBytes(records)]))).toEqual(lines([...records, ...records]));
  expect(await read(Buffer.alloc(3 * BLOCK_BYTES + 5))).toEqual([]);
  expect(await read(Buffer.alloc(0))).toEqual([]);
});

test('a log that is cut off anywhere keeps every record before the break, and says where the next one began', async () => {
  const records = [40, 0, 300, 20].map((length) => record(length));
  const log = logBytes(records);
  const ends = [47, 54, 361, 388];
  for (let length = 0; length < log.length; length++) {
    const whole = ends.filter((end) => end <= length).length;
    const rest = length === (ends[whole - 1] ?? 0) ? [] : [`truncated at ${ends[whole - 1] ?? 0}`];
    expect(await read(log.subarray(0, length)), `${length}`).toEqual([
      ...lines(records).slice(0, whole),
      ...rest,
    ]);
  }
  const long = logBytes([record(10), record(100_000)]);
  for (let length = 30; length < long.length; length += 997)
    expect(await read(long.subarray(0, length)), `${length}`).toEqual([
      ...lines([record(10)]),
      'truncated at 17',
    ]);
});

test('a wrong checksum costs its record only', async () => {
  const records = [40, 50, 60, 40_000, 70].map((length) => record(length));
  const log = logBytes(records);
  for (const [at, lost, offset] of [
    [10, 0, 0],
    [50, 1, 47],
    // The first and the last fragment of the long one.
    [30_000, 3, 171],
    [39_000, 3, 171],
    [log.length - 1, 4, log.length - 77],
  ] as const) {
    const broken = Buffer.from(log);
    broken[at] = (broken[at] as number) ^ 1;
    const expected = lines(records);
    expected[lost] = `invalid at ${offset}`;
    expect(await read(broken), `${at}`).toEqual(expected);
  }
});

test('where a length is wrong, reading goes on at the next block', async () => {
  // The first three fill a block.
  const fit = [40, 50, BLOCK_BYTES - 111, 70].map((length) => record(length));
  const expected = lines(fit);
  for (const at of [51, 52]) {
    const broken = logBytes(fit);
    broken[at] = 0xff;
    const damaged = `damaged at 47 to ${BLOCK_BYTES}`;
    expect(await read(broken), `${at}`).toEqual([expected[0], damaged, expected[3]]);
  }
  for (const type of [0, 9, 255]) {
    const broken = logBytes(fit);
    broken[53] = type;
    expect(await read(broken), `${type}`).toEqual([expected[0], 'invalid at 47', expected[2], expected[3]]);
  }
});

test('fragments without their first or last one are one refused record', async () => {
  const [first, middle, last, whole] = [2, 3, 4, 1].map((type) => fragment(type, record(20)));
  const log = (...parts: (Buffer | undefined)[]) => Buffer.concat(parts as Buffer[]);
  const [one] = lines([record(20)]);
  expect(await read(log(middle, last, last, whole))).toEqual(['invalid at 0', one]);
  expect(await read(log(first, middle, whole, last))).toEqual(['invalid at 0', one, 'invalid at 81']);
  expect(await read(log(first, first, last))).toEqual(['invalid at 0', expect.stringMatching(/^40 /)]);
});

test('R-39 a record without an end is skipped in constant memory', async () => {
  const block = (type: number) => fragment(type, record(BLOCK_BYTES - 7));
  const [first, middle, last] = [block(2), block(3), block(4)];
  const count = Math.ceil(MOST_RECORD / BLOCK_BYTES) * 10;
  const blocks = function* () {
    yield first;
    for (let at = 0; at < count; at++) yield middle;
    yield last;
    yield fragment(1, record(5));
  };
  const found: unknown[] = [];
  for await (const { offset, problem } of readLog(Readable.from(blocks()))) found.push([offset, problem]);
  expect(found).toEqual([
    [0, 'too-large'],
    [(count + 2) * BLOCK_BYTES, undefined],
  ]);
});

test('a record can have any number of fragments, also empty ones', async () => {
  const count = 100_000;
  const parts = [
    fragment(2, record(1)),
    fragment(3, record(1)),
    fragment(3, Buffer.alloc(0)),
    fragment(4, record(1)),
  ];
  const [first, one, none, last] = parts as [Buffer, Buffer, Buffer, Buffer];
  const fragments = [first, ...Array<Buffer>(count).fill(one), ...Array<Buffer>(count).fill(none), last];
  const log: Buffer[] = [];
  let left = BLOCK_BYTES;
  for (const each of fragments) {
    if (left < each.length) {
      log.push(Buffer.alloc(left));
      left = BLOCK_BYTES;
    }
    log.push(each);
    left -= each.length;
  }
  expect(await read(Buffer.concat(log), BLOCK_BYTES)).toEqual([expect.stringMatching(/^100002 /)]);
});

test('a log is recognized by the checksum of its first fragment', () => {
  const log = logBytes([record(100_000)]);
  expect(isLog(log.subarray(0, 65_536))).toBe(true);
  expect(isLog(log.subarray(0, 30_000))).toBe(false);
  expect(isLog(fragment(3, record(9)))).toBe(false);
  for (const text of ['', '{}', 'title,text\n', '\0'.repeat(9000)])
    expect(isLog(Buffer.from(text))).toBe(false);
});
