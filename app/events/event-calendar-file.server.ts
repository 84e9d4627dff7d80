import { isOwnLink } from '#app/content/own-link.ts';
import { plainTextOf } from '#app/html/extract.server.ts';
import { calendarDayOf, calendarTimeOf } from '#app/time/calendar-date.ts';
import { formatCalendarZone, type Period } from '#app/time/calendar-zone.ts';
import { startOfTomorrow, type TownClock } from '#app/time/town-time.ts';
import { formatLine, formatText } from './calendar-line.ts';
import type { CalendarEvent, EventStatus, TownEvent } from './event.ts';
import { changesOf, statedTitleOf } from './event-status.ts';
import { type EventSpan, eventSpanOf } from './event-time.ts';

/** `clock` is the town's, `siteUrl` the site's origin, `now` UTC epoch milliseconds. */
export type CalendarContext = { clock: TownClock; siteUrl: string; now: number };

/** What subscribers see of a list: its name and its address. */
export type CalendarList = { name: string; url: string };

/** How often subscribers should reload. Most programs have their own interval. */
const REFRESH = 'PT1H';

/**
 * Events as an iCalendar file (RFC 5545), in the town's time; with `list` as one to subscribe to (RFC 7986). An event
 * has the same UID in every file, and its SEQUENCE increases with each save, so that calendars update it. An event
 * whose year does not have four digits is left out.
 */
export function formatCalendar(
  events: CalendarEvent[],
  context: CalendarContext,
  list?: CalendarList,
): string {
  const { now } = context;
  const zone = context.clock.timeZone;
  const placed = events.map((event) => ({ event, span: eventSpanOf(event, zone) }));
  const written = placed.map(({ event, span }) => formatEvent(event, span, context)).join('');
  return [
    'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Belfry//Belfry//EN\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n',
    list ? formatListHead(list, zone) : '',
    // A calendar must contain a component (RFC 5545, section 3.6): without events it is the zone.
    written === '' ? formatZone(zone, [{ from: now, to: now }]) : formatZone(zone, periodsOf(placed, zone)),
    written,
    'END:VCALENDAR\r\n',
  ].join('');
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

const statusOf: Record<EventStatus, string> = {
  scheduled: 'CONFIRMED',
  moved: 'CONFIRMED',
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

function formatEvent(event: CalendarEvent, span: EventSpan, context: CalendarContext): string {
  const { clock, siteUrl } = context;
  const dates = formatDates(span, clock.timeZone);
  if (!dates) return '';
  // For a published event it is the last revision (RFC 5545, section 3.8.7.2), so that files stay the same.
  const revised = calendarTimeOf(event.updatedAt, 'UTC')?.value;
  const takesPlace = event.status === 'scheduled' || event.status === 'moved';
  return [
    'BEGIN:VEVENT\r\n',
    formatLine(`UID:${event.id}@${new URL(siteUrl).hostname}`),
    formatLine(`SEQUENCE:${event.version - 1}`),
    formatLine(`DTSTAMP:${revised}`),
    formatLine(`LAST-MODIFIED:${revised}`),
    dates,
    // Not every program shows the status.
    formatText('SUMMARY', takesPlace ? event.title : statedTitleOf(event)),
    formatLine(`STATUS:${statusOf[event.status]}`),
    takesPlace ? '' : formatLine('TRANSP:TRANSPARENT'),
    formatText('LOCATION', event.eventLocation),
    ...(event.category ? [formatText('CATEGORIES', event.category)] : []),
    formatText('DESCRIPTION', describe(event, context)),
    formatLine(`URL:${siteUrl}/events/${event.id}`),
    'END:VEVENT\r\n',
  ].join('');
}

/** For an all-day event the end is the day after the last one (RFC 5545, section 3.6.1); a single day has none. */
function formatDates({ start, end, allDay }: EventSpan, zone: string): string | undefined {
  const from = allDay ? calendarDayOf(start, zone) : calendarTimeOf(start, zone);
  if (!from) return undefined;
  const after = end === undefined || !allDay ? end : startOfTomorrow(end - 1, zone);
  const to = after === undefined ? undefined : (allDay ? calendarDayOf : calendarTimeOf)(after, zone);
  const isLonger = !allDay || (after !== undefined && after > startOfTomorrow(start, zone));
  return (
    formatLine(`DTSTART${from.parameters}:${from.value}`) +
    (to && isLonger ? formatLine(`DTEND${to.parameters}:${to.value}`) : '')
  );
}

/** Longer texts are cut: the event's page has all of them. */
const MAX_WORDS = 1000;

/** What changed, the event's text, and where it was announced. */
function describe(event: CalendarEvent, { clock, siteUrl }: CalendarContext): string {
  const words = plainTextOf(event.description);
  const cut =
    words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).replace(/[\ud800-\udbff]$/, '')}…` : words;
  const announced = isOwnLink(event.link, siteUrl) ? '' : event.link;
  return [changesOf(event, clock), cut, announced].filter(Boolean).join('\n\n');
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
