import type { WriteDb } from '#app/database/handles.ts';
import { indexStaleItems } from '#app/search-index/index-items.server.ts';
import { type OnProgress, throwIfStopped } from './backup-trouble.ts';

type Indexing = { signal?: AbortSignal | undefined; onProgress?: OnProgress | undefined };

/** Indexes everything for search in a town that was built from rows, before anyone uses it. */
export async function indexTown(db: WriteDb, { signal, onProgress }: Indexing): Promise<void> {
  await indexStaleItems(db, {
    ...(signal && { signal }),
    onProgress: (done, total) => onProgress?.('items indexed', done, total),
  });
  throwIfStopped(signal);
}
