import type { ReadDb } from '#app/database/handles.ts';
import { listUpcomingEvents } from '#app/events/event-store.server.ts';
import { listCurrentPolls, type PollTeaser } from '#app/polls/public-polls.server.ts';
import { daysBetween, startOfToday, townDayOf } from '#app/time/town-time.ts';
import type { AsideFacts } from './aside.tsx';

/** What is shown of it depends on the moment. */
export type AsideSources = Pick<AsideFacts, 'events' | 'thisWeek'> & { polls: PollTeaser[] };

const EVENTS = 3;
const WEEK = 7;

/** What stands beside the lists: the next events from the town's today on, and polls that are not over, open or not. */
export async function loadAside(
  read: ReadDb,
  { now, zone }: { now: number; zone: string },
): Promise<AsideSources> {
  const [{ items: events }, polls] = await Promise.all([
    listUpcomingEvents(read, startOfToday(now, zone), { limit: EVENTS }),
    listCurrentPolls(read, now),
  ]);
  const today = townDayOf(now, zone);
  const thisWeek = events.every((event) => daysBetween(today, townDayOf(event.eventDate, zone)) < WEEK);
  return { events, thisWeek, polls };
}
