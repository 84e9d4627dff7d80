import { listBatch } from '#app/items/trash/trash-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';

/** What was just deleted and can be restored: `batch` identifies all of it, `title` is that of a single item. */
export type DeletedItems = { batch: string; count: number; title: string };

/** The items of a batch that are still in the trash; null if there are none. */
export async function findDeleted(
  db: ReadDb,
  batch: string | null,
  now: number,
): Promise<DeletedItems | null> {
  if (!batch) return null;
  const entries = await listBatch(db, batch, now);
  const [first] = entries;
  return first ? { batch, count: entries.length, title: first.title.trim() || 'Untitled' } : null;
}
