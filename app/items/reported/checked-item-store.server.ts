/** Which public items are being checked, because several readers independently reported that something is wrong. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { Remember } from '#app/platform/database/memory.server.ts';
import { readTopic, topicWords } from './report-topics.ts';

type Place = { collection: string; itemId: string };

/** As many readers in different networks that say the same, or about the same item, make readers see that it is checked. */
const ENOUGH_READERS = 3;

type Check = { topic: string | null; readers: number };

/** More are not marked: as many reports can't wait. */
const MOST_MARKED = 500;

/** All items that are being checked, which many pages share: there is rarely one. */
function loadChecks(remember: Remember): Promise<Map<string, Check>> {
  return remember('items being checked', async (db) => {
    const rows = await db
      .selectFrom('checked_item')
      .select(['collection', 'itemId', 'topic', 'readers'])
      .limit(MOST_MARKED)
      .execute();
    return new Map(rows.map(({ collection, itemId, ...check }) => [`${collection}/${itemId}`, check]));
  });
}

/** What readers say about an item that is being checked, as a sentence; null unless it is. */
export async function findDoubt(
  remember: Remember,
  collection: string,
  itemId: string,
): Promise<string | null> {
  const check = (await loadChecks(remember)).get(`${collection}/${itemId}`);
  if (!check) return null;
  const topic = readTopic(check.topic ?? 'other') ?? 'other';
  return `${countWords(check.readers)} readers say that ${topicWords(collection, topic).said}.`;
}

/** Tells of each item of a collection whether it is being checked. */
export async function findChecked(
  remember: Remember,
  collection: string,
): Promise<(itemId: string) => boolean> {
  const checks = await loadChecks(remember);
  return (itemId) => checks.has(`${collection}/${itemId}`);
}

/**
 * Marks an item as being checked, or ends that, as its open reports say; in the caller's transaction. Writes nothing if
 * that is so already: each write makes pages outdated.
 */
export async function syncCheck(db: WriteDb, { collection, itemId }: Place): Promise<void> {
  const before = await findCheck(db, { collection, itemId });
  const after = await judge(db, { collection, itemId });
  if (before?.topic === after?.topic && before?.readers === after?.readers) return;
  if (!after) {
    await db
      .deleteFrom('checked_item')
      .where('collection', '=', collection)
      .where('itemId', '=', itemId)
      .execute();
    return;
  }
  await db
    .insertInto('checked_item')
    .values({ collection, itemId, ...after })
    .onConflict((conflict) => conflict.columns(['collection', 'itemId']).doUpdateSet(after))
    .execute();
}

function findCheck(db: ReadDb, { collection, itemId }: Place) {
  return db
    .selectFrom('checked_item')
    .select(['topic', 'readers'])
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
}

/** A report is open while its entry waits in the inbox. */
async function judge(
  db: ReadDb,
  { collection, itemId }: Place,
): Promise<{ topic: string | null; readers: number } | undefined> {
  const reports = await db
    .selectFrom('inbox_entry')
    .innerJoin('reader_report', 'reader_report.entry', 'inbox_entry.id')
    .select(['reader_report.topic', 'reader_report.network'])
    .where('inbox_entry.collection', '=', collection)
    .where('inbox_entry.itemId', '=', itemId)
    .where('inbox_entry.kind', '=', 'report')
    .execute();
  const byTopic = Map.groupBy(reports, ({ topic }) => topic);
  const counted = [...byTopic].map(([topic, own]) => ({ topic, readers: countNetworks(own) }));
  const [most] = counted.toSorted((one, other) => other.readers - one.readers);
  if (most && most.readers >= ENOUGH_READERS) return most;
  const readers = countNetworks(reports);
  return readers >= ENOUGH_READERS ? { topic: null, readers } : undefined;
}

/** Several reports from one network count once. */
function countNetworks(reports: { network: string }[]): number {
  return new Set(reports.map(({ network }) => network)).size;
}

const numbers = ['', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'];

function countWords(count: number): string {
  return numbers[count] ?? String(count);
}
