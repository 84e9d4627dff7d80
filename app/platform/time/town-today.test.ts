import { expect, test } from 'vitest';
import { townToday } from './town-today.ts';

const newYork = { timeZone: 'America/New_York', locale: 'en-US' };

test("today changes at the town's midnight, in both directions, even with a clock change", () => {
  const midnight = Date.parse('2026-11-02T05:00:00Z');
  expect(townToday(midnight, newYork)).toEqual({
    day: '2026-11-02',
    text: 'Monday, November 2, 2026',
    until: midnight + 24 * 3_600_000,
  });
  expect(townToday(midnight - 1, newYork).day).toBe('2026-11-01');
  expect(townToday(midnight - 25 * 3_600_000, newYork).day).toBe('2026-11-01');
  expect(townToday(midnight - 25 * 3_600_000 - 1, newYork).day).toBe('2026-10-31');
});

test('a town that moves to another zone or locale has its own today', () => {
  const evening = Date.parse('2026-11-20T23:30:00Z');
  expect(townToday(evening, newYork).day).toBe('2026-11-20');
  expect(townToday(evening, { timeZone: 'Europe/Vienna', locale: 'de-AT' })).toEqual({
    day: '2026-11-21',
    text: 'Samstag, 21. November 2026',
    until: Date.parse('2026-11-21T23:00:00Z'),
  });
});
