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
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { formatEventDate, formatLongDate } from '#app/platform/time/town-time.ts';
import { imageOf, pictureOf } from './event.ts';
import { eventsPathOf, rangeOf } from './event-filter.ts';
import { findStatusWords, statedTitleOf } from './event-status.ts';
import { eventColumns, findEvent, fromRow } from './event-store.server.ts';
import { describeTime } from './event-time.ts';

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
  return rows.map((row) => withPastDate(fromRow(row), now));
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
