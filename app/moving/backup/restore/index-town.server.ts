import { type OnProgress, throwIfStopped } from '#app/moving/backup/backup-error.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';

type Indexing = {
  /** All collections of the town. */
  textSources: TextSource[];
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
};

/** Indexes everything for search in a town that was built from rows, before anyone uses it. */
export async function indexTown(db: WriteDb, { textSources, signal, onProgress }: Indexing): Promise<void> {
  await indexStaleItems(db, textSources, {
    ...(signal && { signal }),
    onProgress: (done, total) => onProgress?.('items indexed', done, total),
  });
  throwIfStopped(signal);
}
