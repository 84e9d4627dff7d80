/** Local times of calendars from elsewhere, and the zones they are in. */
import { findIana } from 'windows-iana';
import { type CalendarRule, dayNumber, daysOfRule } from './calendar-rule.ts';
import { DAY_MS } from './durations.ts';
import { isTimeZone } from './town-time.ts';

/** A day (since 1970-01-01) and the seconds since its beginning that its clock shows. */
export type WallTime = { day: number; second: number };

/**
 * The instant (UTC epoch milliseconds) of a local time. One that a clock change skips is moved on by as much; one that
 * occurs twice is the first (RFC 5545, section 3.3.5).
 */
export type WallClock = (time: WallTime) => number;

export const universalClock: WallClock = ({ day, second }) => day * DAY_MS + second * 1000;

/** The clock of an IANA zone, which must exist. */
export function clockOfZone(zone: string): WallClock {
  return ({ day, second }) => {
    const wall = Temporal.Instant.fromEpochMilliseconds(day * DAY_MS + second * 1000)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime();
    return wall.toZonedDateTime(zone).epochMilliseconds;
  };
}

/** The clock that is always `offset` seconds ahead of UTC. */
export function clockAhead(offset: number): WallClock {
  return (time) => universalClock(time) - offset * 1000;
}

/** `YYYY-MM-DD` of a day. */
export function dateOfDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, -14);
}

/** The names that Outlook shows, for those that are written instead of Windows' own. */
const SHOWN_NAMES: Record<string, string> = {
  'eastern time (us & canada)': 'America/New_York',
  'central time (us & canada)': 'America/Chicago',
  'mountain time (us & canada)': 'America/Denver',
  'pacific time (us & canada)': 'America/Los_Angeles',
  'atlantic time (canada)': 'America/Halifax',
  arizona: 'America/Phoenix',
  alaska: 'America/Anchorage',
  hawaii: 'Pacific/Honolulu',
};

/** The IANA zone that a calendar means: by its own name, with a prefix, or as Windows calls it. Undefined for others. */
export function findZone(written: string): string | undefined {
  const name = written.trim().replace(/^["']|["']$/g, '');
  if (name.length === 0 || name.length > 200) return undefined;
  if (isTimeZone(name)) return name;
  const last = /([a-z_]{1,20}\/)?[a-z_]{1,30}\/[a-z_+-]{1,30}\d{0,2}$/i.exec(name)?.[0];
  for (const part of [last, last?.slice(last.indexOf('/') + 1)]) if (part && isTimeZone(part)) return part;
  const [windows] = findIana(name);
  return windows ?? SHOWN_NAMES[name.replace(/^\((utc|gmt)[^)]{0,10}\)\s{0,9}/i, '').toLowerCase()];
}

/** Seconds ahead of UTC of a name such as `GMT-0500` or `(UTC+01:00) Somewhere`; undefined for others. */
export function offsetOfName(written: string): number | undefined {
  const [, sign, hours, minutes] =
    /(?:UTC|GMT)\s?([+-])(\d{1,2}):?(\d{2})?/i.exec(written.slice(0, 200)) ?? [];
  if (!sign) return undefined;
  const seconds = Number(hours) * 3600 + Number(minutes ?? 0) * 60;
  return sign === '-' ? -seconds : seconds;
}

/** A part of a VTIMEZONE: from each onset, a local time by the offset before, the clock is `to` seconds ahead of UTC. */
export type Observance = {
  first: WallTime;
  rule: CalendarRule | undefined;
  others: WallTime[];
  from: number;
  to: number;
};

/** No zone changes its clocks less often than its rules do. */
const LOOK_BACK_DAYS = 800;

/** The clock of a zone that its calendar defines; undefined without observances. */
export function clockOfObservances(observances: Observance[]): WallClock | undefined {
  const [earliest] = [...observances].sort((one, other) => order(one.first) - order(other.first));
  if (!earliest) return undefined;
  return (time) => {
    let last: { onset: number; observance: Observance } | undefined;
    for (const observance of observances) {
      const onset = lastOnset(observance, time);
      if (onset !== undefined && (!last || onset > last.onset)) last = { onset, observance };
    }
    if (!last) return clockAhead(earliest.from)(time);
    const { from, to } = last.observance;
    const isSkipped = order(time) < last.onset + (to - from);
    return clockAhead(isSkipped ? from : to)(time);
  };
}

/** In seconds of local time. */
function lastOnset({ first, rule, others }: Observance, time: WallTime): number | undefined {
  const now = order(time);
  let last: number | undefined;
  const add = (onset: number) => {
    if (onset <= now && onset > (last ?? Number.NEGATIVE_INFINITY)) last = onset;
  };
  for (const onset of [first, ...others]) add(order(onset));
  if (rule) {
    const from = Math.max(first.day, time.day - LOOK_BACK_DAYS);
    for (const day of daysOfRule(rule, first.day, from, time.day)) {
      if (isAfterUntil(rule, day)) break;
      add(order({ day, second: first.second }));
    }
  }
  return last;
}

/** By the day: onsets are months apart. */
function isAfterUntil({ until }: CalendarRule, day: number): boolean {
  if (!until) return false;
  return day > dayNumber(Number(until.slice(0, 4)), Number(until.slice(4, 6)), Number(until.slice(6, 8)));
}

function order({ day, second }: WallTime): number {
  return day * 86_400 + second;
}
