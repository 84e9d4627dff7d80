/** What an item that waits can be merged into. */
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { containsText } from '#app/platform/database/lists/contains-text.ts';
import type { InboxEntryRow } from '#app/platform/database/tables/tables.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { startOfToday, startOfTomorrow } from '#app/platform/time/town-time.ts';

export type Candidate = { id: string; title: string; isWaiting: boolean };

/** The most of each kind. */
const MOST = 20;

type Asked = { q: string; collections: Collections; zone: string };

/**
 * Other items of the same collection, those that wait first. With words, those with them in the title; otherwise events
 * of the same day in the town, and the latest stories.
 */
export async function listCandidates(
  db: ReadDb,
  entry: InboxEntryRow,
  { q, collections, zone }: Asked,
): Promise<Candidate[]> {
  const { source } = collections[entry.collection] as Collection;
  const isEvent = entry.startAt !== null;
  const at = entry.startAt ?? 0;
  const day = [startOfToday(at, zone), startOfTomorrow(at, zone)] as const;
  const waiting = await db
    .selectFrom('inbox_entry')
    .select(['itemId as id', 'title'])
    .where('collection', '=', entry.collection)
    .where('kind', 'in', ['new', 'suggestion'])
    .where('itemId', '<>', entry.itemId)
    .$if(q !== '', (entries) => entries.where(containsText('title', q)))
    .$if(q === '' && isEvent, (entries) =>
      entries.where('startAt', '>=', day[0]).where('startAt', '<', day[1]),
    )
    .orderBy('receivedAt', 'desc')
    .limit(MOST)
    .execute();
  const date = isEvent ? 'eventDate' : 'pubDate';
  const published = (await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select(['id', 'title'])
    .$if(q !== '', (items) => items.where(containsText('title', q)))
    .$if(q === '' && isEvent, (items) => items.where(date, '>=', day[0]).where(date, '<', day[1]))
    .orderBy(date, 'desc')
    .limit(MOST)
    .execute()) as { id: string; title: string }[];
  return [
    ...waiting.map((one) => ({ ...one, isWaiting: true })),
    ...published.map((one) => ({ ...one, isWaiting: false })),
  ];
}
