/** One VEVENT of a calendar (RFC 5545, section 3.6.1). */

import { formatLine, formatText } from '#app/events/pages/calendar-line.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { calendarDayOf, calendarTimeOf } from '#app/platform/time/calendar-date.ts';
import { startOfTomorrow, type TownClock } from '#app/platform/time/town-time.ts';
import type { CalendarEvent, EventStatus } from './event.ts';
import { changesOf, statedTitleOf } from './event-status.ts';
import type { EventSpan } from './event-time.ts';

/** `clock` is the town's, `siteUrl` the site's origin. */
export type EntryContext = { clock: TownClock; siteUrl: string };

/** What tells programs which event it is, and which version: `rule` has the lines about repetition. */
export type EntryIdentity = { uid: string; sequence: number; path: string; rule?: string };

/** The VEVENT; '' for an event whose year does not have four digits. */
export function formatEntry(
  event: CalendarEvent,
  span: EventSpan,
  { uid, sequence, path, rule = '' }: EntryIdentity,
  context: EntryContext,
): string {
  const dates = formatDates(span, context.clock.timeZone);
  if (!dates) return '';
  // For a published event it is the last revision (RFC 5545, section 3.8.7.2), so that files stay the same.
  const revised = calendarTimeOf(event.updatedAt, 'UTC')?.value;
  return [
    'BEGIN:VEVENT\r\n',
    formatLine(`UID:${uid}@${new URL(context.siteUrl).hostname}`),
    formatLine(`SEQUENCE:${sequence}`),
    formatLine(`DTSTAMP:${revised}`),
    formatLine(`LAST-MODIFIED:${revised}`),
    dates,
    rule,
    formatContents(event, context),
    formatLine(`URL:${context.siteUrl}${path}`),
    'END:VEVENT\r\n',
  ].join('');
}

const statusOf: Record<EventStatus, string> = {
  scheduled: 'CONFIRMED',
  moved: 'CONFIRMED',
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

/** What the event is, without when: the same for dates of a series that differ in nothing else. */
export function formatContents(event: CalendarEvent, context: EntryContext): string {
  const takesPlace = event.status === 'scheduled' || event.status === 'moved';
  return [
    // Not every program shows the status.
    formatText('SUMMARY', takesPlace ? event.title : statedTitleOf(event)),
    formatLine(`STATUS:${statusOf[event.status]}`),
    takesPlace ? '' : formatLine('TRANSP:TRANSPARENT'),
    formatText('LOCATION', event.eventLocation),
    ...(event.category ? [formatText('CATEGORIES', event.category)] : []),
    formatText('DESCRIPTION', describe(event, context)),
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
function describe(event: CalendarEvent, { clock, siteUrl }: EntryContext): string {
  const words = plainTextOf(event.description);
  const cut =
    words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).replace(/[\ud800-\udbff]$/, '')}…` : words;
  const announced = isOwnLink(event.link, siteUrl) ? '' : event.link;
  return [changesOf(event, clock), cut, announced].filter(Boolean).join('\n\n');
}
