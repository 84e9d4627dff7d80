/** Undoes the removal of the sample town, which stays in the trash for a day as one batch. */
import { randomUUID } from 'node:crypto';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { openRowKeeper } from '#app/items/trash/kept-rows.server.ts';
import { keepInTrash } from '#app/items/trash/move-to-trash.server.ts';
import { restoreEntry } from '#app/items/trash/restore-trash.server.ts';
import { listBatch, SAMPLE_BATCH } from '#app/items/trash/trash-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { LINKS_OF, returnSampleLinks, sampleEntryOf } from './sample-links.server.ts';

/** A removal that can still be undone: its time (UTC epoch milliseconds) and the number of items. */
export type Removal = { removedAt: number; items: number };

export async function findRemoval(db: ReadDb, now: number): Promise<Removal | undefined> {
  const entries = await listItems(db, now);
  return entries[0] && { removedAt: entries[0].removedAt, items: entries.length };
}

async function listItems(db: ReadDb, now: number) {
  return (await listBatch(db, SAMPLE_BATCH, now)).filter(({ collection }) => collection !== LINKS_OF);
}

/** Stores these items, which are still in their tables, for `undoRemoval`; in the caller's transaction. */
export async function keepSampleItems(
  db: WriteDb,
  collection: Collection,
  ids: string[],
  removedAt: number,
): Promise<void> {
  const keeper = await openRowKeeper(db);
  for (const itemId of ids)
    await keepInTrash(db, collection, keeper, { ...sampleEntryOf(randomUUID(), removedAt), itemId });
}

/** Deletes an earlier removal, which can then no longer be undone. */
export async function forgetRemoval(db: WriteDb): Promise<void> {
  await db.deleteFrom('trash_item').where('batch', '=', SAMPLE_BATCH).execute();
}

/**
 * Restores what the last removal took, if that is less than a day ago, and returns how many items were restored. An id
 * that is in use again is left alone.
 */
export function undoRemoval(db: WriteDb, collections: Collections, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const entries = await listItems(transaction, now);
    if (entries.length === 0) return 0;
    const keeper = await openRowKeeper(transaction);
    let restored = 0;
    for (const entry of entries) {
      const outcome = await restoreEntry(transaction, collections, entry, { now, keeper });
      if (outcome?.kind === 'restored') restored++;
    }
    await returnSampleLinks(transaction);
    await forgetRemoval(transaction);
    return restored;
  });
}
