import type { CalendarEvent } from '#app/events/event.ts';
import { calendarResponse, formatCalendar } from '#app/events/event-calendar-file.server.ts';
import { listCalendarEvents, listCalendarEventsById } from '#app/events/event-listings.server.ts';
import { eventSource } from '#app/events/event-store.server.ts';
import { listFoundIds } from '#app/items/lists/found-items.server.ts';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import { readContext } from '#app/people/request/context.ts';
import { readChangeCounters, unnoted } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { startOfToday, townTimeInDays } from '#app/platform/time/town-time.ts';
import { findBody } from '#app/town/bodies.ts';
import type { Route } from './+types/town-calendar';
import { type CalendarChoice, calendarPathOf } from './calendar-links.tsx';

/** How long an event stays after its day, so that subscribers see a cancellation or a late change. */
const DAYS_BACK = 30;

/** The maximum number of events in a search's calendar. */
const MOST_FOUND = 400;

/**
 * `/events.ics`, to subscribe to: continuing and upcoming events, and those of the last 30 days; with `?place=` those
 * at that place as written; with `?q=` the results of a search; with `?body=` the meetings of the body with this slug, or
 * that had it.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, siteUrl } = readContext(args);
  const choice = readChoice(new URL(args.request.url).searchParams);
  const body = choice.body === undefined ? undefined : findBody(town, choice.body);
  if (choice.body !== undefined && !body) throw new Response('No body has this address.\n', { status: 404 });
  const from = startOfToday(now, town.timeZone);
  const since = townTimeInDays(now, -DAYS_BACK, '00:00', town.timeZone);
  const { place } = choice;
  // Before the events: they may be newer than it, never older.
  const { events: revision = 0 } = await readChangeCounters(unnoted(read));
  const events = choice.q
    ? await listFoundEvents(read, choice.q, since, place)
    : await listCalendarEvents(read, { from, since, place, body: body?.name });
  const name = [body?.name, place, choice.q && `“${choice.q}”`].filter(Boolean).join(', ') || 'Events';
  const list = { name: `${town.title}: ${name}`, url: siteUrl + calendarPathOf(choice), revision };
  const calendar = formatCalendar(events, { clock: town, siteUrl, now }, list);
  return calendarResponse(calendar, 'inline; filename="events.ics"');
}

async function listFoundEvents(
  read: ReadDb,
  q: string,
  from: number,
  place: string | undefined,
): Promise<CalendarEvent[]> {
  const ids = await listFoundIds(read, eventSource, parseSearchText(q), { from, limit: MOST_FOUND });
  const events = await listCalendarEventsById(read, ids);
  return place === undefined ? events : events.filter(({ eventLocation }) => eventLocation.trim() === place);
}

function readChoice(query: URLSearchParams): CalendarChoice {
  const place = query.get('place')?.trim();
  const q = parseSearchText(query.get('q') ?? '').text;
  const body = query.get('body')?.trim();
  if (body) return { body };
  return { ...(place && !place.includes('\0') ? { place } : {}), ...(q ? { q } : {}) };
}
