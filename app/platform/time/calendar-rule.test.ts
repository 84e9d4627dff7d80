import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dayNumber, daysOfRule, parseCalendarRule } from './calendar-rule.ts';

function datesOf(
  text: string,
  first: string,
  { from = first, last = '20991231', most = 6 } = {},
): string[] | string {
  const rule = parseCalendarRule(text);
  if (typeof rule === 'string') return rule;
  const dates: string[] = [];
  for (const day of daysOfRule(rule, dayIn(first), dayIn(from), dayIn(last))) {
    if (day >= dayIn(from))
      dates.push(new Date(day * 86_400_000).toISOString().slice(0, 10).replaceAll('-', ''));
    if (dates.length === most) break;
  }
  return dates;
}

function dayIn(text: string): number {
  return dayNumber(Number(text.slice(0, 4)), Number(text.slice(4, 6)), Number(text.slice(6, 8)));
}

test('a month without the 31st or a fifth Monday is skipped, not shortened', () => {
  expect(datesOf('FREQ=MONTHLY', '20260131', { most: 3 })).toEqual(['20260131', '20260331', '20260531']);
  expect(datesOf('FREQ=MONTHLY;BYDAY=5MO', '20260330', { most: 3 })).toEqual([
    '20260330',
    '20260629',
    '20260831',
  ]);
});

test('a rule that began long ago continues where its interval says', () => {
  expect(datesOf('FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH', '20000104', { from: '20261115', most: 3 })).toEqual([
    '20261117',
    '20261119',
    '20261201',
  ]);
  expect(datesOf('FREQ=YEARLY', '00010704', { from: '20260101', most: 1 })).toEqual(['20260704']);
});

test('a number of times counts from the first date', () => {
  expect(datesOf('FREQ=DAILY;COUNT=10', '20260101', { from: '20260109' })).toEqual(['20260109', '20260110']);
});

test('R-40 a rule that can never be has no dates, and ends', () => {
  expect(datesOf('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '20260101')).toEqual([]);
});

test('R-40 a weekly rule of 40 years has exactly the dates of the horizon', () => {
  const dates = datesOf('FREQ=WEEKLY;COUNT=2080', '19990106', {
    from: '20261101',
    last: '20280430',
    most: 999,
  });
  expect(dates).toHaveLength(78);
});

test.each([
  ['FREQ=SECONDLY', 'It does not repeat by day, week, month or year'],
  ['FREQ=HOURLY;COUNT=3', 'It does not repeat by day, week, month or year'],
  ['FREQ=DAILY;BYHOUR=9,10', 'It repeats within a day'],
  ['FREQ=DAILY;INTERVAL=0', 'Its interval is not from 1 to 999'],
  ['FREQ=DAILY;INTERVAL=1000', 'Its interval is not from 1 to 999'],
  ['FREQ=DAILY;UNTIL=soon', 'Its end is not a date'],
  ['FREQ=MONTHLY;BYMONTHDAY=32', 'Its days are not valid'],
  ['FREQ=MONTHLY;BYDAY=XX', 'Its days are not valid'],
])('R-40 %s is not used: %s', (rule, problem) => {
  expect(datesOf(rule, '20260101')).toBe(problem);
});

const suite = fileURLToPath(
  new URL('../../../../shared/data/calendars/libical--icalrecur_test.txt', import.meta.url),
);

/** libical contradicts itself on these two, or says that it does not implement them. */
const DISPUTED = /BYWEEKNO=53;INTERVAL=[56];BYDAY=TH|BYMONTHDAY=30;BYWEEKNO=1/;

test.skipIf(!existsSync(suite))('the rules of libical have the dates that it lists', () => {
  const blocks = readFileSync(suite, 'utf8').split(/\n\s*\n/);
  const partOf = (block: string, name: string) =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(block)?.[1]?.trim() ?? '';
  let compared = 0;
  for (const block of blocks) {
    const [rule, start, listed] = ['RRULE', 'DTSTART', 'INSTANCES'].map((name) => partOf(block, name));
    if (!rule || !start || !listed?.startsWith(start.slice(0, 2)) || DISPUTED.test(rule)) continue;
    const days = [...new Set(listed.split(',').map((date) => date.slice(0, 8)))].sort();
    const found = datesOf(rule, start, { most: days.length });
    if (typeof found === 'string') expect(rule).toMatch(/SECOND|MINUTE|HOUR/);
    else {
      expect([rule, ...found]).toEqual([rule, ...days]);
      compared++;
    }
  }
  expect(compared).toBeGreaterThanOrEqual(105);
});
