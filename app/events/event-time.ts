import { HOUR_MS } from '#app/platform/time/durations.ts';
import {
  instantOfTownTime,
  startOfToday,
  startOfTomorrow,
  type TownDay,
  townDayOf,
  townTimeInDays,
  townTimeOf,
} from '#app/platform/time/town-time.ts';

/** The time in an event's time text, as the town's local time `HH:MM`; undefined if there is none. */
export type EventTime = { start: string | undefined; end: string | undefined; allDay: boolean };

/** When an event takes place: instants, or the town's day that contains `start` when it is `allDay`. */
export type EventSpan = { start: number; end: number | undefined; allDay: boolean };

/**
 * Parses the text that people write next to a date: '7 PM', '19:30', 'noon', '7–9 PM', '10:30 AM to noon', 'Doors 6:30
 * PM, show 7 PM', 'All day'. The first time found is the start. Only a range has an end, which may be after midnight,
 * before the start. A text without a time gives undefined for both. Never throws.
 */
export function parseEventTime(text: string): EventTime {
  const line = normalize(text);
  if (/\ball[ -]day\b/.test(line)) return { start: undefined, end: undefined, allDay: true };
  const clocks = findClocks(line);
  const at = clocks.findIndex((_, index) => isTime(clocks, index, line));
  const first = clocks[at];
  if (!first) return { start: undefined, end: undefined, allDay: false };
  if (/\b(until|till|by|ends|ends at)$/.test(line.slice(0, first.from).trim())) {
    return { start: undefined, end: format(first.minutes), allDay: false };
  }
  return { ...timesOf(first, clocks[at + 1], line), allDay: false };
}

/**
 * The instant of an event on `day` with the time text `eventTime`: at the text's first time, or at the start of the day
 * if it has none or says 'All day'. Undefined when `day` is not a date.
 */
export function instantOfEvent(day: TownDay, eventTime: string, zone: string): number | undefined {
  return instantOfTownTime(`${day}T${parseEventTime(eventTime).start ?? '00:00'}`, zone);
}

/** The fields with an event's time; events with only the specification's fields leave out the rest. */
export type Dates = { eventDate: number; eventTime: string; endDate?: number | null; allDay?: boolean };

/**
 * When the event takes place, for calendars. `eventDate` and `endDate` count; the text decides the hour only if
 * `eventDate` is the start of a day. `end` is undefined unless `endDate` or the text has one; for an all-day event both
 * are any moment of its first day, and of the day after its last day or before that.
 */
export function eventSpanOf({ eventDate, eventTime, endDate, allDay }: Dates, zone: string): EventSpan {
  const said = parseEventTime(eventTime);
  const end = endDate ?? undefined;
  const dayOnly = eventDate === startOfToday(eventDate, zone);
  if (allDay || said.allDay || (dayOnly && !said.start && !end))
    return { start: eventDate, end, allDay: true };
  const start = dayOnly && said.start ? townTimeInDays(eventDate, 0, said.start, zone) : eventDate;
  if (end && end > start) return { start, end, allDay: false };
  const agrees = !said.start || townTimeOf(start, zone).endsWith(`T${said.start}`);
  return { start, end: said.end && agrees ? endAfter(start, said.end, zone) : undefined, allDay: false };
}

/**
 * The instant at which an event has ended: its end, or the one in its text, or otherwise the end of its day. Today's
 * events stay in the lists until tomorrow; this decides whether they are shown as ended.
 */
export function overFrom(event: Dates, zone: string): number {
  return eventSpanOf(event, zone).end ?? startOfTomorrow(event.eventDate, zone);
}

/** An event without a known end no longer counts as upcoming this long after its start. */
const ASSUMED_MS = 3 * HOUR_MS;

/** The instant from which an event no longer counts as upcoming: when it has ended, or probably has. */
export function pastFrom(event: Dates, zone: string): number {
  const { start, end, allDay } = eventSpanOf(event, zone);
  return end ?? (allDay ? startOfTomorrow(start, zone) : start + ASSUMED_MS);
}

/**
 * The time for readers, with the end if the event has one that the text does not contain: '10 AM–3 PM'. In the style of
 * the text: with or without minutes, 12-hour or 24-hour. An end on another day is left out.
 */
export function describeTime(event: Dates, zone: string): string {
  const { eventTime, endDate, allDay } = event;
  const said = parseEventTime(eventTime);
  const isTold = allDay || said.allDay || said.end !== undefined;
  if (isTold || endDate === null || endDate === undefined || lastDayOf(event, zone)) return eventTime;
  const end = writeClock(townTimeOf(endDate, zone).slice(-5), eventTime);
  if (ONE_CLOCK.test(eventTime.trim())) return `${eventTime.trim()}–${end}`;
  return said.start ? `${eventTime}, until ${end}` : `${eventTime} until ${end}`;
}

const ONE_CLOCK = /^(noon|midday|midnight|\d{1,2}(:\d{2})?\s*([ap]\.?\s?m?\b\.?)?)$/i;

/** 'HH:MM' in the style of `like`. */
function writeClock(time: string, like: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (!/\d\s*[ap]\.?\s?m?\b|noon|midday|midnight/i.test(like)) return time;
  if (minutes === 0 && hours % 12 === 0) return hours === 0 ? 'midnight' : 'noon';
  const withMinutes = minutes > 0 || /\d:\d\d/.test(like);
  return `${hours % 12 || 12}${withMinutes ? `:${time.slice(-2)}` : ''} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** The last day of a multi-day event; undefined for all others. */
export function lastDayOf({ eventDate, endDate }: Pick<Dates, 'eventDate' | 'endDate'>, zone: string) {
  if (endDate === null || endDate === undefined) return undefined;
  // An end is exclusive: midnight belongs to the day before.
  const last = townDayOf(endDate - 1, zone);
  return last > townDayOf(eventDate, zone) ? last : undefined;
}

function endAfter(start: number, end: string, zone: string): number {
  const sameDay = townTimeInDays(start, 0, end, zone);
  return sameDay > start ? sameDay : townTimeInDays(start, 1, end, zone);
}

/**
 * A part of the text that may be a time: with am or pm, as a word ('noon'), 24-hour ('19:30'), or open, which may be
 * morning or evening. A `bare` number ('7') may not be a time at all.
 */
type Clock = {
  from: number;
  to: number;
  minutes: number;
  kind: 'half' | 'word' | '24' | 'open';
  bare: boolean;
};

function normalize(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/(?<=\d)\s*([ap])\.?\s?m\b\.?/g, '$1m')
    .replace(/(?<=\d)([ap])\b/g, '$1m')
    .replace(/\s+/g, ' ');
}

const NOON = 12 * 60;
const DAY = 24 * 60;
const CLOCK =
  /(?<![\w:.$#/]|\d,)(?:(noon|midday)|(midnight)|(\d{1,2})(?::(\d{2}))?([ap]m)?)(?![\w:/]|[.,]\d)/g;

function findClocks(line: string): Clock[] {
  return [...line.matchAll(CLOCK)].map(clockOf).filter((clock) => clock !== undefined);
}

function clockOf(match: RegExpExecArray): Clock | undefined {
  const [found, noon, midnight, hours, minutes, half] = match;
  const place = { from: match.index, to: match.index + found.length };
  if (noon || midnight) return { ...place, minutes: noon ? NOON : 0, kind: 'word', bare: false };
  const hour = Number(hours);
  const minute = Number(minutes ?? 0);
  if (minute > 59 || hour > 23 || (half && (hour < 1 || hour > 12))) return undefined;
  const bare = !half && !minutes;
  if (!half)
    return { ...place, minutes: hour * 60 + minute, kind: hour === 0 || hour > 12 ? '24' : 'open', bare };
  return { ...place, minutes: ((hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute, kind: 'half', bare };
}

/** A bare number is a time only next to one that is: '7–9 PM', '2 and 4 PM'. */
function isTime(clocks: Clock[], index: number, line: string): boolean {
  const [clock, next] = clocks.slice(index, index + 2);
  if (!clock?.bare) return true;
  return next !== undefined && !next.bare && jointOf(clock, next, line) !== undefined;
}

function jointOf(one: Clock, next: Clock, line: string): 'range' | 'list' | undefined {
  const between = line.slice(one.to, next.from).trim();
  if (/^(-|to|until|till|through)$/.test(between)) return 'range';
  if (!/^(and|&)$/.test(between)) return undefined;
  return /\bbetween$/.test(line.slice(0, one.from).trim()) ? 'range' : 'list';
}

function timesOf(
  first: Clock,
  next: Clock | undefined,
  line: string,
): { start: string; end: string | undefined } {
  const joint = next && jointOf(first, next, line);
  if (!next || !joint) return { start: format(first.minutes), end: undefined };
  const start =
    first.kind === 'open' && isVisibleToAll(next)
      ? nearestBefore(first.minutes, next.minutes)
      : first.minutes;
  const isEnd = joint === 'range' && (!next.bare || isAlone(next, line));
  const end = isEnd ? endOf(start, first, next) : start;
  return { start: format(start), end: end === start ? undefined : format(end) };
}

/** '9 AM – 5' and '9:00 – 5:00' end in the afternoon; '9:00 – 11:00' is unchanged. */
function endOf(start: number, first: Clock, next: Clock): number {
  if (next.kind !== 'open') return next.minutes;
  return isVisibleToAll(first) || next.minutes <= start ? nearestAfter(next.minutes, start) : next.minutes;
}

/** Decides whether the one next to it is morning or evening. */
function isVisibleToAll({ kind }: Clock): boolean {
  return kind === 'half' || kind === 'word';
}

/** '9 AM – 5' ends at five, '9 AM – 5 dollars' does not. */
function isAlone(clock: Clock, line: string): boolean {
  return /^\s*([;,.)]|$)/.test(line.slice(clock.to));
}

function nearestBefore(minutes: number, end: number): number {
  const [morning, evening] = bothHalves(minutes);
  return gap(morning, end) < gap(evening, end) ? morning : evening;
}

function nearestAfter(minutes: number, start: number): number {
  const [morning, evening] = bothHalves(minutes);
  return gap(start, morning) < gap(start, evening) ? morning : evening;
}

function bothHalves(minutes: number): [number, number] {
  return [minutes % NOON, (minutes % NOON) + NOON];
}

function gap(from: number, to: number): number {
  return (to - from + DAY) % DAY || DAY;
}

function format(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}
