import { dayNumber, daysOfRule } from './calendar-rule.ts';
import { MOST_DATES, type RecurrenceRule } from './recurrence-rule.ts';
import { instantOfTownTime, type TownDay, zonedTimeOf } from './town-time.ts';
import { dateOfDay } from './wall-clock.ts';

/** A series ends at most this long after it begins. */
const MOST_YEARS = 5;

/**
 * The dates of a rule that begins at `start`, UTC epoch milliseconds, in order. Each has the same local time in `zone`
 * as the first; one that a clock change skips is the moment after it. A day that a month does not have is left out (RFC
 * 5545, section 3.3.10). A sentence when `start` is not a date of the rule, or there are more than 366 dates or five
 * years.
 */
export function listRecurrences(rule: RecurrenceRule, start: number, zone: string): number[] | string {
  const local = zonedTimeOf(start, zone).toPlainDateTime();
  const first = local.toPlainDate();
  const end = first.add({ years: MOST_YEARS });
  const isPast = untilOf(rule, zone);
  const dates: number[] = [];
  for (const day of daysOf(rule, first, end)) {
    const date = day.toPlainDateTime(local.toPlainTime()).toZonedDateTime(zone).epochMilliseconds;
    if (dates.length === rule.count || isPast(date, day)) return whole(dates, start);
    dates.push(date);
    if (dates.length > MOST_DATES) return `It can repeat at most ${MOST_DATES} times`;
  }
  const after = end.add({ days: 1 });
  if (dates.length === rule.count || isPast(after.toZonedDateTime(zone).epochMilliseconds, after))
    return whole(dates, start);
  return `It must end within ${MOST_YEARS} years`;
}

function whole(dates: number[], start: number): number[] | string {
  if (dates.length === 0) return 'It must end after its first date';
  return dates[0] === start ? dates : 'The date of the event must be one of the dates of this rule';
}

/** Whether a date is after the rule's end. A day in it is in the town, and included. */
function untilOf(
  { until }: RecurrenceRule,
  zone: string,
): (date: number, day: Temporal.PlainDate) => boolean {
  if (until === undefined) return () => false;
  const iso = until.replace(/^(....)(..)(..)(?:T(..)(..)(..))?/, (_, year, month, day, ...time) =>
    until.includes('T') ? `${year}-${month}-${day}T${time.slice(0, 3).join(':')}` : `${year}-${month}-${day}`,
  );
  if (!iso.includes('T')) return (_, day) => Temporal.PlainDate.compare(day, iso) > 0;
  const last = iso.endsWith('Z') ? Date.parse(iso) : (instantOfTownTime(iso, zone) ?? Number.NaN);
  return (date) => date > last;
}

/** The days of a rule without its end, from `first` up to `end`, in order. */
function* daysOf(
  { days, ...rule }: RecurrenceRule,
  first: Temporal.PlainDate,
  end: Temporal.PlainDate,
): Generator<Temporal.PlainDate> {
  const unused = { months: [], weekNumbers: [], yearDays: [], positions: [] };
  const endless = { ...rule, ...unused, weekdays: days, count: undefined, until: undefined };
  const [from, to] = [first, end].map(({ year, month, day }) => dayNumber(year, month, day));
  for (const day of daysOfRule(endless, from as number, from as number, to as number))
    yield Temporal.PlainDate.from(dateOfDay(day));
}

/** Which weekday of its month a day is: the second Tuesday. One that not every month has is the last. */
export function nthWeekdayOf(day: TownDay): RecurrenceRule['days'][number] {
  const date = Temporal.PlainDate.from(day);
  const nth = Math.ceil(date.day / 7);
  return { weekday: date.dayOfWeek, nth: nth === 5 ? -1 : nth };
}

/**
 * The rule for a series of which a date moves from one day to another: weekdays move by the same number of days, a day
 * of the month becomes the new one. A rule with several days of the month can't follow and stays as it is.
 */
export function moveRule(rule: RecurrenceRule, from: TownDay, to: TownDay): RecurrenceRule {
  const [before, after] = [Temporal.PlainDate.from(from), Temporal.PlainDate.from(to)];
  const { days } = before.until(after, { largestUnit: 'days' });
  if (days === 0) return rule;
  if (rule.frequency === 'WEEKLY') {
    const moved = rule.days.map(({ weekday, nth }) => ({
      weekday: ((((weekday - 1 + days) % 7) + 7) % 7) + 1,
      nth,
    }));
    return { ...rule, days: moved };
  }
  if (rule.days.length + rule.monthDays.length !== 1) return rule;
  const [monthDay] = rule.monthDays;
  if (monthDay !== undefined)
    return { ...rule, monthDays: [monthDay < 0 ? after.day - after.daysInMonth - 1 : after.day] };
  const moved = nthWeekdayOf(to);
  const isLast = (rule.days[0]?.nth ?? 0) < 0 && after.day > after.daysInMonth - 7;
  return { ...rule, days: [isLast ? { ...moved, nth: -1 } : moved] };
}

/** How an instant moves in local time: whole days and a time of day, whatever the clocks do in between. */
export type LocalShift = Temporal.Duration;

export function localShiftOf(from: number, to: number, zone: string): LocalShift {
  const [before, after] = [from, to].map((instant) => zonedTimeOf(instant, zone).toPlainDateTime());
  return (before as Temporal.PlainDateTime).until(after as Temporal.PlainDateTime, { largestUnit: 'days' });
}

export function shiftLocally(instant: number, shift: LocalShift, zone: string): number {
  return zonedTimeOf(instant, zone).toPlainDateTime().add(shift).toZonedDateTime(zone).epochMilliseconds;
}
