/** The record of which file of a document readers could have, and when. */
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { listDocumentsById, type StoredDocument } from './document-store.server.ts';
import { listPublicDocuments } from './document-uses.server.ts';

/** The collection of documents in the table `publication_change`. */
export const DOCUMENTS = 'documents';

/**
 * Records that the file that readers can have of each document has changed at `now` (UTC epoch milliseconds), or that they
 * can't have it any more, if it has. In the transaction of that change.
 */
export async function recordDocuments(db: WriteDb, ids: readonly string[], now: number): Promise<void> {
  const documents = await listDocumentsById(db, [...new Set(ids)]);
  if (documents.length === 0) return;
  const open = await listPublicDocuments(
    db,
    documents.map(({ id }) => id),
  );
  for (const { id, sha256 } of documents) await recordFile(db, id, open.has(id) ? sha256 : null, now);
}

async function recordFile(db: WriteDb, id: string, sha256: string | null, now: number): Promise<void> {
  const last = await db
    .selectFrom('publication_change')
    .select(['number', 'at', 'sha256'])
    .where('collection', '=', DOCUMENTS)
    .where('itemId', '=', id)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if ((last?.sha256 ?? null) === sha256) return;
  const at = Math.max(now, Number(last?.at ?? 0));
  await db
    .insertInto('publication_change')
    .values({ collection: DOCUMENTS, itemId: id, number: (last?.number ?? 0) + 1, at, sha256 })
    // Another save that uses the document recorded the same at the same time.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Records the files that a published item has offered since it was saved, where they are not recorded yet: imports write
 * rows directly. Returns the ids of its documents.
 */
export async function recordOffered(
  db: WriteDb,
  collection: string,
  itemId: string,
  savedAt: () => Promise<number | undefined>,
): Promise<string[]> {
  const ids = await listOffered(db, collection, itemId);
  if (ids.length === 0) return ids;
  const at = await savedAt();
  if (at === undefined) return ids;
  for (const document of await listDocumentsById(db, ids))
    await recordFile(db, document.id, document.sha256, offeredSince(document, at));
  return ids;
}

/** From when on readers could have the present file of a document, which an item has offered since `savedAt`. */
export function offeredSince(
  { createdAt, replacedAt }: Pick<StoredDocument, 'createdAt' | 'replacedAt'>,
  savedAt: number,
): number {
  return Math.max(savedAt, replacedAt ?? createdAt);
}

/** The documents of an item while it is published. */
export async function listOffered(db: ReadDb, collection: string, itemId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('document_use')
    .select('document')
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('state', '=', 'published')
    .orderBy('document')
    .execute();
  return rows.map(({ document }) => document);
}

/** Of a document that is deleted. */
export async function forgetDocumentRecord(db: WriteDb, id: string): Promise<void> {
  await db
    .deleteFrom('publication_change')
    .where('collection', '=', DOCUMENTS)
    .where('itemId', '=', id)
    .execute();
}
