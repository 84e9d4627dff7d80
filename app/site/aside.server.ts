import type { ReadDb } from '#app/database/handles.ts';
import { listUpcomingEvents } from '#app/events/event-store.server.ts';
import { findNewestPoll } from '#app/polls/poll-store.server.ts';
import { daysBetween, startOfToday, townDayOf } from '#app/time/town-time.ts';
import type { AsideFacts } from './aside.tsx';

const EVENTS = 3;
const WEEK = 7;

/** What stands beside the lists: the next events from the town's today on, and the newest poll; both may be missing. */
export async function loadAside(
  read: ReadDb,
  { now, zone }: { now: number; zone: string },
): Promise<AsideFacts> {
  const [{ items: events }, poll] = await Promise.all([
    listUpcomingEvents(read, startOfToday(now, zone), { limit: EVENTS }),
    findNewestPoll(read),
  ]);
  const today = townDayOf(now, zone);
  const thisWeek = events.every((event) => daysBetween(today, townDayOf(event.eventDate, zone)) < WEEK);
  return { events, thisWeek, poll };
}
