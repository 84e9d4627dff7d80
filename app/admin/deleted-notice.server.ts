import type { ReadDb } from '#app/database/handles.ts';
import { listBatch } from '#app/drafts/trash-store.server.ts';

/** What was just deleted and can be restored: `batch` is the name of it all, `title` that of a single item. */
export type DeletedItems = { batch: string; count: number; title: string };

/** What is still in the trash of what was deleted at once; null when there is nothing. */
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
