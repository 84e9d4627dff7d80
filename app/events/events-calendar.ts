import { readVisit } from '#app/context.ts';
import { startOfToday, townTimeInDays } from '#app/time/town-time.ts';
import type { Route } from './+types/events-calendar';
import { calendarPathOf } from './calendar-links.tsx';
import { calendarResponse, formatCalendar } from './event-calendar-file.server.ts';
import { listCalendarEvents } from './event-store.server.ts';

/** So long an event stays after its day, so that who has it hears of a cancellation or a late change. */
const DAYS_BACK = 30;

/**
 * `/events.ics`, to subscribe to: what is still on, what comes, and what was in the last 30 days; with `?place=` what
 * takes place there, which must be written as the events have it.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, siteUrl } = readVisit(args);
  const place = readPlace(new URL(args.request.url).searchParams);
  const from = startOfToday(now, town.timeZone);
  const since = townTimeInDays(now, -DAYS_BACK, '00:00', town.timeZone);
  const events = await listCalendarEvents(read, { from, since, place });
  const list = {
    name: `${town.title}: ${place ?? 'Events'}`,
    url: siteUrl + calendarPathOf(place),
  };
  const calendar = formatCalendar(events, { clock: town, siteUrl, now }, list);
  return calendarResponse(calendar, 'inline; filename="events.ics"');
}

function readPlace(query: URLSearchParams): string | undefined {
  const place = query.get('place')?.trim();
  return place && !place.includes('\0') ? place : undefined;
}
