import { expect, test } from 'vitest';
import { listThinned } from './revise.server.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse('2026-11-20T12:00:00Z');

/** Revisions of these ages, the oldest first, and the ages that stay. */
function thin(ages: number[]): number[] {
  const saves = ages
    .toSorted((one, other) => other - one)
    .map((age, index) => ({ revision: index + 1, savedAt: NOW - age }));
  const gone = new Set(listThinned(saves, NOW));
  return saves.filter(({ revision }) => !gone.has(revision)).map(({ savedAt }) => NOW - savedAt);
}

test('all revisions of a day stay, then the last of each day', () => {
  const today = [0, 1, 5, 23].map((hours) => hours * HOUR_MS);
  const before = [2, 3, 4].flatMap((days) => [0, 1, 2].map((hours) => days * DAY_MS + hours * HOUR_MS));
  expect(thin([...today, ...before])).toEqual([4 * DAY_MS, 3 * DAY_MS, 2 * DAY_MS, ...today.toReversed()]);
});

test('of a year of hourly saves, some sixty stay, and none older than a year', () => {
  const ages = Array.from({ length: 400 * 24 }, (_, hours) => hours * HOUR_MS);
  const left = thin(ages);
  const between = (from: number, to: number) =>
    left.filter((age) => age > from * DAY_MS && age <= to * DAY_MS).length;
  expect(left.filter((age) => age <= DAY_MS)).toHaveLength(25);
  expect(between(1, 30)).toBeGreaterThanOrEqual(29);
  expect(between(1, 30)).toBeLessThanOrEqual(30);
  expect(between(30, 180)).toBeGreaterThanOrEqual(21);
  expect(between(30, 180)).toBeLessThanOrEqual(23);
  expect(between(180, 365)).toBeGreaterThanOrEqual(6);
  expect(between(180, 365)).toBeLessThanOrEqual(8);
  expect(between(365, 500)).toBe(0);
});

test('the newest stays, however old, and thinning again deletes nothing', () => {
  expect(thin([800 * DAY_MS])).toEqual([800 * DAY_MS]);
  expect(thin([700 * DAY_MS, 500 * DAY_MS])).toEqual([500 * DAY_MS]);
  const once = thin(Array.from({ length: 2000 }, (_, index) => index * 5 * HOUR_MS));
  expect(thin(once)).toEqual(once);
  expect(listThinned([], NOW)).toEqual([]);
});
