import { type Kysely, sql } from 'kysely';
import { type CollectionName, collectionNames } from '#app/content/item-schema.ts';
import { itemTables } from '#app/content/item-store.server.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { inTransaction } from '#app/database/transaction.ts';
import { keepRemovedItems } from './removed-item-store.server.ts';
import { takeSampleLinks } from './sample-links.server.ts';

// biome-ignore lint/suspicious/noExplicitAny: one statement for five tables
type AnyDb = Kysely<any>;

/** How many unedited items of the sample town are on the site: those that `removeSampleTown` removes. */
export async function countSampleItems(db: ReadDb): Promise<number> {
  let count = 0;
  for (const name of collectionNames) {
    const row = await untouched(db, name)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    count += Number(row.count);
  }
  return count;
}

/**
 * Removes the sample town in one transaction, with its votes and its links in the footer, and returns how many items
 * were removed. Edited and new items stay. Removed items are stored for `undoRemoval`, in place of those of an earlier
 * removal.
 */
export function removeSampleTown(db: WriteDb, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('removed_item').execute();
    for (const name of collectionNames)
      await keepRemovedItems(transaction, name, () => untouched(transaction, name), now);
    await takeSampleLinks(transaction, now);
    return discardSampleItems(transaction);
  });
}

/** The same without undo, and without the links: to make room for the current version of the sample town. */
export function discardSampleItems(db: WriteDb): Promise<number> {
  return inTransaction(db, async (transaction) => {
    let removed = 0;
    for (const name of collectionNames) {
      const result = await (transaction as AnyDb)
        .deleteFrom(itemTables[name])
        .where('id', 'in', untouched(transaction, name).select('id'))
        .executeTakeFirst();
      removed += Number(result.numDeletedRows);
    }
    await transaction.deleteFrom('sample_item').execute();
    return removed;
  });
}

/** The samples that were not saved by a user since they were loaded. Closing a poll does not count. */
function untouched(db: ReadDb, name: CollectionName) {
  const untouchedVersion =
    name === 'polls' ? sql`1 + (select count(*) from poll_closing where "pollId" = poll.id)` : 1;
  return (db as unknown as AnyDb)
    .selectFrom(itemTables[name])
    .where('version', '=', untouchedVersion)
    .where('id', 'in', db.selectFrom('sample_item').select('sample_item.id').where('collection', '=', name));
}
