import type { EventCard } from '#app/events/event.ts';
import { eventSpanOf } from '#app/events/event-time.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { startOfTomorrow, townDayOf } from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';

/**
 * Which events a calendar contains: all, those at a `place` as written, the results of a search for `q`, or the meetings
 * of the `body` with this slug.
 */
export type CalendarChoice = { place?: string; q?: string; body?: string };

/** The calendar's path on the site. */
export function calendarPathOf(choice: CalendarChoice = {}): string {
  const query = new URLSearchParams(choice);
  return query.size > 0 ? `/events.ics?${query}` : '/events.ics';
}

/** The same for programs that subscribe to calendars: they reload it, while a file would be read once. */
export function subscriptionOf(siteUrl: string, choice: CalendarChoice = {}): string {
  return siteUrl.replace(/^https?:/, 'webcal:') + calendarPathOf(choice);
}

/** Lets programs find the calendar of all events. */
export function CalendarLink() {
  return <link rel="alternate" type="text/calendar" title="All events" href={calendarPathOf()} />;
}

/** A link to subscribe to all upcoming events. */
export function SubscribeToEvents({ siteUrl }: { siteUrl: string }) {
  return (
    <section>
      <h2>Stay up to date</h2>
      <p className="small">
        Subscribe once, and new events and changes appear in your own calendar.{' '}
        <a href="/subscribe">How it works</a>
      </p>
      <p className="mt">
        <a className="button button--small" href={subscriptionOf(siteUrl)}>
          <Icon name="calendar" />
          Subscribe to all events
        </a>
      </p>
    </section>
  );
}

type CalendarEntry = { event: EventCard; pageUrl: string; timeZone: string };

/** Links to calendars on the web, for one event. `pageUrl` is the event's page, which the entry links to. */
export function WebCalendarLinks(entry: CalendarEntry) {
  return (
    <p className="small no-print">
      Or add it to <ExternalLink href={googleCalendarUrl(entry)}>Google Calendar</ExternalLink> or{' '}
      <ExternalLink href={outlookUrl(entry)}>Outlook</ExternalLink>
    </p>
  );
}

/** An event without an end gets an hour, as is usual in calendars. */
const ASSUMED_MS = HOUR_MS;

/** Both take an all-day event by its days, with an exclusive end. */
function spanOf({ event, timeZone }: CalendarEntry): { from: string; to: string; allDay: boolean } {
  const { start, end, allDay } = eventSpanOf(event, timeZone);
  if (!allDay) return { from: secondsOf(start), to: secondsOf(end ?? start + ASSUMED_MS), allDay };
  const last = end ?? startOfTomorrow(start, timeZone);
  return { from: townDayOf(start, timeZone), to: townDayOf(last, timeZone), allDay };
}

function secondsOf(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}

function googleCalendarUrl(entry: CalendarEntry): string {
  const { from, to } = spanOf(entry);
  const { title, eventLocation } = entry.event;
  const query = new URLSearchParams({
    action: 'TEMPLATE',
    text: title,
    dates: `${from}/${to}`.replaceAll(/[-:]/g, ''),
    location: eventLocation,
    details: entry.pageUrl,
  });
  return `https://calendar.google.com/calendar/render?${query}`;
}

function outlookUrl(entry: CalendarEntry): string {
  const { from, to, allDay } = spanOf(entry);
  const { title, eventLocation } = entry.event;
  const query = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: from,
    enddt: to,
    allday: String(allDay),
    location: eventLocation,
    body: entry.pageUrl,
  });
  return `https://outlook.live.com/calendar/0/action/compose?${query}`;
}

/** The same for the events at one place. */
export function CalendarOfLocation({ siteUrl, place }: { siteUrl: string; place: string }) {
  return (
    <p className="small no-print">
      Follow events at this place: <a href={subscriptionOf(siteUrl, { place })}>subscribe</a> or{' '}
      <a href={calendarPathOf({ place })}>download the calendar</a>
    </p>
  );
}
