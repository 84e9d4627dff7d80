import {
  daysBetween,
  formatEventDate,
  townDayOf,
  townTimeOf,
  weekdayOf,
} from '#app/platform/time/town-time.ts';
import { type Dates, lastDayOf, parseEventTime } from './event-time.ts';

/**
 * How an event's time text contradicts its dates, as a sentence; undefined when they agree or can't be compared.
 * Weekdays are read in English.
 */
export function findContradiction(event: Dates, zone: string): string | undefined {
  const { eventDate, eventTime, endDate, allDay } = event;
  const said = parseEventTime(eventTime);
  const weekday = findOtherWeekday(event, zone);
  if (weekday) return weekday;
  if (allDay)
    return said.start ? `The event is marked as all-day, but its time is “${eventTime}”.` : undefined;
  const start = timeOf(eventDate, zone);
  if (said.start && said.start !== start)
    return `The event starts at ${start}, but its time is “${eventTime}”.`;
  if (!said.end || endDate === null || endDate === undefined || lastDayOf(event, zone)) return undefined;
  const end = timeOf(endDate, zone);
  return said.end === end ? undefined : `The event ends at ${end}, but its time is “${eventTime}”.`;
}

function timeOf(instant: number, zone: string): string {
  return townTimeOf(instant, zone).slice(-5);
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const WEEKDAY = /\b(mon|tue|wed|thu|fri|sat|sun)(?:s|rs|day|sday|nesday|rsday|urday)?s?\b/gi;

function findOtherWeekday(event: Dates, zone: string): string | undefined {
  const named = [...event.eventTime.matchAll(WEEKDAY)].map(([, short = '']) => short.toLowerCase());
  const first = weekdayOf(event.eventDate, zone);
  const length = daysBetween(
    townDayOf(event.eventDate, zone),
    lastDayOf(event, zone) ?? townDayOf(event.eventDate, zone),
  );
  const isOnIt = (short: string) =>
    (WEEKDAYS.findIndex((day) => day.toLowerCase().startsWith(short)) + 1 - first + 7) % 7 <= length;
  if (named.length === 0 || named.some(isOnIt)) return undefined;
  const says = WEEKDAYS.find((day) => day.toLowerCase().startsWith(named[0] ?? ''));
  return `${formatEventDate(event.eventDate, zone)} is a ${WEEKDAYS[first - 1]}, but the event’s time says ${says}.`;
}
