import type { RuleDay } from '#app/platform/time/calendar-rule.ts';
import { parseRecurrence, type RecurrenceRule } from '#app/platform/time/recurrence-rule.ts';
import { formatEventDate, type TownClock, weekdayNames } from '#app/platform/time/town-time.ts';

/** How an event repeats, for readers: 'Every 2 weeks on Tuesday until 12/29/2026'. Undefined for an invalid rule. */
export function describeRecurrence(recurrence: string, clock: TownClock): string | undefined {
  const rule = parseRecurrence(recurrence);
  if (typeof rule === 'string') return undefined;
  return describeRhythm(rule) + describeDays(rule, clock) + describeEnd(rule, clock);
}

/** How an event repeats, for its editors, without its end: 'Repeats monthly on the 2nd Tuesday'. */
export function describeRepeat(recurrence: string, clock: TownClock): string {
  const rule = parseRecurrence(recurrence);
  if (typeof rule === 'string') return 'Repeats';
  return `Repeats ${describeRhythm(rule).toLowerCase()}${describeDays(rule, clock)}`;
}

function describeRhythm({ frequency, interval }: RecurrenceRule): string {
  if (frequency === 'WEEKLY') return interval === 1 ? 'Weekly' : `Every ${interval} weeks`;
  return interval === 1 ? 'Monthly' : `Every ${interval} months`;
}

function describeDays({ days, monthDays }: RecurrenceRule, { locale }: TownClock): string {
  const list = new Intl.ListFormat(locale);
  const names = weekdayNames(1, locale, 'weekday');
  const said = [
    ...(days.length > 0 ? [list.format(days.map((day) => describeDay(day, names)))] : []),
    ...(monthDays.length > 0 ? [`the ${list.format(monthDays.map(describeMonthDay))}`] : []),
  ];
  return said.length === 0 ? '' : ` on ${said.join(', ')}`;
}

function describeDay({ weekday, nth }: RuleDay, names: string[]): string {
  const name = names[weekday - 1] ?? '';
  if (nth === 0) return name;
  return nth === -1 ? `the last ${name}` : `the ${describeMonthDay(nth)} ${name}`;
}

const endings: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
const ordinals = new Intl.PluralRules('en', { type: 'ordinal' });

/** '2nd', 'last day', '2nd to last'. */
function describeMonthDay(day: number): string {
  if (day === -1) return 'last day';
  const count = Math.abs(day);
  const said = `${count}${endings[ordinals.select(count)]}`;
  return day < 0 ? `${said} to last` : said;
}

function describeEnd({ count, until = '' }: RecurrenceRule, { timeZone }: TownClock): string {
  if (count !== undefined) return count === 1 ? ', once' : `, ${count} times`;
  const [, year, month, day] = /^(....)(..)(..)/.exec(until) ?? [];
  const iso = until.replace(/^(....)(..)(..)T(..)(..)(..)/, '$1-$2-$3T$4:$5:$6');
  const isUniversal = until.endsWith('Z');
  return ` until ${isUniversal ? formatEventDate(Date.parse(iso), timeZone) : `${month}/${day}/${year}`}`;
}
