/** Recurrence rules of RFC 5545, section 3.3.10: weekly and monthly ones that end. Days only; no time zone. */

import type { RuleDay } from './calendar-rule.ts';

/**
 * A rule. It has either `count` or `until`, which is a date or a time as in the rule's text: `20261231`,
 * `20261231T235959` in the town or `20261231T235959Z`.
 */
export type RecurrenceRule = {
  frequency: 'WEEKLY' | 'MONTHLY';
  interval: number;
  days: RuleDay[];
  monthDays: number[];
  weekStart: number;
  count: number | undefined;
  until: string | undefined;
};

/** More dates than this are refused: a weekly event for seven years, a daily one for a year. */
export const MOST_DATES = 366;

const SUPPORTED =
  'Use FREQ=WEEKLY or FREQ=MONTHLY with INTERVAL, BYDAY, BYMONTHDAY or WKST, and UNTIL or COUNT (RFC 5545)';
const NO_END = 'Enter when it ends: Until, or a number of times (UNTIL or COUNT)';
const TWO_ENDS = 'Enter either Until or a number of times, not both (UNTIL or COUNT)';
const NO_COUNT = `Enter a number of times from 1 to ${MOST_DATES} (COUNT)`;
const NO_UNTIL = 'Enter a date after Until (UNTIL)';

const DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const PARTS = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'WKST', 'COUNT', 'UNTIL'];

/** The rule in a text such as `FREQ=WEEKLY;COUNT=10`, or what is wrong with it as a sentence. Never throws. */
export function parseRecurrence(text: string): RecurrenceRule | string {
  const parts = text.split(';').map((part) => part.split('='));
  const given = new Map(parts.map(([name = '', value = '']) => [name, value]));
  const isKnown = parts.every((part) => part.length === 2 && PARTS.includes(part[0] ?? ''));
  if (!isKnown || given.size !== parts.length) return SUPPORTED;
  const [count, until] = [given.get('COUNT'), given.get('UNTIL')];
  if (count === undefined && until === undefined) return NO_END;
  if (count !== undefined && until !== undefined) return TWO_ENDS;
  if (count !== undefined && !isBetween(count, 1, MOST_DATES)) return NO_COUNT;
  if (until !== undefined && !isUntil(until)) return NO_UNTIL;
  return repetitionOf(given, { count: count === undefined ? undefined : Number(count), until }) ?? SUPPORTED;
}

function repetitionOf(
  given: Map<string, string>,
  end: Pick<RecurrenceRule, 'count' | 'until'>,
): RecurrenceRule | undefined {
  const frequency = given.get('FREQ');
  const interval = given.get('INTERVAL') ?? '1';
  const days = listOf(given.get('BYDAY')).map(readDay);
  const monthDays = listOf(given.get('BYMONTHDAY'));
  const weekStart = DAYS.indexOf(given.get('WKST') ?? 'MO') + 1;
  if (frequency !== 'WEEKLY' && frequency !== 'MONTHLY') return undefined;
  if (!isBetween(interval, 1, 99) || weekStart === 0) return undefined;
  if (!days.every((day) => day !== undefined)) return undefined;
  if (!monthDays.every((day) => isBetween(day.replace(/^[+-]/, ''), 1, 31))) return undefined;
  if (frequency === 'WEEKLY' && (monthDays.length > 0 || days.some(({ nth }) => nth !== 0))) return undefined;
  return {
    ...{ frequency, interval: Number(interval), days, weekStart, ...end },
    monthDays: monthDays.map(Number),
  };
}

function listOf(text: string | undefined): string[] {
  return text === undefined ? [] : text.split(',');
}

function readDay(text: string): RuleDay | undefined {
  const [, nth = '', name = ''] = /^([+-]?[1-5])?([A-Z]{2})$/.exec(text) ?? [];
  const weekday = DAYS.indexOf(name) + 1;
  return weekday > 0 ? { weekday, nth: Number(nth) } : undefined;
}

function isBetween(text: string, least: number, most: number): boolean {
  return /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most;
}

function isUntil(text: string): boolean {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})Z?)?$/.exec(text) ?? [];
  const date = `${year}-${month}-${day}`;
  const time = Date.parse(`${date}T${hour}:${minute}:${second}Z`);
  // A day that a month does not have is read as one of the next.
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}

/** The text of a rule, without parts that have their default. */
export function formatRecurrence(rule: RecurrenceRule): string {
  const { frequency, interval, days, monthDays, weekStart, count, until } = rule;
  return [
    `FREQ=${frequency}`,
    ...(interval === 1 ? [] : [`INTERVAL=${interval}`]),
    ...(days.length === 0 ? [] : [`BYDAY=${days.map(formatDay).join(',')}`]),
    ...(monthDays.length === 0 ? [] : [`BYMONTHDAY=${monthDays.join(',')}`]),
    ...(weekStart === 1 ? [] : [`WKST=${DAYS[weekStart - 1]}`]),
    ...(count === undefined ? [] : [`COUNT=${count}`]),
    ...(until === undefined ? [] : [`UNTIL=${until}`]),
  ].join(';');
}

function formatDay({ weekday, nth }: RuleDay): string {
  return `${nth === 0 ? '' : nth}${DAYS[weekday - 1]}`;
}
