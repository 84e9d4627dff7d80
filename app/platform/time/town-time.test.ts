import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds } from '../../../tests/rounds.ts';
import {
  daysBetween,
  formatDate,
  formatDayParts,
  formatEventDate,
  formatTime,
  instantOfTownTime,
  isTimeZone,
  machineTimeOf,
  startOfToday,
  startOfTomorrow,
  townDayOf,
  townTimeInDays,
  townTimeOf,
  weekdayOf,
} from './town-time.ts';

const NEW_YORK = 'America/New_York';
/** Clocks go forward at midnight: that day begins at 01:00. */
const SANTIAGO = 'America/Santiago';
const CAIRO = 'Africa/Cairo';
const KIRITIMATI = 'Pacific/Kiritimati';

const ZONES = [
  NEW_YORK,
  SANTIAGO,
  CAIRO,
  KIRITIMATI,
  'Europe/Berlin',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'UTC',
];

function at(iso: string): number {
  return Date.parse(iso);
}

test("today begins at midnight of the town's zone, whatever zone the server runs in", () => {
  expect(process.env.TZ).toBe(KIRITIMATI);
  const now = at('2026-11-21T02:30:00Z');
  expect(startOfToday(now, NEW_YORK)).toBe(at('2026-11-20T05:00:00Z'));
  expect(startOfToday(now, KIRITIMATI)).toBe(at('2026-11-20T10:00:00Z'));
  expect(startOfToday(now, 'UTC')).toBe(at('2026-11-21T00:00:00Z'));
});

test.each(['America/Nuuk', 'America/Scoresbysund'])(
  'tomorrow is the next day where the clock skips midnight (%s)',
  (zone) => {
    // On Saturday, March 29, 2025 the clock goes from 23:00 to 24:00.
    const friday = at('2025-03-29T01:30:00Z');
    expect(townTimeOf(friday, zone)).toBe('2025-03-28T23:30');
    expect(startOfTomorrow(friday, zone)).toBe(at('2025-03-29T02:00:00Z'));
    expect(startOfTomorrow(at('2025-03-29T20:00:00Z'), zone)).toBe(at('2025-03-30T01:00:00Z'));
  },
);

test('every day of every zone is followed by the next one', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...ZONES, 'America/Nuuk', 'America/Scoresbysund', 'America/Havana', 'Asia/Beirut'),
      fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2028-01-01T00:00:00Z') }),
      (zone, now) => {
        const tomorrow = startOfTomorrow(now, zone);
        expect(daysBetween(townDayOf(now, zone), townDayOf(tomorrow, zone))).toBe(1);
        expect(startOfToday(tomorrow, zone)).toBe(tomorrow);
      },
    ),
    rounds(import.meta.url),
  );
});

test('the last instant of a day and the first of the next belong to their days', () => {
  const midnight = at('2026-11-21T05:00:00Z');
  expect(townDayOf(midnight - 1, NEW_YORK)).toBe('2026-11-20');
  expect(townDayOf(midnight, NEW_YORK)).toBe('2026-11-21');
  expect(startOfToday(midnight, NEW_YORK)).toBe(midnight);
});

test('the day when clocks go forward has 23 hours, the day when they go back 25', () => {
  const hours = (day: string, next: string) =>
    (startOfToday(at(next), NEW_YORK) - startOfToday(at(day), NEW_YORK)) / 3_600_000;
  expect(hours('2026-03-08T17:00:00Z', '2026-03-09T17:00:00Z')).toBe(23);
  expect(hours('2026-11-01T17:00:00Z', '2026-11-02T17:00:00Z')).toBe(25);
});

test('a day without midnight begins with its first hour', () => {
  expect(startOfToday(at('2026-09-06T15:00:00Z'), SANTIAGO)).toBe(at('2026-09-06T04:00:00Z'));
  expect(machineTimeOf(at('2026-09-06T04:00:00Z'), SANTIAGO)).toBe('2026-09-06T01:00:00-03:00');
  expect(startOfToday(at('2026-04-24T12:00:00Z'), CAIRO)).toBe(at('2026-04-23T22:00:00Z'));
  expect(machineTimeOf(at('2026-04-23T22:00:00Z'), CAIRO)).toBe('2026-04-24T01:00:00+03:00');
});

test('machine-readable times keep their seconds', () => {
  expect(machineTimeOf(at('2026-11-20T22:00:17.9Z'), 'America/New_York')).toBe('2026-11-20T17:00:17-05:00');
});

test('a skipped local time becomes the moment after it', () => {
  expect(instantOfTownTime('2026-03-08T02:30', NEW_YORK)).toBe(at('2026-03-08T07:30:00Z'));
  expect(instantOfTownTime('2026-09-06T00:00', SANTIAGO)).toBe(at('2026-09-06T04:00:00Z'));
});

test('a local time that occurs twice is the first of the two', () => {
  expect(instantOfTownTime('2026-11-01T01:30', NEW_YORK)).toBe(at('2026-11-01T05:30:00Z'));
});

test.each([
  '',
  'today',
  '2026-02-30T10:00',
  '2026-13-01T10:00',
  '2026-01-01T24:30',
  '2026-01-01',
  '2026-01-01T10:00Z',
  '2026-01-01T10:00+05:00',
  '+012026-01-01T10:00',
  '2026-01-01T10:00[Europe/Berlin]',
])("'%s' is no wall-clock time", (text) => {
  expect(instantOfTownTime(text, NEW_YORK)).toBeUndefined();
});

test('days are calendar days, even across a clock change', () => {
  const now = at('2026-03-07T17:00:00Z');
  expect(townTimeOf(townTimeInDays(now, 1, '19:00', NEW_YORK), NEW_YORK)).toBe('2026-03-08T19:00');
  expect(townTimeOf(townTimeInDays(now, -7, '07:30', NEW_YORK), NEW_YORK)).toBe('2026-02-28T07:30');
  expect(daysBetween('2026-03-07', '2026-03-09')).toBe(2);
  expect(daysBetween('2026-03-09', '2026-03-07')).toBe(-2);
});

test('the weekday is in the town’s zone: 1 is Monday, 7 is Sunday', () => {
  const now = at('2026-11-23T02:00:00Z');
  expect(weekdayOf(now, NEW_YORK)).toBe(7);
  expect(weekdayOf(now, KIRITIMATI)).toBe(1);
});

test("event dates are MM/DD/YYYY in the town's zone", () => {
  expect(formatEventDate(at('2026-01-05T04:30:00Z'), NEW_YORK)).toBe('01/04/2026');
  expect(formatEventDate(at('2026-01-05T04:30:00Z'), KIRITIMATI)).toBe('01/05/2026');
});

test("dates and times are formatted for the town's locale", () => {
  const instant = at('2026-11-20T21:12:00Z');
  expect(formatDate(instant, { timeZone: NEW_YORK, locale: 'en-US' })).toBe('November 20, 2026');
  expect(formatDate(instant, { timeZone: NEW_YORK, locale: 'de-DE' })).toBe('20. November 2026');
  expect(formatTime(instant, { timeZone: NEW_YORK, locale: 'en-US' })).toMatch(/^4:12\sPM$/);
  expect(formatDayParts(instant, { timeZone: NEW_YORK, locale: 'en-US' })).toEqual({
    month: 'Nov',
    day: '20',
    weekday: 'Friday',
    monthDay: 'November 20',
  });
});

test('a time zone is an IANA name', () => {
  for (const zone of ZONES) expect(isTimeZone(zone)).toBe(true);
  for (const text of ['', 'Vermont', 'New_York', '+05:00', 'America/New York', '../etc/passwd']) {
    expect(isTimeZone(text)).toBe(false);
  }
});

const instants = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2090-01-01T00:00:00Z') });
const zones = fc.constantFrom(...ZONES);

test('in every zone, the day of an instant contains it, and begins with its own first instant', () => {
  fc.assert(
    fc.property(instants, zones, (now, zone) => {
      const start = startOfToday(now, zone);
      expect(start).toBeLessThanOrEqual(now);
      expect(now - start).toBeLessThan(26 * 3_600_000);
      expect(townDayOf(start, zone)).toBe(townDayOf(now, zone));
      expect(townDayOf(start - 1, zone)).not.toBe(townDayOf(now, zone));
    }),
    rounds(import.meta.url),
  );
});

test('a local time that is shown and typed again is the same minute, or its repetition when clocks go back', () => {
  fc.assert(
    fc.property(instants, zones, (instant, zone) => {
      const minute = Math.floor(instant / 60_000) * 60_000;
      const text = townTimeOf(minute, zone);
      const again = instantOfTownTime(text, zone) ?? Number.NaN;
      expect(townTimeOf(again, zone)).toBe(text);
      expect(minute - again).toBeGreaterThanOrEqual(0);
      expect(minute - again).toBeLessThanOrEqual(24 * 3_600_000);
    }),
    rounds(import.meta.url),
  );
});
