/** Items as previews show them, with stand-ins for what is missing, and secret addresses at which anyone can see one. */

import { createHash, randomBytes } from 'node:crypto';
import type * as z from 'zod';
import {
  type Collection,
  type CollectionName,
  type DraftContext,
  findForEditor,
  type StoredItem,
} from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inSnapshot, inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { itemOf, parseStored } from './item-version.server.ts';
import { PREVIEW_DAYS } from './preview-days.ts';

type Json = Record<string, unknown>;

/**
 * `publicVersion` is the version of what is public now, 0 if nothing is; `hasChanges` says whether `item` differs from
 * it.
 */
export type Previewed = {
  item: StoredItem;
  publicVersion: number;
  hasChanges: boolean;
  openPage: NonNullable<Collection['facets']['openPage']>;
};

/** What was saved last of an item, published or not; undefined if it does not exist or has no page. */
export async function findPreviewed(
  db: ReadDb,
  collection: Collection,
  id: string,
  context: DraftContext,
): Promise<Previewed | undefined> {
  const { edited, draft } = await inSnapshot(db, async (read) => ({
    edited: await findForEditor(collection, read, id),
    draft: await collection.store.unpublished?.findDraft(read, id),
  }));
  const { openPage } = collection.facets;
  if (!edited || !openPage) return undefined;
  const isPublic = edited.publication === 'published';
  const item = (draft ? undefined : edited.item) ?? completeItem(collection, draft ?? edited, context);
  return {
    item,
    publicVersion: isPublic ? edited.version : 0,
    hasChanges: !isPublic || draft !== undefined,
    openPage,
  };
}

/** The item that a draft will be: fields that are missing or invalid are as in a new form, or say that they are missing. */
function completeItem(
  collection: Collection,
  { id, version, updatedAt, input }: StoredItem & { input: Json },
  context: DraftContext,
): StoredItem {
  const fresh = collection.form.draft(context);
  const instead: Json = { ...fresh, ...collection.form.standIns };
  let json: Json = { ...fresh, ...given(input), id };
  // A stand-in can contradict another field, which is then left out.
  for (const replace of [(field: string) => instead[field], () => undefined]) {
    const { data, error } = parseStored(collection, json);
    if (data) return itemOf(collection, { ...data, id, version, updatedAt });
    const faulty = fieldsOf(error as z.core.$ZodError);
    json = given({ ...json, ...Object.fromEntries(faulty.map((field) => [field, replace(field)])) });
  }
  const { data, error } = parseStored(collection, json);
  if (!data) throw new Error(`The draft ${collection.name}/${id} cannot be shown`, { cause: error });
  return itemOf(collection, { ...data, id, version, updatedAt });
}

function given(input: Json): Json {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

function fieldsOf({ issues }: z.core.$ZodError): string[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys' ? issue.keys : String(issue.path[0] ?? ''),
  );
}

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
