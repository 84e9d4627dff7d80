/**
 * Recurrence rules (RFC 5545, section 3.3.10) whose unit is a day or more: of our own events and of imported
 * calendars.
 * Pure arithmetic on days, without zones. A day is the number of days since 1970-01-01.
 */

import { DAY_MS } from './durations.ts';

/** `nth` is 2 for the second of the month or year, -1 for the last, 0 for every one. `weekday` is 1 = Monday … 7. */
export type RuleDay = { weekday: number; nth: number };

export type CalendarRule = {
  frequency: 'DAILY' | 'WEEKLY' | 'MONTHLY' | 'YEARLY';
  interval: number;
  count: number | undefined;
  /** As written: `20261231`, `20261231T235959` or `20261231T235959Z`. */
  until: string | undefined;
  months: number[];
  weekNumbers: number[];
  yearDays: number[];
  monthDays: number[];
  weekdays: RuleDay[];
  positions: number[];
  weekStart: number;
};

const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const MOST_INTERVAL = 999;

/** The rule in a text, or why it is not used, as a sentence. Never throws. */
export function parseCalendarRule(text: string): CalendarRule | string {
  const given = new Map(
    text
      .slice(0, 2000)
      .toUpperCase()
      .split(';')
      .map((part): [string, string] => {
        const [name = '', value = ''] = part.split('=', 2);
        return [name.trim(), value.trim()];
      }),
  );
  if (['BYHOUR', 'BYMINUTE', 'BYSECOND'].some((name) => given.has(name))) return 'It repeats within a day';
  const frequency = FREQUENCIES.find((one) => one === given.get('FREQ'));
  const interval = Number(given.get('INTERVAL') || 1);
  const count = Number(given.get('COUNT'));
  const until = given.get('UNTIL');
  if (!frequency) return 'It does not repeat by day, week, month or year';
  if (!Number.isInteger(interval) || interval < 1 || interval > MOST_INTERVAL)
    return 'Its interval is not from 1 to 999';
  if (until && !/^\d{8}(T\d{6}Z?)?$/.test(until)) return 'Its end is not a date';
  const lists = {
    months: numbersOf(given.get('BYMONTH'), 1, 12),
    weekNumbers: numbersOf(given.get('BYWEEKNO'), -53, 53),
    yearDays: numbersOf(given.get('BYYEARDAY'), -366, 366),
    monthDays: numbersOf(given.get('BYMONTHDAY'), -31, 31),
    weekdays: weekdaysOf(given.get('BYDAY')),
    positions: numbersOf(given.get('BYSETPOS'), -366, 366),
  };
  const { months, weekNumbers, yearDays, monthDays, weekdays, positions } = lists;
  if (!months || !weekNumbers || !yearDays || !monthDays || !weekdays || !positions)
    return 'Its days are not valid';
  return {
    ...{ frequency, interval, until: until || undefined },
    // Some programs write -1 for none.
    count: Number.isInteger(count) && count >= 1 ? count : undefined,
    ...{ months, weekNumbers, yearDays, monthDays, weekdays, positions },
    weekStart: WEEKDAYS.indexOf(given.get('WKST') ?? 'MO') + 1 || 1,
  };
}

function numbersOf(list: string | undefined, least: number, most: number): number[] | undefined {
  if (!list) return [];
  const numbers = list.split(',').map(Number);
  return numbers.every((one) => Number.isInteger(one) && one >= least && one <= most && one !== 0)
    ? numbers
    : undefined;
}

function weekdaysOf(list: string | undefined): RuleDay[] | undefined {
  if (!list) return [];
  const days = list.split(',').map((text) => {
    const [, nth, name] = /^\s{0,9}([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)\s{0,9}$/.exec(text) ?? [];
    return name ? { weekday: WEEKDAYS.indexOf(name) + 1, nth: Number(nth ?? 0) } : undefined;
  });
  return days.every((day) => day !== undefined) ? days : undefined;
}

/** The number of a day. Months and days beyond the end continue in the next. */
export function dayNumber(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime() / DAY_MS;
}

type Day = { number: number; year: number; month: number; day: number; weekday: number };

function dayOf(number: number): Day {
  const date = new Date(number * DAY_MS);
  return {
    number,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: weekdayOfNumber(number),
  };
}

/** The first day of 1970 was a Thursday. */
function weekdayOfNumber(number: number): number {
  return ((((number + 3) % 7) + 7) % 7) + 1;
}

function daysInMonth(year: number, month: number): number {
  return dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);
}

/**
 * The days of a rule that begins on day `first`, in order, up to and including `last`. `count` is applied, `until` is
 * not. Days before `from` may be left out. Without `count`, the cost doesn't depend on how long ago the rule began.
 */
export function* daysOfRule(
  rule: CalendarRule,
  first: number,
  from: number,
  last: number,
): Generator<number> {
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  const begin = beginOfRule(rule, dayOf(first));
  for (let step = firstStep(rule, begin, from); ; step += rule.interval) {
    const period = periodOf(rule, begin, step);
    if (period.begin > last) return;
    for (const day of pickPositions(rule, daysOfPeriod(rule, period, begin))) {
      if (day < first) continue;
      if (day > last || left-- <= 0) return;
      yield day;
    }
    if (left <= 0) return;
  }
}

/** A rule of numbered weeks counts the years that these belong to. */
function beginOfRule({ frequency, weekNumbers, weekStart }: CalendarRule, begin: Day): Day {
  if (frequency !== 'YEARLY' || weekNumbers.length === 0) return begin;
  const { number, year } = begin;
  if (number < firstWeekOf(year, weekStart)) return { ...begin, year: year - 1 };
  return number >= firstWeekOf(year + 1, weekStart) ? { ...begin, year: year + 1 } : begin;
}

/** Days, weeks, months or years after the first period, a multiple of the interval. */
function firstStep(rule: CalendarRule, begin: Day, from: number): number {
  if (rule.count !== undefined || from <= begin.number) return 0;
  const units = { DAILY: 1, WEEKLY: 7, MONTHLY: 31, YEARLY: 366 };
  const steps = Math.floor((from - begin.number) / units[rule.frequency]) - 2;
  return Math.max(0, steps - (steps % rule.interval));
}

type Period = { begin: number; year: number; month: number };

function periodOf({ frequency, weekStart }: CalendarRule, begin: Day, step: number): Period {
  const { number, year, month } = begin;
  if (frequency === 'DAILY') return { ...dayOf(number + step), begin: number + step };
  if (frequency === 'WEEKLY') {
    const week = number - ((begin.weekday - weekStart + 7) % 7) + 7 * step;
    return { ...dayOf(week), begin: week };
  }
  if (frequency === 'YEARLY') return { begin: dayNumber(year + step, 1, 1) - 6, year: year + step, month: 1 };
  const months = year * 12 + month - 1 + step;
  const at = { year: Math.floor(months / 12), month: (months % 12) + 1 };
  return { ...at, begin: dayNumber(at.year, at.month, 1) };
}

/** The table of RFC 5545, section 3.3.10. */
function daysOfPeriod(rule: CalendarRule, period: Period, begin: Day): number[] {
  if (rule.frequency === 'DAILY') return kept(rule, [period.begin], 'month');
  if (rule.frequency === 'WEEKLY') return daysOfWeek(rule, period, begin);
  if (rule.frequency === 'MONTHLY') return daysOfMonth(rule, period.year, period.month, begin);
  return daysOfYear(rule, period.year, begin);
}

function daysOfWeek(rule: CalendarRule, { begin: monday }: Period, begin: Day): number[] {
  const weekdays = rule.weekdays.length > 0 ? rule.weekdays.map(({ weekday }) => weekday) : [begin.weekday];
  const days = span(monday, 7).filter((day) => weekdays.includes(weekdayOfNumber(day)));
  return kept({ ...rule, weekdays: [] }, days, 'month');
}

function daysOfMonth(rule: CalendarRule, year: number, month: number, begin: Day): number[] {
  const length = daysInMonth(year, month);
  const isBare =
    rule.monthDays.length + rule.weekdays.length + rule.yearDays.length + rule.weekNumbers.length === 0;
  if (isBare && begin.day > length) return [];
  const days = span(dayNumber(year, month, 1), length);
  return kept(isBare ? { ...rule, monthDays: [begin.day] } : rule, days, 'month');
}

function daysOfYear(rule: CalendarRule, year: number, begin: Day): number[] {
  const { months, weekNumbers, yearDays, monthDays, weekdays } = rule;
  const all = () => span(dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1) - dayNumber(year, 1, 1));
  if (weekNumbers.length > 0) {
    const weekday =
      weekdays.length + yearDays.length + monthDays.length > 0 ? [] : [{ weekday: begin.weekday, nth: 0 }];
    const inWeeks = daysOfWeekNumbers(rule, year);
    return kept({ ...rule, weekNumbers: [], weekdays: [...weekdays, ...weekday] }, inWeeks, 'year');
  }
  if (yearDays.length > 0) return kept(rule, all(), 'year');
  if (monthDays.length > 0) {
    // The month that the rule does not name is that of the first date, as libical reads it.
    const inMonths = months.length + weekdays.length > 0 ? months : [begin.month];
    return kept({ ...rule, months: inMonths }, all(), months.length > 0 ? 'month' : 'year');
  }
  if (weekdays.length > 0) return kept(rule, all(), months.length > 0 ? 'month' : 'year');
  const inMonths = months.length > 0 ? months : [begin.month];
  return [...inMonths]
    .sort((one, other) => one - other)
    .filter((month) => begin.day <= daysInMonth(year, month))
    .map((month) => dayNumber(year, month, begin.day));
}

/** Weeks belong to the year that has four of their days; days of them may be in the next year or the one before. */
function daysOfWeekNumbers({ weekNumbers, weekStart }: CalendarRule, year: number): number[] {
  const [firstWeek, nextFirst] = [firstWeekOf(year, weekStart), firstWeekOf(year + 1, weekStart)];
  const count = (nextFirst - firstWeek) / 7;
  const numbers = weekNumbers
    .map((number) => (number > 0 ? number : count + 1 + number))
    .filter((number) => number >= 1 && number <= count);
  return [...new Set(numbers)]
    .sort((one, other) => one - other)
    .flatMap((number) => span(firstWeek + 7 * (number - 1), 7));
}

function firstWeekOf(year: number, weekStart: number): number {
  const fourth = dayNumber(year, 1, 4);
  return fourth - ((weekdayOfNumber(fourth) - weekStart + 7) % 7);
}

/** Those days that every part of the rule allows. An nth weekday is counted in the month or in the year. */
function kept(rule: CalendarRule, days: number[], within: 'month' | 'year'): number[] {
  const { months, monthDays, yearDays, weekdays } = rule;
  if (months.length + monthDays.length + yearDays.length + weekdays.length === 0) return days;
  return days.filter((number) => {
    const day = dayOf(number);
    return (
      (months.length === 0 || months.includes(day.month)) &&
      (monthDays.length === 0 || isOnMonthDay(monthDays, day)) &&
      (yearDays.length === 0 || isOnYearDay(yearDays, day)) &&
      (weekdays.length === 0 || isOnWeekday(weekdays, day, within))
    );
  });
}

function isOnMonthDay(monthDays: number[], { year, month, day }: Day): boolean {
  return monthDays.includes(day) || monthDays.includes(day - daysInMonth(year, month) - 1);
}

function isOnYearDay(yearDays: number[], { number, year }: Day): boolean {
  const [begin, end] = [dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1)];
  return yearDays.includes(number - begin + 1) || yearDays.includes(number - end);
}

function isOnWeekday(weekdays: RuleDay[], day: Day, within: 'month' | 'year'): boolean {
  return weekdays.some(({ weekday, nth }) => {
    if (weekday !== day.weekday) return false;
    if (nth === 0) return true;
    const { year, month, number } = day;
    const [begin, end] =
      within === 'month'
        ? [dayNumber(year, month, 1), dayNumber(year, month + 1, 1)]
        : [dayNumber(year, 1, 1), dayNumber(year + 1, 1, 1)];
    return nth > 0
      ? Math.floor((number - begin) / 7) + 1 === nth
      : -Math.floor((end - 1 - number) / 7) - 1 === nth;
  });
}

function pickPositions({ positions }: CalendarRule, days: number[]): number[] {
  if (positions.length === 0) return days;
  return days.filter((_, index) => positions.includes(index + 1) || positions.includes(index - days.length));
}

function span(begin: number, length: number): number[] {
  return Array.from({ length }, (_, index) => begin + index);
}
