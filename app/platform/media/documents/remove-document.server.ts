import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { IDLE_DAYS } from '#app/platform/media/remove-picture.server.ts';
import type { TextSource } from '#app/platform/search-index/text-sources.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { forgetDocumentRecord } from './document-record.server.ts';
import { lockDocuments, removeDocumentRow } from './document-store.server.ts';
import {
  type DocumentUse,
  listDocumentUses,
  listIdleDocuments,
  recordIdleDocuments,
} from './document-uses.server.ts';

export type DocumentRemoval =
  | { kind: 'removed' }
  | { kind: 'missing' }
  | { kind: 'used'; uses: DocumentUse[] };

/**
 * Removes a document from the library; one that is in use only with `takeAway`, which takes it away from everything that
 * uses it, in the same transaction. From then on its files are not served. They are deleted within two hours by `sweepFiles`.
 */
export function removeDocument(
  db: WriteDb,
  sources: TextSource[],
  id: string,
  takeAway?: (db: WriteDb, uses: DocumentUse[]) => Promise<void>,
): Promise<DocumentRemoval> {
  return inTransaction(db, async (transaction) => {
    if (!(await lockDocuments(transaction, [id], 'update')).has(id)) return { kind: 'missing' };
    const uses = await listDocumentUses(transaction, sources, [id]);
    if (uses.length > 0 && !takeAway) return { kind: 'used', uses };
    await takeAway?.(transaction, uses);
    await forgetDocumentRecord(transaction, id);
    return (await removeDocumentRow(transaction, id)) ? { kind: 'removed' } : { kind: 'missing' };
  });
}

/** The ids of documents that nothing has used for 30 days, the longest unused first. */
export async function listCleanableDocuments(
  db: WriteDb,
  sources: TextSource[],
  now: number,
): Promise<string[]> {
  await recordIdleDocuments(db, now);
  return listIdleDocuments(db, sources, now - IDLE_DAYS * DAY_MS);
}

/** Removes those of the documents that nothing has used for 30 days, and returns their ids. */
export async function cleanUpDocuments(
  db: WriteDb,
  sources: TextSource[],
  ids: string[],
  now: number,
): Promise<string[]> {
  const cleanable = new Set(await listCleanableDocuments(db, sources, now));
  const removed: string[] = [];
  for (const id of ids.filter((each) => cleanable.has(each)))
    if ((await removeDocument(db, sources, id)).kind === 'removed') removed.push(id);
  return removed;
}
