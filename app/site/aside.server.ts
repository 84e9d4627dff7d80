import type { ReadDb } from '#app/database/handles.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';
import type { EventCard } from '#app/events/event.ts';
import { listUpcomingEvents } from '#app/events/event-store.server.ts';
import { pastFrom } from '#app/events/event-time.ts';
import { listCurrentPolls, type PollTeaser } from '#app/polls/public-polls.server.ts';
import { daysBetween, startOfToday, townDayOf } from '#app/time/town-time.ts';
import type { AsideFacts } from './aside.tsx';

/** Parts depend on the time. */
export type AsideSources = { events: EventCard[]; polls: PollTeaser[] };

const EVENTS = 3;
const WEEK = 7;
/** Today's ended events are skipped, so a day may have fewer. */
const MOST_READ = 60;

/**
 * The boxes next to lists: the next events from the town's today on, ended or not, and polls that are not closed, open
 * or not.
 */
export async function loadAside(
  read: ReadDb,
  { now, zone }: { now: number; zone: string },
): Promise<AsideSources> {
  return inSnapshot(read, async (db) => ({
    events: (await listUpcomingEvents(db, startOfToday(now, zone), { limit: MOST_READ })).items,
    polls: await listCurrentPolls(db, now),
  }));
}

/** The next three events that have not ended, and the instant at which they change (UTC epoch milliseconds). */
export function chooseNextEvents(
  events: EventCard[],
  { now, zone }: { now: number; zone: string },
): Pick<AsideFacts, 'events' | 'thisWeek'> & { until: number } {
  // One by one: computing when an event is over costs 10 µs, and only the first few count.
  const next = events
    .values()
    .map((event) => ({ event, past: pastFrom(event, zone) }))
    .filter(({ past }) => past > now)
    .take(EVENTS)
    .toArray();
  const today = townDayOf(now, zone);
  return {
    events: next.map(({ event }) => event),
    thisWeek: next.every(({ event }) => daysBetween(today, townDayOf(event.eventDate, zone)) < WEEK),
    until: Math.min(...next.map(({ past }) => past)),
  };
}
