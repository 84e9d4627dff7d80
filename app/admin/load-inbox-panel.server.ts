import { capitalize } from '#app/collection/capitalize.ts';
import type { Visit } from '#app/context.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { countWaiting, listNewestWaiting } from '#app/drafts/inbox-entries.server.ts';
import { formatShortDate, formatTime, machineTimeOf, townDayOf } from '#app/time/town-time.ts';

/** What the Overview shows of the inbox: how many decisions wait, and those that arrived last. */
export type InboxOverview = { count: number; newest: NewestEntry[] };

type NewestEntry = {
  key: string;
  section: string;
  kind: string;
  title: string;
  source: string;
  when: string;
  machineTime: string;
};

const MOST = 3;

export async function loadInboxPanel(
  { collections, town, now }: Pick<Visit, 'collections' | 'town' | 'now'>,
  db: ReadDb,
): Promise<InboxOverview> {
  const newest = await listNewestWaiting(db, now, MOST);
  const today = townDayOf(now, town.timeZone);
  return {
    count: newest.length < MOST ? newest.length : await countWaiting(db, now),
    newest: newest.map(({ stack, collection, title, source, receivedAt }) => {
      const at = Number(receivedAt);
      const isToday = townDayOf(at, town.timeZone) === today;
      return {
        key: stack,
        section: collection,
        kind: capitalize(collections[collection]?.singular ?? collection),
        title,
        source,
        when: `${isToday ? 'Today' : formatShortDate(at, town)}, ${formatTime(at, town)}`,
        machineTime: machineTimeOf(at, town.timeZone),
      };
    }),
  };
}
