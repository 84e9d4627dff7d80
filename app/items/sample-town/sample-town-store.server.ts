import { type Kysely, sql } from 'kysely';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { openFirstSteps } from '#app/town/first-steps-state.server.ts';
import { takeSampleLinks } from './sample-links.server.ts';
import { forgetRemoval, keepSampleItems } from './sample-removal.server.ts';

// biome-ignore lint/suspicious/noExplicitAny: one statement for all tables
type AnyDb = Kysely<any>;

/** How many unedited items of the sample town are on the site: those that `removeSampleTown` removes. */
export async function countSampleItems(db: ReadDb, collections: Collections): Promise<number> {
  const counts = Object.values(await countSampleKinds(db, collections));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The same by collection: `{ articles: 44, … }`. */
export async function countSampleKinds(
  db: ReadDb,
  collections: Collections,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const collection of Object.values(collections)) {
    const row = await untouched(db, collection)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    counts[collection.name] = Number(row.count);
  }
  return counts;
}

/** Whether there is anything for `removeSampleTown` to remove, at the cost of one query if there never was. */
export async function hasSampleItems(db: ReadDb, collections: Collections): Promise<boolean> {
  const [loaded] = await db.selectFrom('sample_item').select('id').limit(1).execute();
  if (!loaded) return false;
  for (const collection of Object.values(collections)) {
    const [found] = await untouched(db, collection).select('id').limit(1).execute();
    if (found) return true;
  }
  return false;
}

/** The same items, as '<collection>/<id>'. */
export async function listSampleKeys(db: ReadDb, collections: Collections): Promise<Set<string>> {
  const keys = new Set<string>();
  if (!(await hasSampleItems(db, collections))) return keys;
  for (const collection of Object.values(collections)) {
    const rows = await untouched(db, collection).select('id').execute();
    for (const { id } of rows) keys.add(`${collection.name}/${id}`);
  }
  return keys;
}

/**
 * Removes the sample town in one transaction, with its votes and its links in the footer, and returns how many items
 * were removed. Edited and new items stay. Removed items are stored for `undoRemoval`, replacing those of an earlier
 * removal.
 */
export function removeSampleTown(db: WriteDb, collections: Collections, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await forgetRemoval(transaction);
    for (const collection of Object.values(collections)) {
      const items = await untouched(transaction, collection).select('id').orderBy('id').execute();
      const ids = items.map(({ id }) => String(id));
      await keepSampleItems(transaction, collection, ids, now);
    }
    await takeSampleLinks(transaction, now);
    await openFirstSteps(transaction);
    return discardSampleItems(transaction, collections);
  });
}

/** The same without undo, and without the links: to make room for the current version of the sample town. */
export function discardSampleItems(db: WriteDb, collections: Collections): Promise<number> {
  return inTransaction(db, async (transaction) => {
    let removed = 0;
    for (const collection of Object.values(collections)) {
      const result = await (transaction as AnyDb)
        .deleteFrom(collection.source.table)
        .where('id', 'in', untouched(transaction, collection).select('id'))
        .executeTakeFirst();
      removed += Number(result.numDeletedRows);
    }
    await transaction.deleteFrom('sample_item').execute();
    return removed;
  });
}

/** The sample items that no user has saved since they were loaded. Closing a poll does not count. */
function untouched(db: ReadDb, { name, source, store: { untouchedVersion = sql`1` } }: Collection) {
  return (db as unknown as AnyDb)
    .selectFrom(source.table)
    .where('version', '=', untouchedVersion)
    .where('id', 'in', db.selectFrom('sample_item').select('sample_item.id').where('collection', '=', name));
}
