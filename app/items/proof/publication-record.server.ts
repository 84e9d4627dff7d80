/** The record of what items said in public and when, which versions can't be: they are thinned out. */
import type { Collection, StoredItem } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  listOffered,
  recordDocuments,
  recordOffered,
} from '#app/platform/media/documents/document-record.server.ts';
import type { Town } from '#app/town/town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { sha256Of } from './proof.ts';
import { ensureProofKey } from './proof-keys.server.ts';

/** An instant (UTC epoch milliseconds) from which the item had this text in public, or none. */
export type PublicationChange = { at: number; sha256: string | null };

/** The item as a proof contains it: its title, an empty line, its text; undefined where there are no proofs. */
export function proofTextOf(
  { source, facets }: Collection,
  item: StoredItem,
  town: Town,
): string | undefined {
  const title = String((item as unknown as Record<string, unknown>)[source.title] ?? '');
  return facets.proof && [title, '', ...facets.proof.linesOf(item, town)].join('\n');
}

/**
 * Records what an item that is about to be saved or deleted says in public, and the files of its documents, if that is not
 * recorded yet: from when it was saved. Returns the ids of its documents, for `recordPublication` after the save. In the
 * caller's transaction, which has the item to itself.
 */
export async function recordBefore(db: WriteDb, collection: Collection, id: string): Promise<string[]> {
  await recordText(db, collection, id);
  const stored = db.withoutPlugins();
  return recordOffered(
    stored,
    collection.name,
    id,
    async () => (await collection.store.find(stored, id))?.updatedAt,
  );
}

/**
 * Records that the item's public text has changed at `now` (UTC epoch milliseconds), or that it is no longer public, if
 * it has; the same with the files of its documents, and of `before`, those that it had before. In the same transaction.
 */
export async function recordPublication(
  db: WriteDb,
  collection: Collection,
  id: string,
  now: number,
  before: readonly string[] = [],
): Promise<void> {
  await recordText(db, collection, id, now);
  const stored = db.withoutPlugins();
  await recordDocuments(stored, [...before, ...(await listOffered(stored, collection.name, id))], now);
}

async function recordText(db: WriteDb, collection: Collection, id: string, now?: number): Promise<void> {
  if (!collection.facets.proof) return;
  const stored = db.withoutPlugins();
  const item = await collection.store.find(stored, id);
  if (!item && now === undefined) return;
  const at = now ?? item?.updatedAt ?? 0;
  const text = item && proofTextOf(collection, item, await findTown(stored));
  await recordHash(db, { collection, id, text }, at);
  for (const [part, said] of Object.entries(item ? partsOf(collection, item) : {}))
    await recordHash(db, { collection, id: partId(id, part), text: said || undefined }, at);
}

type Said = { collection: Collection; id: string; text: string | undefined };

async function recordHash(db: WriteDb, { collection, id, text }: Said, now: number): Promise<void> {
  const [last] = await listNewest(db.withoutPlugins(), collection, id, 1);
  const sha256 = text === undefined ? null : sha256Of(text);
  if (sha256 === (last?.sha256 ?? null)) return;
  const at = Math.max(now, last?.at ?? 0);
  if (!last) await ensureProofKey(db, at);
  const row = { collection: collection.name, itemId: id, number: (last?.number ?? 0) + 1, at, sha256 };
  await db.insertInto('publication_change').values(row).execute();
}

function partsOf({ facets }: Collection, item: StoredItem): Record<string, string> {
  return facets.proof?.partsOf?.(item) ?? {};
}

/** The key of a part of an item; no item has such an id. */
function partId(id: string, part: string): string {
  return `${id}#${part}`;
}

/**
 * When a part of a published item was posted, and each change since, oldest first; empty without a `text`, which is what
 * the collection's proof says it is. What is not recorded yet counts from when the item was saved.
 */
export async function listPostings(
  db: ReadDb,
  collection: Pick<Collection, 'name'>,
  { id, updatedAt }: StoredItem,
  { part, text }: { part: string; text: string },
): Promise<number[]> {
  if (text === '') return [];
  const all = await listPublicationChanges(db, collection, partId(id, part));
  const since = all.slice(all.findLastIndex(({ sha256 }) => sha256 === null) + 1).map(({ at }) => at);
  return all.at(-1)?.sha256 === sha256Of(text) ? since : [...since, updatedAt];
}

async function listNewest(db: ReadDb, { name }: Pick<Collection, 'name'>, id: string, limit: number) {
  const rows = await db
    .selectFrom('publication_change')
    .select(['number', 'at', 'sha256'])
    .where('collection', '=', name)
    .where('itemId', '=', id)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, at: Number(row.at) }));
}

/** More than a page or a file can usefully list. */
const MOST_CHANGES = 1000;

/** The changes of an item, oldest first: the newest 1,000. */
export async function listPublicationChanges(
  db: ReadDb,
  collection: Pick<Collection, 'name'>,
  id: string,
): Promise<PublicationChange[]> {
  const newest = await listNewest(db, collection, id, MOST_CHANGES);
  return newest.reverse().map(({ at, sha256 }) => ({ at, sha256 }));
}

/** Of an item that is deleted permanently. */
export async function forgetPublication(db: WriteDb, name: string, id: string): Promise<void> {
  await db
    .deleteFrom('publication_change')
    .where('collection', '=', name)
    .where(({ and, eb, or }) =>
      // '$' follows '#'.
      or([eb('itemId', '=', id), and([eb('itemId', '>=', `${id}#`), eb('itemId', '<', `${id}$`)])]),
    )
    .execute();
}
