import { startOfTomorrow, townDayOf } from '#app/time/town-time.ts';
import { ExternalLink } from '#app/ui/external-link.tsx';
import { Icon } from '#app/ui/icon.tsx';
import type { EventCard } from './event.ts';
import { eventSpanOf } from './event-time.ts';

/** Which events a calendar holds: all, those at a `place` as they have it, or those that a search for `q` finds. */
export type CalendarChoice = { place?: string; q?: string };

/** Where the calendar is: a path of the site. */
export function calendarPathOf(choice: CalendarChoice = {}): string {
  const query = new URLSearchParams(choice);
  return query.size > 0 ? `/events.ics?${query}` : '/events.ics';
}

/** The same for programs that keep calendars: they ask it again and again, where a file would be read once. */
export function subscriptionOf(siteUrl: string, choice: CalendarChoice = {}): string {
  return siteUrl.replace(/^https?:/, 'webcal:') + calendarPathOf(choice);
}

/** By which programs find the calendar of all events. */
export function CalendarLink() {
  return <link rel="alternate" type="text/calendar" title="All events" href={calendarPathOf()} />;
}

/** The way into the reader's own calendar, for all that is to come. */
export function SubscribeToEvents({ siteUrl }: { siteUrl: string }) {
  return (
    <section>
      <h2>Keep up</h2>
      <p className="small">
        Subscribe once, and new events and changes appear in your own calendar.{' '}
        <a href="/subscribe">How that works</a>
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

/** Ways into calendars on the web, for one event. `pageUrl` is the event's page, which the entry links to. */
export function WebCalendarLinks(entry: CalendarEntry) {
  return (
    <p className="small no-print">
      Or add it to <ExternalLink href={googleCalendarUrl(entry)}>Google Calendar</ExternalLink> or{' '}
      <ExternalLink href={outlookUrl(entry)}>Outlook</ExternalLink>
    </p>
  );
}

/** An event without an end gets an hour, as calendars give it. */
const ASSUMED_MS = 60 * 60 * 1000;

/** Both take an all-day event by its days, of which the last is exclusive. */
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
export function CalendarOfPlace({ siteUrl, place }: { siteUrl: string; place: string }) {
  return (
    <p className="small no-print">
      Calendar of this place: <a href={subscriptionOf(siteUrl, { place })}>subscribe</a> or{' '}
      <a href={calendarPathOf({ place })}>open the file</a>
    </p>
  );
}
