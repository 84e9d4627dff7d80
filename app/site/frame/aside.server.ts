import type { EventCard } from '#app/events/event.ts';
import { listUpcomingEvents } from '#app/events/event-store.server.ts';
import { pastFrom } from '#app/events/event-time.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { daysBetween, startOfToday, townDayOf } from '#app/platform/time/town-time.ts';
import { listCurrentPolls, type PollTeaser } from '#app/polls/poll-listings.server.ts';
import type { AsideFacts } from './aside.tsx';

/** `past`: the instant from which the event no longer counts as upcoming (UTC epoch milliseconds). */
type NextEvent = { event: EventCard; past: number; isThisWeek: boolean };

/** Parts depend on the time. */
export type AsideSources = { events: NextEvent[]; polls: PollTeaser[] };

const EVENTS = 3;
const WEEK = 7;
/** Today's ended events are skipped, so a day may have fewer. */
const MOST_READ = 60;

/**
 * The boxes next to lists, as of a day: the next events from the town's today on, ended or not, and polls that are not
 * closed, open or not.
 */
export async function loadAside(
  read: ReadDb,
  { now, zone }: { now: number; zone: string },
): Promise<AsideSources> {
  const today = townDayOf(now, zone);
  return inSnapshot(read, async (db) => {
    const { items } = await listUpcomingEvents(db, startOfToday(now, zone), { limit: MOST_READ });
    const events = items.map((event) => ({
      event,
      past: pastFrom(event, zone),
      isThisWeek: daysBetween(today, townDayOf(event.eventDate, zone)) < WEEK,
    }));
    return { events, polls: await listCurrentPolls(db, now) };
  });
}

/** The next three events that have not ended, and the instant at which they change (UTC epoch milliseconds). */
export function chooseNextEvents(
  events: NextEvent[],
  now: number,
): Pick<AsideFacts, 'events' | 'thisWeek'> & { until: number } {
  const next = events.filter(({ past }) => past > now).slice(0, EVENTS);
  return {
    events: next.map(({ event }) => event),
    thisWeek: next.every(({ isThisWeek }) => isThisWeek),
    until: Math.min(...next.map(({ past }) => past)),
  };
}
