import icalGenerator from 'ical-generator';
import { isOwnLink } from '#app/content/own-link.ts';
import { plainTextOf } from '#app/html/extract.server.ts';
import { formatCalendarZone } from '#app/time/calendar-zone.ts';
import { zonedTimeOf } from '#app/time/town-time.ts';
import type { TownEvent } from './event.ts';
import { eventSpanOf } from './event-time.ts';

/** `zone` is the town's, `siteUrl` the site's origin. */
export type CalendarContext = { zone: string; siteUrl: string };

/**
 * The event as an iCalendar file (RFC 5545), in the town's time. Its UID stays and its SEQUENCE rises with each save,
 * so that a calendar which has the event takes over what changed. Without a known end it has none.
 */
export function formatEventCalendar(event: TownEvent, { zone, siteUrl }: CalendarContext): string {
  const { start, end, allDay } = eventSpanOf(event, zone);
  const calendar = icalGenerator({
    prodId: { company: 'Belfry', product: 'Belfry', language: 'EN' },
    timezone: { name: null, generator: (name) => formatCalendarZone(name, start, end ?? start) },
  });
  calendar.createEvent({
    id: `${event.id}@${new URL(siteUrl).hostname}`,
    sequence: event.version - 1,
    // Of a published event it is when it was last revised (RFC 5545, section 3.8.7.2).
    stamp: new Date(event.updatedAt),
    lastModified: new Date(event.updatedAt),
    // A day has no zone; an instant is written by the town's clock.
    timezone: allDay ? null : zone,
    start: zonedTimeOf(start, zone),
    end: end === undefined ? null : zonedTimeOf(end, zone),
    allDay,
    summary: event.title,
    location: event.eventLocation,
    description: describe(event, siteUrl),
    url: `${siteUrl}/events/${event.id}`,
  });
  // Every line ends (RFC 5545, section 3.1), the last one too.
  return `${calendar.toString().trimEnd()}\r\n`;
}

/** The words of the event and where it was announced. */
function describe({ description, link }: TownEvent, siteUrl: string): string {
  const words = plainTextOf(description).replace(/\p{Cc}/gu, '');
  return isOwnLink(link, siteUrl) ? words : `${words}\n\n${link}`;
}

/** 'contra-dance.ics': a name that any file system takes, made of the event's title. */
export function calendarFileNameOf({ id, title }: Pick<TownEvent, 'id' | 'title'>): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return `${words.join('-').slice(0, 60).replace(/-$/, '') || id}.ics`;
}
