import { Icon } from '#app/ui/icon.tsx';

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

/** The same for the events at one place. */
export function CalendarOfPlace({ siteUrl, place }: { siteUrl: string; place: string }) {
  return (
    <p className="small">
      Calendar of this place: <a href={subscriptionOf(siteUrl, { place })}>subscribe</a> or{' '}
      <a href={calendarPathOf({ place })}>open the file</a>
    </p>
  );
}
