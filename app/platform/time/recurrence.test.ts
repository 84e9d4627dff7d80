import fc from 'fast-check';
import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { rounds } from '../../../tests/rounds.ts';
import { listRecurrences, localShiftOf, moveRule, shiftLocally } from './recurrence-dates.ts';
import { formatRecurrence, parseRecurrence, type RecurrenceRule } from './recurrence-rule.ts';
import { instantOfTownTime, townTimeOf } from './town-time.ts';

const zone = 'America/New_York';

function rule(text: string): RecurrenceRule {
  const parsed = parseRecurrence(text);
  if (typeof parsed === 'string') throw new Error(parsed);
  return parsed;
}

function datesOf(text: string, start: string, inZone = zone): string[] | string {
  const dates = listRecurrences(rule(text), instantOfTownTime(start, inZone) ?? Number.NaN, inZone);
  return typeof dates === 'string' ? dates : dates.map((date) => townTimeOf(date, inZone));
}

function daysOf(text: string, start: string): string[] | string {
  const dates = datesOf(text, `${start}T19:00`);
  return typeof dates === 'string' ? dates : dates.map((date) => date.slice(0, 10));
}

test('weekly, and every two weeks, on the weekday of the first date', () => {
  expect(daysOf('FREQ=WEEKLY;COUNT=3', '2026-12-22')).toEqual(['2026-12-22', '2026-12-29', '2027-01-05']);
  expect(daysOf('FREQ=WEEKLY;INTERVAL=2;COUNT=3', '2026-12-22')).toEqual([
    '2026-12-22',
    '2027-01-05',
    '2027-01-19',
  ]);
});

test('on several weekdays of every second week; WKST decides which days are in one week', () => {
  // The example of RFC 5545, section 3.8.5.3.
  const days = 'FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU';
  expect(daysOf(days, '1997-08-05')).toEqual(['1997-08-05', '1997-08-10', '1997-08-19', '1997-08-24']);
  expect(daysOf(`${days};WKST=SU`, '1997-08-05')).toEqual([
    '1997-08-05',
    '1997-08-17',
    '1997-08-19',
    '1997-08-31',
  ]);
});

test('the hour stays the same when the clocks change, in spring and in fall', () => {
  expect(datesOf('FREQ=WEEKLY;COUNT=3', '2026-03-01T19:00')).toEqual([
    ...['2026-03-01T19:00', '2026-03-08T19:00', '2026-03-15T19:00'],
  ]);
  const fall = listRecurrences(rule('FREQ=WEEKLY;COUNT=2'), Date.parse('2026-10-28T23:00:00Z'), zone);
  expect((fall as number[]).map((date) => new Date(date).toISOString())).toEqual([
    ...['2026-10-28T23:00:00.000Z', '2026-11-05T00:00:00.000Z'],
  ]);
});

test('a date at an hour that the clocks skip is an hour later, and the next ones are not', () => {
  expect(datesOf('FREQ=WEEKLY;COUNT=3', '2026-03-01T02:30')).toEqual([
    ...['2026-03-01T02:30', '2026-03-08T03:30', '2026-03-15T02:30'],
  ]);
  // Midnight does not exist there on that day.
  expect(datesOf('FREQ=WEEKLY;COUNT=3', '2026-08-30T00:00', 'America/Santiago')).toEqual([
    ...['2026-08-30T00:00', '2026-09-06T01:00', '2026-09-13T00:00'],
  ]);
});

test('a day that a month does not have is left out', () => {
  const monthly = ['2027-01-31', '2027-03-31', '2027-05-31', '2027-07-31'];
  expect(daysOf('FREQ=MONTHLY;COUNT=4', '2027-01-31')).toEqual(monthly);
  expect(daysOf('FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4', '2027-01-31')).toEqual(monthly);
  expect(daysOf('FREQ=MONTHLY;BYMONTHDAY=-1;COUNT=3', '2027-01-31')).toEqual([
    ...['2027-01-31', '2027-02-28', '2027-03-31'],
  ]);
  expect(daysOf('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=29;COUNT=2', '2028-02-29')).toEqual([
    '2028-02-29',
    '2032-02-29',
  ]);
});

test('the second Tuesday, the last Friday, and the fifth Saturday, which few months have', () => {
  expect(daysOf('FREQ=MONTHLY;BYDAY=2TU;COUNT=3', '2026-12-08')).toEqual([
    '2026-12-08',
    '2027-01-12',
    '2027-02-09',
  ]);
  expect(daysOf('FREQ=MONTHLY;BYDAY=-1FR;COUNT=3', '2026-11-27')).toEqual([
    '2026-11-27',
    '2026-12-25',
    '2027-01-29',
  ]);
  expect(daysOf('FREQ=MONTHLY;BYDAY=5SA;COUNT=3', '2026-08-29')).toEqual([
    '2026-08-29',
    '2026-10-31',
    '2027-01-30',
  ]);
});

test('UNTIL is included: a day of the town, a time of the town, or a time in UTC', () => {
  const two = ['2026-12-01', '2026-12-08'];
  for (const until of ['20261208', '20261208T190000', '20261209T000000Z', '20261214'])
    expect(daysOf(`FREQ=WEEKLY;UNTIL=${until}`, '2026-12-01')).toEqual(two);
  for (const until of ['20261207', '20261208T185959', '20261208T235959Z'])
    expect(daysOf(`FREQ=WEEKLY;UNTIL=${until}`, '2026-12-01')).toEqual(two.slice(0, 1));
});

test('it must begin on one of its dates, end after that, and within 366 dates and five years', () => {
  expect(daysOf('FREQ=WEEKLY;BYDAY=MO;COUNT=3', '2026-12-01')).toMatch(/must be one of the dates/);
  expect(daysOf('FREQ=WEEKLY;UNTIL=20261130', '2026-12-01')).toMatch(/must end after its first date/);
  expect(daysOf('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;COUNT=366', '2026-12-01')).toHaveLength(366);
  expect(daysOf('FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;UNTIL=20271202', '2026-12-01')).toMatch(
    /at most 366/,
  );
  expect(daysOf('FREQ=WEEKLY;UNTIL=20311201', '2026-12-01')).toHaveLength(261);
  expect(daysOf('FREQ=WEEKLY;UNTIL=20320101', '2026-12-01')).toMatch(/within 5 years/);
  expect(daysOf('FREQ=MONTHLY;COUNT=62', '2026-12-01')).toMatch(/within 5 years/);
});

test.each([
  ['FREQ=WEEKLY', /when it ends/],
  ['FREQ=WEEKLY;COUNT=3;UNTIL=20261231', /not both/],
  ['FREQ=WEEKLY;COUNT=0', /from 1 to 366/],
  ['FREQ=WEEKLY;COUNT=367', /from 1 to 366/],
  ['FREQ=WEEKLY;UNTIL=20260231', /a date after Until/],
  ['FREQ=WEEKLY;UNTIL=tomorrow', /a date after Until/],
  ...[
    ...['FREQ=DAILY;COUNT=3', 'FREQ=WEEKLY;BYSETPOS=1;COUNT=3', 'COUNT=3', 'often;COUNT=3'],
    ...[
      'FREQ=WEEKLY;BYDAY=2TU;COUNT=3',
      'FREQ=WEEKLY;BYMONTHDAY=3;COUNT=3',
      'FREQ=MONTHLY;BYDAY=0TU;COUNT=3',
    ],
    ...[
      'FREQ=MONTHLY;BYMONTHDAY=32;COUNT=3',
      'FREQ=MONTHLY;BYMONTHDAY=0;COUNT=3',
      'FREQ=WEEKLY;INTERVAL=0;COUNT=3',
    ],
    ...[
      'FREQ=WEEKLY;COUNT=3;COUNT=4',
      'FREQ=WEEKLY;BYDAY=;COUNT=3',
      'FREQ=WEEKLY=;COUNT=3',
      'FREQ=WEEKLY;COUNT=3;',
    ],
  ].map((text): [string, RegExp] => [text, /Use FREQ=WEEKLY or FREQ=MONTHLY/]),
])('%s is refused', (text, problem) => {
  expect(parseRecurrence(text)).toMatch(problem);
});

const weekdays = fc.uniqueArray(fc.constantFrom('MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'), { minLength: 1 });
const nthDays = fc
  .uniqueArray(fc.tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), fc.constantFrom('MO', 'WE', 'SU')), {
    minLength: 1,
  })
  .map((days) => days.map(([nth, day]) => `${nth}${day}`));
const monthDays = fc.uniqueArray(fc.constantFrom(1, 5, 15, 28, 29, 30, 31, -1, -2, -31), { minLength: 1 });
const rules = fc.oneof(
  fc.record({ freq: fc.constant('WEEKLY'), by: weekdays.map((days) => `;BYDAY=${days}`) }),
  fc.record({ freq: fc.constant('MONTHLY'), by: nthDays.map((days) => `;BYDAY=${days}`) }),
  fc.record({ freq: fc.constant('MONTHLY'), by: monthDays.map((days) => `;BYMONTHDAY=${days}`) }),
);

test('any rule gives the dates that another implementation gives, and reads the same from its text', () => {
  const ends = fc.record({
    interval: fc.integer({ min: 1, max: 4 }),
    count: fc.integer({ min: 1, max: 12 }),
  });
  const days = fc
    .integer({ min: 0, max: 1500 })
    .map((day) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString());
  fc.assert(
    fc.property(rules, ends, days, ({ freq, by }, { interval, count }, iso) => {
      const day = iso.slice(0, 10);
      const text = `FREQ=${freq};INTERVAL=${interval}${by};COUNT=${count}`;
      const parsed = rule(text);
      expect(rule(formatRecurrence(parsed))).toEqual(parsed);
      const dates = daysOf(text, day);
      const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateTimeString(`${day}T19:00:00`));
      const expected = Array.from({ length: count }, () => iterator.next()?.toString().slice(0, 10) ?? '');
      if (typeof dates === 'string')
        expect(expected[0] !== day || (expected.at(-1) ?? '') > '2031').toBe(true);
      else expect(dates).toEqual(expected);
    }),
    rounds(import.meta.url),
  );
});

test('a rule follows a date to another day', () => {
  const moved = (text: string, from: string, to: string) =>
    formatRecurrence(moveRule(rule(`${text};COUNT=9`), from, to)).replace(';COUNT=9', '');
  expect(moved('FREQ=WEEKLY', '2026-12-01', '2026-12-02')).toBe('FREQ=WEEKLY');
  expect(moved('FREQ=WEEKLY;BYDAY=TU,SU', '2026-12-01', '2026-12-03')).toBe('FREQ=WEEKLY;BYDAY=TH,TU');
  expect(moved('FREQ=WEEKLY;BYDAY=MO', '2026-12-07', '2026-12-06')).toBe('FREQ=WEEKLY;BYDAY=SU');
  expect(moved('FREQ=MONTHLY;BYDAY=2TU', '2026-12-08', '2026-12-16')).toBe('FREQ=MONTHLY;BYDAY=3WE');
  expect(moved('FREQ=MONTHLY;BYDAY=-1FR', '2026-11-27', '2026-11-26')).toBe('FREQ=MONTHLY;BYDAY=-1TH');
  expect(moved('FREQ=MONTHLY;BYMONTHDAY=15', '2026-12-15', '2026-12-17')).toBe('FREQ=MONTHLY;BYMONTHDAY=17');
  expect(moved('FREQ=MONTHLY;BYMONTHDAY=-1', '2026-12-31', '2026-12-30')).toBe('FREQ=MONTHLY;BYMONTHDAY=-2');
  expect(moved('FREQ=MONTHLY;BYMONTHDAY=1,15', '2026-12-15', '2026-12-17')).toBe(
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
  );
});

test('a local shift is the same for each date, whatever the clocks do in between', () => {
  const at = (text: string) => instantOfTownTime(text, zone) ?? Number.NaN;
  const shift = localShiftOf(at('2026-10-31T19:00'), at('2026-11-02T20:30'), zone);
  expect(townTimeOf(shiftLocally(at('2026-03-07T19:00'), shift, zone), zone)).toBe('2026-03-09T20:30');
});
