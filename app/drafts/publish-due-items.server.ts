import type { Collection } from '#app/content/collection.server.ts';
import type { CollectionName } from '#app/content/item-schema.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { listDueVersions } from './item-version-store.server.ts';

const BATCH_SIZE = 200;

/** Whether there are due items that are not public yet. */
export async function hasDueItems(db: ReadDb, now: number): Promise<boolean> {
  return (await listDueVersions(db, now, 1)).length > 0;
}

/**
 * Publishes every item that is due at `now`, until the signal fires. One that fails stays where it is and does not
 * block the others; the first error is thrown at the end.
 */
export async function publishDueItems(
  db: WriteDb,
  collections: Record<CollectionName, Collection>,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  for (;;) {
    const due = await listDueVersions(db, now, BATCH_SIZE + failures.length);
    let published = 0;
    for (const { collection, id } of due) {
      if (signal?.aborted) return;
      try {
        if (await collections[collection].waiting?.publish(db, id, now)) published++;
      } catch (error) {
        failures.push(error);
      }
    }
    if (published === 0) break;
  }
  if (failures.length > 0) throw failures[0];
}
