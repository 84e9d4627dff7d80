import { expect, test } from 'vitest';
import { formatCalendarZone } from './calendar-zone.ts';

const NEW_YORK = 'America/New_York';

function at(date: string, to = date) {
  return { from: Date.parse(date), to: Date.parse(to) };
}

function onsetsOf(text: string) {
  return [...text.matchAll(/DTSTART:(\d{8})/g)].map((match) => match[1]);
}

test("a calendar's time zone has the clock changes of the year, the one before and the one after", () => {
  const text = formatCalendarZone(NEW_YORK, [at('2026-11-22T00:00:00Z')]);
  expect(onsetsOf(text)).toEqual(['20251102', '20260308', '20261101', '20270314']);
  expect(text.split('\r\n').slice(0, 7)).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:STANDARD',
    'DTSTART:20251102T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
  ]);
});

test('each clock change is listed once, in order, however many events a year has', () => {
  const periods = [at('2027-03-14T07:00:00Z'), at('2026-01-01T05:00:00Z', '2027-02-01T00:00:00Z')];
  expect(onsetsOf(formatCalendarZone(NEW_YORK, [...periods, ...periods]))).toEqual([
    '20251102',
    '20260308',
    '20261101',
    '20270314',
    '20271107',
    '20280312',
  ]);
});

test('the years between distant events add no clock changes, and neither does an event with a very late end', () => {
  const apart = formatCalendarZone(NEW_YORK, [at('2026-06-01T12:00:00Z'), at('2226-06-01T12:00:00Z')]);
  expect(onsetsOf(apart)).toHaveLength(8);
  const endless = formatCalendarZone(NEW_YORK, [at('2026-06-01T12:00:00Z', '9999-06-01T12:00:00Z')]);
  expect(onsetsOf(endless)).toHaveLength(8);
});

test('a zone without clock changes has one rule', () => {
  const text = formatCalendarZone('Etc/GMT-5', [at('1970-01-01T00:00:00Z')]);
  expect(text).toContain(
    'BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0500\r\nTZOFFSETTO:+0500',
  );
  expect(text.match(/BEGIN:(STANDARD|DAYLIGHT)/g)).toHaveLength(1);
});

test("a calendar's time zone is complete for every possible date of an event", () => {
  for (const date of ['1000-01-01', '1883-11-19', '2037-07-01', '9999-12-31']) {
    const text = formatCalendarZone(NEW_YORK, [at(`${date}T12:00:00Z`)]);
    expect(text).toMatch(/BEGIN:(STANDARD|DAYLIGHT)/);
    expect(text).not.toMatch(/DTSTART:[+-]/);
  }
  expect(formatCalendarZone(NEW_YORK, [at('1883-11-19T12:00:00Z')])).toContain(
    'DTSTART:18831118T120358\r\nTZOFFSETFROM:-045602\r\nTZOFFSETTO:-0500',
  );
});
