/** Events for search, feeds, sitemaps and share images. */
import type {
  CurrentItems,
  FacetContext,
  FeedRequest,
  FoundContext,
  FoundItem,
  PictureWords,
} from '#app/items/collection/facets.ts';
import { FOUND_CHARACTERS } from '#app/items/lists/published-items.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import {
  formatDayParts,
  formatEventDate,
  formatLongDate,
  type TownClock,
} from '#app/platform/time/town-time.ts';
import { type CalendarEvent, cardFields, imageOf, pictureOf } from './event.ts';
import { eventsPathOf, rangeOf } from './event-filter.ts';
import { findStatusWords, statedTitleOf } from './event-status.ts';
import {
  eventColumns,
  findEvent,
  fromRow,
  isLong,
  lastBegun,
  MOST_ONGOING,
  toEvent,
} from './event-store.server.ts';
import { type Dates, describeTime, eventSpanOf, parseEventTime } from './event-time.ts';

export type FeedEvent = Awaited<ReturnType<typeof listFeedEvents>>[number];

/**
 * Published events that begin or end on or after `from` (UTC epoch milliseconds), the last published or
 * changed first, of those loaded together the earliest. Includes canceled and moved ones, so that readers are
 * notified.
 */
export async function listFeedEvents(
  db: ReadDb,
  { now, limit, from, ids }: FeedRequest & { now: number; from: number },
) {
  const rows = await db
    .selectFrom('event')
    .select(eventColumns)
    .where((eb) => eb.or([eb('eventDate', '>=', from), eb('endDate', '>', from)]))
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids as string[]))
    .orderBy('updatedAt', 'desc')
    .orderBy('eventDate')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => withPastDate(toEvent(row), now));
}

/** A feed has no dates in the future: an event whose own one is was announced when it was saved. */
function withPastDate<Event extends { pubDate: number; updatedAt: number }>(
  event: Event,
  now: number,
): Event {
  return event.pubDate <= now ? event : { ...event, pubDate: event.updatedAt };
}

/** The events with these ids as search results. */
export async function listFoundEvents(
  db: ReadDb,
  ids: string[],
  { clock: { timeZone } }: FoundContext,
): Promise<FoundItem[]> {
  const rows = await db
    .selectFrom('event')
    .select(({ fn, val }) => [
      'id',
      'title',
      'eventDate',
      'eventTime',
      'endDate',
      'eventLocation',
      'status',
      fn<string>('substr', ['description', val(1), val(FOUND_CHARACTERS)]).as('text'),
    ])
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id, title, text, ...event }) => {
    const status = findStatusWords(event)?.word;
    const when = `${formatEventDate(event.eventDate, timeZone)}, ${describeTime(event, timeZone)}`;
    return {
      id,
      title,
      text: plainTextOf(text),
      href: `/events/${id}`,
      facts: [...(status ? [status] : []), when, event.eventLocation],
    };
  });
}

/** The rows of the sitemap. */
export function selectEventPages(db: ReadDb) {
  return db.selectFrom('event').select(['id', 'title', 'updatedAt', 'eventDate']);
}

/** How many events begin in the next 7 days, today included. */
export async function findEventsOfWeek({ read, now, town }: FacetContext): Promise<CurrentItems | undefined> {
  const { from, until = Infinity } = rangeOf('week', now, town.timeZone);
  const { count } = await read
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('eventDate', '>=', from)
    .where('eventDate', '<', until)
    .executeTakeFirstOrThrow();
  if (Number(count) === 0) return undefined;
  return {
    text: `${new Intl.NumberFormat(town.locale).format(Number(count))} this week`,
    href: eventsPathOf({ when: 'week' }),
  };
}

/** How many of the next events are read for their places. */
const EVENTS_FOR_PLACES = 200;
const MOST_PLACES = 40;

/** The places of the next events on or after `from` (UTC epoch milliseconds), earliest first. */
export async function listLocations(db: ReadDb, from: number): Promise<string[]> {
  const rows = await db
    .selectFrom('event')
    .select('eventLocation')
    .where('eventDate', '>=', from)
    .orderBy('eventDate')
    .orderBy('id')
    .limit(EVENTS_FOR_PLACES)
    .execute();
  return [...new Set(rows.map(({ eventLocation }) => eventLocation))].slice(0, MOST_PLACES);
}

/** The share image of an event. */
export async function findEventPicture(
  { read, town }: FacetContext,
  id: string,
): Promise<PictureWords | undefined> {
  const event = await findEvent(read, id);
  if (!event) return undefined;
  const when = `${formatLongDate(event.eventDate, town)}, ${describeTime(event, town.timeZone)}`;
  const foot = `${when} — ${event.eventLocation}`;
  return { headline: statedTitleOf(event), foot, image: imageOf(event), picture: pictureOf(event) };
}

/** How many dates are named, the last one among them. */
const MOST_NAMED = 5;

/** What a form says of a published event: the dates of its series, and what calendars show if it has no hour. */
export async function describePublished(db: ReadDb, id: string, clock: TownClock): Promise<string> {
  const event = await db
    .selectFrom('event')
    .select(['seriesId', 'eventDate', 'eventTime', 'endDate', 'allDay'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!event) return '';
  const dates = await db
    .selectFrom('event')
    .select('eventDate')
    .where('seriesId', '=', event.seriesId)
    .orderBy('eventDate')
    .execute();
  const parts = [
    sayDates(
      dates.map(({ eventDate }) => formatDayParts(eventDate, clock).monthDay),
      clock.locale,
    ),
    sayHour({ ...event, allDay: Boolean(event.allDay) }, clock.timeZone),
  ];
  return parts.filter(Boolean).join(' ');
}

function sayDates(days: string[], locale: string): string {
  if (days.length < 2) return '';
  const first = days.length > MOST_NAMED ? days.slice(0, MOST_NAMED - 1) : days;
  const more = days.length - first.length;
  const named = more === 0 ? days : [...first, `${more} more until ${days.at(-1)}`];
  return `${days.length} dates: ${new Intl.ListFormat(locale).format(named)}.`;
}

function sayHour(event: Dates, zone: string): string {
  const isUnclear =
    eventSpanOf(event, zone).allDay && !event.allDay && !parseEventTime(event.eventTime).allDay;
  return isUnclear
    ? `“${event.eventTime}” is not an hour, so calendars show the event for the whole day.`
    : '';
}

/** The maximum number of events in a calendar, so that it stays below the megabyte that calendar programs accept. */
const MOST_UPCOMING = 400;
const MOST_PAST = 80;

/** How much of a description a calendar needs. */
const MOST_HTML = 4000;

const seriesColumns = ['recurrence', 'seriesId', 'recurrenceId', 'seriesStart'] as const;
const calendarColumns = [...cardFields, ...seriesColumns, 'version', 'updatedAt'] as const;

/** `from` is the town's midnight, `since` an earlier one. */
type CalendarRequest = {
  from: number;
  since: number;
  place?: string | undefined;
  /** The name of a body, whose meetings alone are wanted. */
  body?: string | undefined;
};

/**
 * Events for a calendar, soonest first: at most 400 on or after `from`, at most 80 before it, and at most 20 that began
 * before `since` and continue; with `place` only those with that eventLocation. Descriptions are cut.
 */
export function listCalendarEvents(db: ReadDb, request: CalendarRequest): Promise<CalendarEvent[]> {
  return inSnapshot(db, (read) => listCalendar(read, request));
}

async function listCalendar(
  db: ReadDb,
  { from, since, place, body }: CalendarRequest,
): Promise<CalendarEvent[]> {
  const all = calendarRows(db).$if(body !== undefined, (query) =>
    query.where('meetingBody', '=', String(body)),
  );
  const here = place === undefined ? all : all.where('eventLocation', '=', place);
  const [coming, past, ongoing] = await Promise.all([
    here.where('eventDate', '>=', from).orderBy('eventDate').orderBy('id').limit(MOST_UPCOMING).execute(),
    lastBegun(here.where('eventDate', '>=', since), from)
      .limit(MOST_PAST)
      .execute(),
    db
      .selectFrom(lastBegun(all.where(isLong), since).as('step'))
      .select([...calendarColumns, 'description'])
      .where('endDate', '>', from)
      .$if(place !== undefined, (query) => query.where('eventLocation', '=', String(place)))
      .limit(2 * MOST_ONGOING)
      .execute(),
  ]);
  return [...ongoing, ...past, ...coming].sort(compareDates).map(fromRow);
}

/** The events with these ids for a calendar, soonest first; ids without an event are left out. */
export async function listCalendarEventsById(db: ReadDb, ids: string[]): Promise<CalendarEvent[]> {
  if (ids.length === 0) return [];
  const rows = await calendarRows(db).where('id', 'in', ids).execute();
  return rows.sort(compareDates).map(fromRow);
}

function calendarRows(db: ReadDb) {
  return db
    .selectFrom('event')
    .select(calendarColumns)
    .select((eb) => eb.fn<string>('substr', ['description', eb.lit(1), eb.lit(MOST_HTML)]).as('description'));
}

function compareDates(one: { eventDate: number; id: string }, other: { eventDate: number; id: string }) {
  return one.eventDate - other.eventDate || (one.id < other.id ? -1 : 1);
}
