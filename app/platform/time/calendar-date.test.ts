import { expect, test } from 'vitest';
import { calendarDayOf, calendarTimeOf } from './calendar-date.ts';

function time(instant: string, zone = 'America/New_York'): string | undefined {
  const written = calendarTimeOf(Date.parse(instant), zone);
  return written && written.parameters + written.value;
}

test("a time is in the zone's local time, and the zone's name is not quoted", () => {
  expect(time('2026-11-22T00:00:00Z')).toBe(';TZID=America/New_York20261121T190000');
  expect(time('2026-07-04T16:00:00Z', 'Europe/Berlin')).toBe(';TZID=Europe/Berlin20260704T180000');
});

test("in UTC, or if a zone can't be represented, times are in UTC", () => {
  for (const zone of ['UTC', 'Etc/UTC', 'GMT'])
    expect(time('2026-07-04T16:00:00Z', zone)).toBe('20260704T160000Z');
  // Before 1883 the clock of New York was 4 hours, 56 minutes and 2 seconds behind.
  expect(time('1000-01-01T12:00:00Z')).toBe('10000101T120000Z');
  expect(time('1936-01-01T12:00:00Z', 'Africa/Monrovia')).toBe('19360101T120000Z');
  expect(time('9999-12-30T20:00:00Z', 'Asia/Tokyo')).toBe('99991230T200000Z');
});

test('both occurrences of a repeated hour are written in UTC, so that programs agree on them', () => {
  expect(time('2026-11-01T05:30:00Z')).toBe('20261101T053000Z');
  expect(time('2026-11-01T06:00:00Z')).toBe('20261101T060000Z');
  expect(time('2026-11-01T06:59:59Z')).toBe('20261101T065959Z');
  expect(time('2026-11-01T07:00:00Z')).toBe(';TZID=America/New_York20261101T020000');
});

test("a date whose year, or the next day's, has more than four digits is undefined", () => {
  const before = Date.parse('0001-01-01T00:00:00Z') - 1;
  expect(calendarTimeOf(before, 'UTC')).toBeUndefined();
  expect(calendarTimeOf(before + 1, 'UTC')?.value).toBe('00010101T000000Z');
  expect(time('9999-12-31T00:00:00Z', 'UTC')).toBeUndefined();
  expect(calendarDayOf(Date.parse('9999-12-30T20:00:00Z'), 'Asia/Tokyo')).toBeUndefined();
  expect(calendarDayOf(Date.parse('9999-12-30T12:00:00Z'), 'UTC')?.value).toBe('99991230');
});
