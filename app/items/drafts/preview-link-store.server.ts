/** Secret addresses at which anyone can see one item before it is published. */
import { createHash, randomBytes } from 'node:crypto';
import type { CollectionName } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { PREVIEW_DAYS } from './preview-days.ts';

type Place = { collection: CollectionName; itemId: string };

/** `publicVersion` is the version that was public when the link was created, 0 if none was. */
export type PreviewLink = Place & { publicVersion: number };

/**
 * Creates the link of an item, which replaces the one it had, and returns its secret. Only a hash of it is stored, so
 * this is the only time it is known. `now` is UTC epoch milliseconds.
 */
export async function createPreviewLink(
  db: WriteDb,
  { collection, itemId, publicVersion }: PreviewLink,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const link = {
    publicVersion,
    tokenHash: hashOf(token),
    createdAt: now,
    expiresAt: now + PREVIEW_DAYS * DAY_MS,
  };
  await inTransaction(db, async (transaction) => {
    await transaction.deleteFrom('preview_link').where('expiresAt', '<=', now).execute();
    await transaction
      .insertInto('preview_link')
      .values({ collection, itemId, ...link })
      .onConflict((conflict) => conflict.columns(['collection', 'itemId']).doUpdateSet(link))
      .execute();
  });
  return token;
}

/** Ends the link of an item at once; returns whether there was one. */
export async function revokePreviewLink(db: WriteDb, { collection, itemId }: Place): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('preview_link')
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/**
 * The link with this secret; undefined if it is unknown, revoked or expired. Read from the writable database, so that a
 * revocation takes effect at once on every node.
 */
export function findPreviewLink(db: WriteDb, token: string, now: number): Promise<PreviewLink | undefined> {
  return db
    .selectFrom('preview_link')
    .select(['collection', 'itemId', 'publicVersion'])
    .where('tokenHash', '=', hashOf(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** When the link of an item expires, UTC epoch milliseconds; undefined if it has none that works. */
export async function findPreviewExpiry(
  db: ReadDb,
  { collection, itemId }: Place,
  now: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('preview_link')
    .select('expiresAt')
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row && Number(row.expiresAt);
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
