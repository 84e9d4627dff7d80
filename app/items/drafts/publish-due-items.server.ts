import type { Collections } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { listDue } from './item-version-store.server.ts';

const BATCH_SIZE = 200;

/** Whether there are due items that are not public yet. */
export async function hasDueItems(db: ReadDb, now: number): Promise<boolean> {
  return (await listDue(db, now, 1)).length > 0;
}

/**
 * Publishes every item that is due at `now`, until the signal fires. An item that fails stays scheduled and does not
 * block the others; the first error is thrown at the end.
 */
export async function publishDueItems(
  db: WriteDb,
  collections: Collections,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  // Those that stay scheduled come first in the list again.
  let left = 0;
  for (;;) {
    const limit = BATCH_SIZE + left;
    const due = await listDue(db, now, limit);
    left = 0;
    for (const { collection, id } of due) {
      if (signal?.aborted) return;
      try {
        if (await collections[collection]?.store.unpublished?.publish(db, id, now)) continue;
      } catch (error) {
        failures.push(error);
      }
      left++;
    }
    if (due.length < limit) break;
  }
  if (failures.length > 0) throw failures[0];
}
