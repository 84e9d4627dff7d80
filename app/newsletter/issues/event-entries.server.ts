import type { EventCard } from '#app/events/event.ts';
import { changesOf, findStatusWords } from '#app/events/event-status.ts';
import { listEventsBetween } from '#app/events/event-store.server.ts';
import { describeTime, pastFrom } from '#app/events/event-time.ts';
import { listWithAgenda } from '#app/events/meetings/meeting-store.server.ts';
import { hasVanished } from '#app/items/provenance/item-changes.server.ts';
import { type Credit, listCredits } from '#app/items/provenance/source-item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  formatDayParts,
  formatEventDate,
  startOfToday,
  townDayOf,
  townTimeInDays,
} from '#app/platform/time/town-time.ts';
import { bodiesOf } from '#app/town/bodies.ts';
import type { Town } from '#app/town/town.ts';
import type { Block, EventDay, EventEntry } from './edition.ts';

/** The maximum number of events in an issue. */
const MOST_EVENTS = 25;

/** From `at` (UTC epoch milliseconds) on, for `ahead` days of the town; events with these ids are left out. */
type ComingUp = { town: Town; at: number; ahead: number; out: ReadonlySet<string> };

type EventsBlock = Extract<Block, { kind: 'events' }>;

/**
 * The events of the days ahead that are not over, by day, those that began before and continue on the first day.
 * Canceled ones are listed as such. Undefined without events.
 */
export async function findComingUp(db: ReadDb, request: ComingUp): Promise<EventsBlock | undefined> {
  const { town, at, out } = request;
  const { from, until } = spanOf(request);
  const { events: found } = await listEventsBetween(db, { from, until });
  const events = found.filter((event) => !out.has(event.id) && pastFrom(event, town.timeZone) > at);
  const shown = events.slice(0, MOST_EVENTS);
  if (shown.length === 0) return undefined;
  const credits = await listCredits(
    db,
    'events',
    shown.map(({ id }) => id),
  );
  const meetings = bodiesOf(town).length > 0 ? shown.map(({ id }) => id) : [];
  const withAgenda = await listWithAgenda(db, meetings);
  const byDay = Map.groupBy(shown, ({ eventDate }) => townDayOf(Math.max(eventDate, from), town.timeZone));
  const days = [...byDay].map(([day, ofDay]): EventDay => {
    const {
      month,
      day: number,
      weekday,
      monthDay,
    } = formatDayParts(Math.max(ofDay[0]?.eventDate ?? 0, from), town);
    const entries = ofDay.map((event) =>
      entryOf(event, credits.get(event.id) ?? [], { town, from, hasAgenda: withAgenda.has(event.id) }),
    );
    return { day, weekday, month, number, date: monthDay, events: entries };
  });
  return { kind: 'events', title: 'Coming up', path: '/events', days, more: events.length - shown.length };
}

function spanOf({ town, at, ahead }: Omit<ComingUp, 'out'>) {
  return {
    from: startOfToday(at, town.timeZone),
    until: townTimeInDays(at, ahead, '00:00', town.timeZone),
  };
}

function entryOf(
  event: EventCard,
  credits: Credit[],
  { town, from, hasAgenda }: { town: Town; from: number; hasAgenda: boolean },
): EventEntry {
  const { id, title, eventLocation } = event;
  const words = findStatusWords(event);
  const isUnconfirmed = credits.length > 0 && hasVanished(credits);
  return {
    collection: 'events',
    id,
    title,
    path: `/events/${id}`,
    source: credits[0]?.name ?? null,
    ...timesOf(event, town, from),
    place: eventLocation,
    status: words?.word ?? (isUnconfirmed ? 'Unconfirmed' : null),
    // The mark says already that it is canceled.
    note:
      event.status === 'cancelled'
        ? (event.statusNote ?? '')
        : [changesOf(event, town), hasAgenda ? 'The agenda is posted.' : ''].filter(Boolean).join(' '),
  };
}

function timesOf(event: EventCard, { timeZone }: Town, from: number): Pick<EventEntry, 'when' | 'time'> {
  const { eventDate, endDate } = event;
  if (eventDate < from && endDate !== null) {
    const until = `until ${formatEventDate(endDate - 1, timeZone)}`;
    return { when: until, time: until };
  }
  const time = describeTime(event, timeZone);
  return { when: `${formatEventDate(eventDate, timeZone)}, ${time}`, time };
}
