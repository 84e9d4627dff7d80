import { expect, test } from 'vitest';
import { formatCalendarZone } from './calendar-zone.ts';

test('the zone of a calendar tells the clock changes before and after', () => {
  const evening = Date.parse('2026-11-22T00:00:00Z');
  expect(formatCalendarZone('America/New_York', evening, evening).split('\r\n')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:STANDARD',
    'DTSTART:20261101T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:20270314T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
  ]);
});

test('a clock change within the event is told, and one at its very start', () => {
  const change = Date.parse('2026-03-08T07:00:00Z');
  const within = formatCalendarZone('America/New_York', change - 3_600_000, change + 3_600_000);
  const atStart = formatCalendarZone('America/New_York', change, change);
  const onsets = (text: string) => [...text.matchAll(/DTSTART:(\d{8})/g)].map((match) => match[1]);
  expect(onsets(within)).toEqual(['20251102', '20260308', '20261101']);
  expect(onsets(atStart)).toEqual(['20260308', '20261101']);
});

test('a zone that never changes its clock has one rule', () => {
  const text = formatCalendarZone('Etc/GMT-5', 0, 0);
  expect(text).toContain(
    'BEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0500\r\nTZOFFSETTO:+0500',
  );
  expect(text.match(/BEGIN:(STANDARD|DAYLIGHT)/g)).toHaveLength(1);
});

test('the zone of a calendar is told for any date that an event may have', () => {
  for (const date of ['1000-01-01', '1883-11-19', '2037-07-01', '9999-12-31']) {
    const at = Date.parse(`${date}T12:00:00Z`);
    expect(formatCalendarZone('America/New_York', at, at)).toMatch(/BEGIN:(STANDARD|DAYLIGHT)/);
  }
  expect(formatCalendarZone('America/New_York', Date.parse('1883-11-19T12:00:00Z'), 0)).toContain(
    'DTSTART:18831118T120358\r\nTZOFFSETFROM:-045602\r\nTZOFFSETTO:-0500',
  );
});
