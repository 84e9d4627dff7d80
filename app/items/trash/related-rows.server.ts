/**
 * Stores what belongs to an item while it is not published: the votes of a poll. Only a published item has rows for
 * that. They are an entry of the trash that its lists leave out, so that they obey the same rules (`kept-rows.server.ts`).
 */
import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { heldFor } from '#app/platform/database/transaction.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { openRowKeeper, readOwnRow, requestTraceRemoval, unlinkEntry } from './kept-rows.server.ts';
import { deleteEntry, insertEntry, UNPUBLISHED_BATCH, updateEntry } from './trash-store.server.ts';

/** Until it is published again, or deleted. */
const NEVER = Number.MAX_SAFE_INTEGER;

type Item = { id: string; now: number };

/** Copies the rows of a published item that is about to leave its table; in the caller's transaction. */
export async function storeRelatedRows(
  db: WriteDb,
  collection: Collection,
  { id, now }: Item,
): Promise<void> {
  const { name } = collection;
  const { belongings } = collection.store;
  if (!belongings) return;
  await liftTimeLimits(db);
  await lockItem(db, collection, id);
  const trashId = randomUUID();
  await insertEntry(db, {
    id: trashId,
    collection: name,
    itemId: id,
    state: 'draft',
    title: '',
    item: '{}',
    belongings: await belongings.count(db, id),
    batch: UNPUBLISHED_BATCH,
    removedAt: now,
    removedBy: null,
    removedByToken: null,
    expiresAt: NEVER,
    linkedUntil: null,
  });
  await (await openRowKeeper(db)).keep(collection, id, trashId, 'published');
  await limitLinks(db, collection, { trashId, now });
}

/** Locks the item: no vote may arrive between copying its rows and removing them. */
export async function lockItem(db: WriteDb, { source }: Collection, id: string): Promise<void> {
  await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select('id')
    .where('id', '=', id)
    .modifyEnd(heldFor(db, 'update', source.table))
    .execute();
}

/** From the closing of a poll on, the rows of its entry must not link people to their ballots. */
export async function limitLinks(
  db: WriteDb,
  collection: Collection,
  { trashId, now }: { trashId: string; now: number },
): Promise<void> {
  const { belongings } = collection.store;
  const own = belongings && (await readOwnRow(db, collection, trashId));
  const linkedUntil = own ? belongings.linkedUntil(own) : null;
  if (linkedUntil !== null && linkedUntil <= now) {
    await unlinkEntry(db, collection, trashId);
    await requestTraceRemoval(db, now);
  } else if (linkedUntil !== null) await updateEntry(db, trashId, { linkedUntil });
}

/**
 * Puts the stored rows of an item back into their tables, as they were when it was unpublished, and returns whether
 * there were any. What became due meanwhile happens now: a poll closes. In the caller's transaction.
 */
export async function restoreRelatedRows(
  db: WriteDb,
  collection: Collection,
  { id, now }: Item,
): Promise<boolean> {
  const { belongings } = collection.store;
  const trashId = belongings && (await findRelatedRows(db, collection, id));
  if (trashId === undefined) return false;
  await liftTimeLimits(db);
  await (await openRowKeeper(db)).putBack(collection, trashId);
  await deleteEntry(db, trashId);
  await belongings?.settle(db, id, now);
  return true;
}

/** The entry with the stored rows of an item; undefined if there is none. */
export async function findRelatedRows(
  db: ReadDb,
  { name }: Pick<Collection, 'name'>,
  itemId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('trash_item')
    .select('id')
    .where('collection', '=', name)
    .where('itemId', '=', itemId)
    .where('batch', '=', UNPUBLISHED_BATCH)
    .executeTakeFirst();
  return row?.id;
}

/** 'Its 64 votes are kept and come back when it is published.'; '' if nothing is stored for the item. */
export async function describeRelatedRows(
  db: ReadDb,
  { name, store: { belongings } }: Pick<Collection, 'name' | 'store'>,
  itemId: string,
): Promise<string> {
  const trashId = belongings && (await findRelatedRows(db, { name }, itemId));
  if (!belongings || trashId === undefined) return '';
  const { belongings: count } = await db
    .selectFrom('trash_item')
    .select('belongings')
    .where('id', '=', trashId)
    .executeTakeFirstOrThrow();
  const [one, several] = belongings.words;
  if (count === 0) return '';
  return count === 1
    ? `Its ${one} is kept and comes back when it is published.`
    : `Its ${count} ${several} are kept and come back when it is published.`;
}

/** The entry of an unpublished item that was taken out of the trash stores what belongs to it again. */
export function storeRelatedRowsAgain(db: WriteDb, trashId: string): Promise<void> {
  return updateEntry(db, trashId, {
    batch: UNPUBLISHED_BATCH,
    expiresAt: NEVER,
    title: '',
    item: '{}',
    removedBy: null,
    removedByToken: null,
  });
}
