/** Reports of readers end when an item is edited accordingly, or is gone. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { syncCheck } from './checked-item-store.server.ts';
import { readTopic, type Topic } from './report-topics.ts';

type Input = Record<string, unknown>;
type Place = { collection: string; itemId: string };

/**
 * Takes reports out of the inbox that a save has dealt with: it changed what they are about. In the caller's
 * transaction; `before` and `after` are the input of the public item.
 */
export async function endReports(
  db: WriteDb,
  place: Place,
  { before, after }: { before: Input; after: Input },
): Promise<void> {
  const entries = await listReported(db, place);
  if (entries.length === 0) return;
  const changed = Object.keys({ ...before, ...after }).filter(
    (field) => JSON.stringify(before[field] ?? null) !== JSON.stringify(after[field] ?? null),
  );
  const ended = entries.filter(({ topic }) => {
    const known = readTopic(topic);
    return known !== undefined && changed.some((field) => topicOf(field) === known);
  });
  await end(db, place, ended);
}

/** Takes all reports about an item out of the inbox, because it is deleted; in the caller's transaction. */
export async function forgetReports(db: WriteDb, place: Place): Promise<void> {
  const entries = await listReported(db, place);
  if (entries.length > 0) await end(db, place, entries);
}

function listReported(db: ReadDb, { collection, itemId }: Place) {
  return db
    .selectFrom('inbox_entry')
    .select(['id', 'topic'])
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('kind', '=', 'report')
    .execute();
}

async function end(db: WriteDb, place: Place, entries: { id: string }[]): Promise<void> {
  if (entries.length === 0) return;
  const ids = entries.map(({ id }) => id);
  await db.deleteFrom('inbox_entry').where('id', 'in', ids).execute();
  await db.updateTable('reader_report').set({ outcome: 'edited' }).where('entry', 'in', ids).execute();
  await syncCheck(db, place);
}

const topicsOfFields: Readonly<Record<string, Topic>> = {
  eventDate: 'time',
  eventTime: 'time',
  endDate: 'time',
  allDay: 'time',
  openingHours: 'time',
  eventLocation: 'place',
  address: 'place',
  link: 'link',
  website: 'link',
  status: 'cancelled',
};

/** What readers report about a field; what is not named is something else. */
function topicOf(field: string): Topic {
  return topicsOfFields[field] ?? 'other';
}
