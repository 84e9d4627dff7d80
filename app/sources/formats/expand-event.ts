/** The dates of an event in a calendar. */
import {
  type CalendarRule,
  dayNumber,
  daysOfRule,
  parseCalendarRule,
} from '#app/platform/time/calendar-rule.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { type CalendarClocks, type CalendarTime, durationOf, instantOf, timesOf } from './calendar-time.ts';
import type { Component } from './read-calendar.ts';

/**
 * The dates that are wanted: from one instant up to another (UTC epoch milliseconds), and those that have begun before
 * and last beyond `from` if `isOngoing`.
 */
export type Horizon = { from: number; to: number; isOngoing: boolean; mostDates: number };

/**
 * One date: its local day and time by which it is known, and when it is. `end` is undefined when it is not said. `change`
 * is what describes it instead of the event.
 */
export type EventDate = {
  original: CalendarTime;
  start: number;
  end: number | undefined;
  change?: Component | undefined;
};

/** What a change says of the dates of an event after the one that it names, up to the next such change. */
export type LaterDates = {
  change: Component;
  /** The instant of the date that it names. */
  from: number;
  /** By how many days dates are moved at most. */
  daysMoved: number;
  place: (original: CalendarTime) => { start: number; end: number | undefined };
};

export type EventClock = { start: CalendarTime; endOf: (start: CalendarTime) => number | undefined };

/** When an event is, and how long; undefined without a valid start. */
export function clockOfEvent(event: Component, clocks: CalendarClocks): EventClock | undefined {
  const [written] = [...timesIn(event, 'DTSTART', clocks), ...timesIn(event, 'RECURRENCE-ID', clocks)];
  if (!written) return undefined;
  const start = isAllDay(event, written) ? { ...written, isDay: true, clock: clocks.town } : written;
  const [end] = timesIn(event, 'DTEND', clocks);
  const duration = durationOf(event.properties.get('DURATION')?.[0]?.value ?? '');
  return { start, endOf: (at) => endAfter(at, start, end, duration) };
}

/** Outlook also writes the days of an event as midnights. */
function isAllDay({ properties }: Component, { wall, isDay }: CalendarTime): boolean {
  const flag = properties.get('X-MICROSOFT-CDO-ALLDAYEVENT')?.[0]?.value ?? '';
  return isDay || (wall.second === 0 && /^true$/i.test(flag.trim()));
}

/** The same local time at the end of each date, whatever the clock does in between. */
function endAfter(
  at: CalendarTime,
  first: CalendarTime,
  end: CalendarTime | undefined,
  duration: { days: number; ms: number } | undefined,
): number | undefined {
  const shift = at.wall.day - first.wall.day;
  if (end) {
    const last = instantOf({ ...end, wall: { day: end.wall.day + shift, second: end.wall.second } });
    if (last > instantOf(at)) return at.isDay && !end.isDay ? wholeDays(at, 1) : last;
  } else if (duration && duration.days + duration.ms > 0) {
    return instantOf({ ...at, wall: { ...at.wall, day: at.wall.day + duration.days } }) + duration.ms;
  }
  return at.isDay ? wholeDays(at, 1) : undefined;
}

function wholeDays(at: CalendarTime, days: number): number {
  return instantOf({ ...at, wall: { day: at.wall.day + days, second: 0 } });
}

/**
 * The dates of an event in the horizon, in order and at most as many as it allows, without those that EXDATE and EXRULE
 * exclude. Of a rule that is not used, only the first date remains. `later` is in the order of time.
 */
export function expandEvent(
  event: Component,
  { start, endOf }: EventClock,
  clocks: CalendarClocks,
  { horizon, note, later }: { horizon: Horizon; note: (sentence: string) => void; later: LaterDates[] },
): EventDate[] {
  const taken = namesOf(timesIn(event, 'EXDATE', clocks));
  const dates = new Map<number, EventDate>();
  const add = (original: CalendarTime) => {
    const at = instantOf(original);
    if (dates.has(at) || isNamed(original, taken)) return;
    const changed = later.findLast(({ from }) => from <= at);
    const placed = changed?.place(original) ?? { start: at, end: endOf(original) };
    if (isWanted(placed.start, placed.end, horizon))
      dates.set(at, { original, ...placed, change: changed?.change });
  };
  if (!endsBefore(event, start)) add(start);
  const length = (endOf(start) ?? 0) - instantOf(start);
  const daysMoved = Math.max(0, ...later.map((one) => one.daysMoved));
  const expansion = { horizon, length, daysMoved, note };
  const except = new Set(daysOfRules(event, 'EXRULE', start, expansion));
  if (except.has(start.wall.day)) dates.clear();
  for (const day of daysOfRules(event, 'RRULE', start, expansion)) {
    if (dates.size > horizon.mostDates) break;
    if (!except.has(day)) add({ ...start, wall: { day, second: start.wall.second } });
  }
  for (const date of timesIn(event, 'RDATE', clocks)) add(start.isDay ? dayOfStart(date, start) : date);
  return [...dates.values()].sort((one, other) => one.start - other.start);
}

function dayOfStart({ wall }: CalendarTime, start: CalendarTime): CalendarTime {
  return { ...start, wall: { day: wall.day, second: 0 } };
}

/** Whether the rules end before the event begins: then it never takes place. */
function endsBefore({ properties }: Component, start: CalendarTime): boolean {
  const rules = (properties.get('RRULE') ?? []).map(({ value }) => parseCalendarRule(value));
  return rules.length > 0 && rules.every((rule) => typeof rule !== 'string' && isAfterUntil(rule, start));
}

/** What RECURRENCE-ID and EXDATE name: an instant, a whole day, or a day with the midnight of a zone. */
export function namesOf(times: CalendarTime[]): Set<number | string> {
  return new Set(
    times.flatMap((time) => {
      const { day } = time.wall;
      return time.isDay ? [`day ${day}`, `midnight ${day}`] : [instantOf(time), `midnight ${day}`];
    }),
  );
}

/** Whether one of the names means this date. */
export function isNamed(date: CalendarTime, names: Set<number | string>): boolean {
  const { day } = date.wall;
  return (
    names.has(instantOf(date)) || names.has(`day ${day}`) || (date.isDay && names.has(`midnight ${day}`))
  );
}

export function isWanted(
  start: number,
  end: number | undefined,
  { from, to, isOngoing }: Pick<Horizon, 'from' | 'to' | 'isOngoing'>,
): boolean {
  return start < to && (start >= from || (isOngoing && (end ?? start) > from));
}

type Expansion = { horizon: Horizon; length: number; daysMoved: number; note: (sentence: string) => void };

function* daysOfRules(
  { properties }: Component,
  name: 'RRULE' | 'EXRULE',
  start: CalendarTime,
  { horizon, length, daysMoved, note }: Expansion,
): Generator<number> {
  // Zones are at most a day apart.
  const more = daysMoved + 2;
  const from = Math.floor((horizon.from - Math.max(0, horizon.isOngoing ? length : 0)) / DAY_MS) - more;
  const last = Math.ceil(horizon.to / DAY_MS) + more;
  for (const { value } of properties.get(name) ?? []) {
    if (value.trim() === '') continue;
    const rule = parseCalendarRule(value);
    if (typeof rule === 'string') {
      note(`A repetition is not used, only its first date: ${rule}`);
      continue;
    }
    for (const day of daysOfRule(rule, start.wall.day, from, last)) {
      if (isAfterUntil(rule, { ...start, wall: { day, second: start.wall.second } })) break;
      if (day >= from) yield day;
    }
  }
}

/** A day in UNTIL is included, also where the event has a time. */
function isAfterUntil({ until }: CalendarRule, time: CalendarTime): boolean {
  if (!until) return false;
  const [year, month, date, hour, minute, second] = [0, 4, 6, 9, 11, 13].map((at, index) =>
    Number(until.slice(at, at + (index === 0 ? 4 : 2))),
  ) as [number, number, number, number, number, number];
  const day = dayNumber(year, month, date);
  if (time.isDay || !until.includes('T')) return time.wall.day > day;
  const seconds = hour * 3600 + minute * 60 + second;
  if (until.endsWith('Z')) return instantOf(time) > day * DAY_MS + seconds * 1000;
  return time.wall.day > day || (time.wall.day === day && time.wall.second > seconds);
}

/** All times of the properties of this name. */
export function timesIn({ properties }: Component, name: string, clocks: CalendarClocks): CalendarTime[] {
  return (properties.get(name) ?? []).flatMap((property) => timesOf(property, clocks));
}
