import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../../tests/rounds.ts';
import { decodeCursor, encodeCursor } from './paginate.server.ts';

const ids = fc.stringMatching(/^[A-Za-z0-9_-]{1,128}$/);

test('a cursor encodes its position, and needs no escaping in an address', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), ids, (sort, id) => {
      const text = encodeCursor({ sort, id });
      expect(encodeURIComponent(text)).toBe(text);
      expect(decodeCursor(text, 'number')).toEqual({ sort, id });
    }),
    rounds(import.meta.url),
  );
});

test('so does a cursor of a list sorted by text, in any script', () => {
  const names = fc
    .string({ unit: 'grapheme', maxLength: 200 })
    .filter((text) => text.isWellFormed() && !text.includes('\0'));
  fc.assert(
    fc.property(names, ids, (sort, id) => {
      expect(decodeCursor(encodeCursor({ sort, id }), 'string')).toEqual({ sort, id });
    }),
    rounds(import.meta.url),
  );
});

test('a cursor of a list with another type of sort value is invalid', () => {
  expect(decodeCursor(encodeCursor({ sort: 5, id: 'a' }), 'string')).toBeUndefined();
  expect(decodeCursor(encodeCursor({ sort: 'a', id: 'a' }), 'number')).toBeUndefined();
});

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

test.each([
  ['nothing', ''],
  ['a word', 'next'],
  ['a number', '17'],
  ['SQL', "' or 1=1 --"],
  ['another base64', 'eyJhIjoxfQ=='],
  ['JSON cut short', encoded([1, 'abc']).slice(0, -3)],
  ['an object', encoded({ sort: 1, id: 'a' })],
  ['a list that is too short', encoded([1])],
  ['a list that is too long', encoded([1, 'a', 'b'])],
  ['an id that is no text', encoded([1, 2])],
  ['a fraction', encoded([1.5, 'a'])],
  ['a number beyond what is exact', encoded([2 ** 60, 'a'])],
  ['a list in its place', encoded([[1], 'a'])],
  ['an id with a zero byte', encoded([1, 'a\0b'])],
  ['megabytes', 'A'.repeat(2_000_000)],
])('a cursor that is %s names no place', (_what, text) => {
  expect(decodeCursor(text, 'number')).toBeUndefined();
});

test('parsing a cursor never throws, whatever the address contains', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encoded)), (text) => {
      for (const kind of ['number', 'string'] as const) {
        const cursor = decodeCursor(text, kind);
        if (cursor) expect(typeof cursor.sort).toBe(kind);
      }
    }),
    rounds(import.meta.url),
  );
});
