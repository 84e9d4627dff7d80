import { formatLine, formatText } from '#app/events/pages/calendar-line.ts';
import { calendarTimeOf } from '#app/platform/time/calendar-date.ts';
import { formatCalendarZone, type Period } from '#app/platform/time/calendar-zone.ts';
import type { CalendarEvent, TownEvent } from './event.ts';
import {
  type EntryContext,
  formatEntry,
  formatSeries,
  type PositionedEvent,
} from './event-calendar-entry.server.ts';
import { type EventSpan, eventSpanOf } from './event-time.ts';

/** `now` is UTC epoch milliseconds. */
export type CalendarContext = EntryContext & { now: number };

/**
 * A list to subscribe to: its name and its address. `revision` increases with every change of any event: also when a date
 * of a series is deleted.
 */
export type CalendarList = { name: string; url: string; revision: number };

/** How often subscribers should reload. Most programs have their own interval. */
const REFRESH = 'PT1H';

/**
 * Events as an iCalendar file (RFC 5545), in the town's time; with `list` as one to subscribe to (RFC 7986), where a
 * series is one event with a rule. An event has the same UID in every file, and its SEQUENCE increases with each save, so
 * that calendars update it. An event whose year does not have four digits is left out.
 */
export function formatCalendar(
  events: CalendarEvent[],
  context: CalendarContext,
  list?: CalendarList,
): string {
  const { now } = context;
  const zone = context.clock.timeZone;
  const placed = events.map((event) => ({ event, span: eventSpanOf(event, zone) }));
  const series = list ? writeSeries(placed, list.revision, context) : [];
  const singles = list
    ? [...placed.filter(({ event }) => !event.seriesId), ...series.flatMap(({ rest }) => rest)]
    : placed;
  const written = [
    ...series.map(({ text }) => text),
    ...singles.map((single) => formatSingle(single, context)),
  ].join('');
  const periods = [
    ...periodsOf(placed, zone),
    ...series.flatMap(({ extra }) => extra).map((instant) => ({ from: instant, to: instant })),
  ];
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Belfry//Belfry//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n',
    list ? formatListHead(list, zone) : '',
    // A calendar must contain a component (RFC 5545, section 3.6): without events it is the zone.
    written === '' ? formatZone(zone, [{ from: now, to: now }]) : formatZone(zone, periods),
    written,
    'END:VCALENDAR\r\n',
  ].join('');
}

function writeSeries(placed: PositionedEvent[], revision: number, context: CalendarContext) {
  const members = Map.groupBy(placed, ({ event }) => event.seriesId);
  members.delete(null);
  return [...members.values()].map((dates) => formatSeries(dates, revision, context));
}

/** A list has a name and a reload interval. A single event has neither: Outlook would create a calendar from it. */
function formatListHead({ name, url }: CalendarList, zone: string): string {
  return [
    formatText('NAME', name),
    formatText('X-WR-CALNAME', name),
    formatLine(`X-WR-TIMEZONE:${zone}`),
    formatLine(`SOURCE;VALUE=URI:${url}`),
    formatLine(`REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`),
    formatLine(`X-PUBLISHED-TTL:${REFRESH}`),
  ].join('');
}

/** The times of the events that are written in the zone's local time. */
function periodsOf(placed: { span: EventSpan }[], zone: string): Period[] {
  return placed
    .filter(({ span }) => !span.allDay && calendarTimeOf(span.start, zone)?.parameters)
    .map(({ span: { start, end = start } }) => ({ from: start, to: end }));
}

function formatZone(zone: string, periods: Period[]): string {
  return periods.length > 0 ? `${formatCalendarZone(zone, periods)}\r\n` : '';
}

function formatSingle({ event, span }: PositionedEvent, context: CalendarContext): string {
  const { id, version } = event;
  return formatEntry(event, span, { uid: id, sequence: version - 1, path: `/events/${id}` }, context);
}

/** 'contra-dance.ics': a name that every file system accepts, from the event's title. */
export function calendarFileNameOf({ id, title }: Pick<TownEvent, 'id' | 'title'>): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `${words.join('-').slice(0, 60).replace(/-$/, '') || id}.ics`;
}

/** The response with a calendar. Search engines should list the pages instead. */
export function calendarResponse(calendar: string, disposition: string): Response {
  return new Response(calendar, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': disposition,
      'X-Robots-Tag': 'noindex',
    },
  });
}
