/** Times and zones of calendars (RFC 5545, sections 3.3.4, 3.3.5, 3.3.6 and 3.6.5). */
import { dayNumber, parseCalendarRule } from '#app/platform/time/calendar-rule.ts';
import {
  clockAhead,
  clockOfObservances,
  clockOfZone,
  findZone,
  type Observance,
  offsetOfName,
  universalClock,
  type WallClock,
  type WallTime,
} from '#app/platform/time/wall-clock.ts';
import type { CalendarComponents, Component, Property } from './read-calendar.ts';
import type { Reading } from './reading.ts';

/** A time as its property says it. A day has no clock of its own; it begins by the town's. */
export type CalendarTime = { wall: WallTime; isDay: boolean; clock: WallClock };

export type CalendarClocks = {
  /** The clock of a property's TZID; that of floating times without one, or for a zone that nobody knows. */
  clockOf: (property: Property) => WallClock;
  /** The clock by which whole days begin. */
  town: WallClock;
};

/**
 * The clocks of a calendar. Zones are those of IANA by their names, then Windows' names, then what the calendar itself
 * defines, then offsets in names. Floating times are in the calendar's X-WR-TIMEZONE, and without it in `zone`; all
 * times are if that is forced.
 */
export function openClocks(
  { calendar, zones }: CalendarComponents,
  { zone, isZoneForced, note }: Pick<Reading, 'zone' | 'isZoneForced' | 'note'>,
): CalendarClocks {
  const town = clockOfZone(zone);
  if (isZoneForced) return { town, clockOf: () => town };
  const whole = findZone(rawValue(calendar, 'X-WR-TIMEZONE') ?? rawValue(calendar, 'TIMEZONE-ID') ?? '');
  const floating = whole ? clockOfZone(whole) : town;
  const known = new Map<string, WallClock>();
  const open = (id: string): WallClock => {
    const named = findZone(id);
    if (named) return clockOfZone(named);
    const defined = zones.find((one) => rawValue(one.zone, 'TZID') === id);
    const located = findZone((defined && rawValue(defined.zone, 'X-LIC-LOCATION')) ?? '');
    if (located) return clockOfZone(located);
    const own = defined && clockOfObservances(defined.parts.flatMap(observanceOf));
    if (own) return own;
    const offset = offsetOfName(id);
    if (offset !== undefined) return clockAhead(offset);
    note('A time zone is unknown; its times are read as local times');
    return floating;
  };
  return {
    town,
    clockOf({ parameters, value }) {
      if (/z$/i.test(value.trim())) return universalClock;
      const id = parameters.TZID?.trim();
      if (!id) return floating;
      const clock = known.get(id) ?? open(id);
      known.set(id, clock);
      return clock;
    },
  };
}

function rawValue({ properties }: Component, name: string): string | undefined {
  return properties.get(name)?.[0]?.value.trim();
}

function observanceOf(part: Component): Observance[] {
  const first = parseWallTime(rawValue(part, 'DTSTART') ?? '')?.wall;
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => offsetOf(rawValue(part, name)));
  if (!first || from === undefined || to === undefined) return [];
  const rule = parseCalendarRule(rawValue(part, 'RRULE') ?? '');
  const others = (part.properties.get('RDATE') ?? []).flatMap(({ value }) =>
    value.split(',').flatMap((text) => parseWallTime(text)?.wall ?? []),
  );
  return [{ first, rule: typeof rule === 'string' ? undefined : rule, others, from, to }];
}

function offsetOf(text: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds] = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(text ?? '') ?? [];
  if (!sign) return undefined;
  const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds ?? 0);
  return sign === '-' ? -total : total;
}

/** The times of a property, which can be a list. Those that can't be read are left out. */
export function timesOf(property: Property, clocks: CalendarClocks): CalendarTime[] {
  return property.value.split(',').flatMap((text) => {
    // Of a period its beginning.
    const value = text.split('/')[0]?.trim() ?? '';
    const time = parseWallTime(value);
    if (!time) return [];
    const isDay = time.isDay || /^date$/i.test(property.parameters.VALUE?.trim() ?? '');
    const clock = isDay ? clocks.town : clocks.clockOf({ ...property, value });
    return [{ wall: isDay ? { ...time.wall, second: 0 } : time.wall, isDay, clock }];
  });
}

export function instantOf({ wall, clock }: CalendarTime): number {
  return clock(wall);
}

/** `20261121`, `20261121T190000` and what programs write instead. Undefined for days that don't exist. */
function parseWallTime(text: string): { wall: WallTime; isDay: boolean } | undefined {
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})?(?:\.\d{1,9})?)?Z?$/i.exec(
    text.trim(),
  );
  if (!found) return undefined;
  const [year = 0, month = 0, date = 0, hour = 0, minute = 0, second = 0] = found
    .slice(1)
    .map((part) => Number(part ?? 0));
  const day = dayNumber(year, month, date);
  const isReal = year >= 1 && month >= 1 && month <= 12 && date >= 1 && dayNumber(year, month + 1, 1) > day;
  if (!isReal || hour > 24 || minute > 59 || second > 60) return undefined;
  return { wall: { day, second: hour * 3600 + minute * 60 + second }, isDay: found[4] === undefined };
}

/** A DURATION: days, which are as long as the clock makes them, and milliseconds. Undefined when it can't be read. */
export function durationOf(text: string): { days: number; ms: number } | undefined {
  const found =
    /^([+-])?P(?:(\d{1,5})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,8})S)?)?$/i.exec(
      text.trim(),
    );
  if (!found || found[1] === '-') return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found
    .slice(2)
    .map((part) => Number(part ?? 0));
  return { days: weeks * 7 + days, ms: ((hours * 60 + minutes) * 60 + seconds) * 1000 };
}
