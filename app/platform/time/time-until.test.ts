import { expect, test } from 'vitest';
import { describeUntil } from './relative-time.ts';

// 4 PM on Friday in the town.
const now = Date.parse('2026-11-20T21:00:00Z');

test.each([
  ['2026-11-20T21:00:00Z', ''],
  ['2026-11-20T21:00:30Z', 'Today, in 1 minute'],
  ['2026-11-20T21:40:00Z', 'Today, in 40 minutes'],
  ['2026-11-21T04:59:00Z', 'Today, in 8 hours'],
  ['2026-11-21T12:00:00Z', 'Tomorrow, in 15 hours'],
  ['2026-11-22T04:59:00Z', 'Tomorrow, in 32 hours'],
  ['2026-11-22T05:00:00Z', 'In 2 days'],
  ['2026-12-20T21:00:00Z', 'In 30 days'],
])('seen from Friday, 4 PM in New York, %s is “%s”', (at, words) => {
  expect(describeUntil(Date.parse(at), now, 'America/New_York')).toBe(words);
});
