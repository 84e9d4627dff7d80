import { expect, test } from 'vitest';
import { parseForeignDate, readForeignDate } from './foreign-date.ts';
import { isoOf } from './iso-time.ts';

const read = (text: string) => {
  const instant = parseForeignDate(text, 'America/New_York');
  return instant === undefined ? undefined : isoOf(instant);
};

test.each([
  ['Sat, 21 Nov 2026 19:00:00 EST', '2026-11-22T00:00:00Z'],
  ['Sat, 21 Nov 2026 19:00:00 -0500', '2026-11-22T00:00:00Z'],
  ['21 Nov 26 19:00 PST', '2026-11-22T03:00:00Z'],
  ['Sat Nov 21 19:00:00 GMT 2026', '2026-11-21T19:00:00Z'],
  ['Saturday, November 21, 2026 7:00 pm', '2026-11-22T00:00:00Z'],
  ['November 21st, 2026, 12:30 a.m.', '2026-11-21T05:30:00Z'],
  ['11/21/2026 7:00 PM', '2026-11-22T00:00:00Z'],
  ['21.11.2026 19:00', '2026-11-22T00:00:00Z'],
  ['2026-11-21T19:00:00Z', '2026-11-21T19:00:00Z'],
  ['2026-11-21T19:00:00.123+01:00', '2026-11-21T18:00:00Z'],
  ['2026-11-21 19:00', '2026-11-22T00:00:00Z'],
  ['2026-11-21T19:00-05', '2026-11-22T00:00:00Z'],
  ['20261121T190000Z', '2026-11-21T19:00:00Z'],
  ['2026-11-21T24:00:00Z', '2026-11-22T00:00:00Z'],
  ['2026-12-31T23:59:60Z', '2026-12-31T23:59:59Z'],
  ['2026-11-21', '2026-11-21T05:00:00Z'],
  ['2026-11', '2026-11-01T04:00:00Z'],
  ['2026', '2026-01-01T05:00:00Z'],
  ['2026-7-4', '2026-07-04T04:00:00Z'],
  ['Seg, 24 Set 2018 19:42:40 -0300', '2018-09-24T22:42:40Z'],
  ['mar., 3 août 2026 10:00:00 +0200', '2026-08-03T08:00:00Z'],
  ['Mon, 06 Sep 1999 00:01 +0000', '1999-09-06T00:01:00Z'],
])('%s is %s', (text, instant) => {
  expect(read(text)).toBe(instant);
});

test.each([
  '',
  'soon',
  '2026-02-30',
  '2026-13-01',
  'Sat, 32 Nov 2026 19:00:00 GMT',
  '25:00',
  '99999999999',
  'Nov',
  `${'1'.repeat(90)}`,
])('%s is not a date', (text) => {
  expect(read(text)).toBeUndefined();
});

test('a day is distinguished from a time', () => {
  expect(readForeignDate('2026-11-21', 'UTC')?.isDay).toBe(true);
  expect(readForeignDate('2026-11-21T00:00', 'UTC')?.isDay).toBe(false);
});
