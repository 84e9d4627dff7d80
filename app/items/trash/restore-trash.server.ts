/** Restores items from the trash, and deletes them permanently. */
import { recordFindings } from '#app/items/accessibility/record-findings.server.ts';
import type { Collection, Collections, StoredItem } from '#app/items/collection/collection.ts';
import { aloneWith } from '#app/items/drafts/item-states.server.ts';
import { versionJson } from '#app/items/drafts/item-version.server.ts';
import { findPrepared, putPrepared } from '#app/items/drafts/item-version-store.server.ts';
import { recordPublication } from '#app/items/proof/publication-record.server.ts';
import { putRevision } from '#app/items/revisions/revision-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { indexItems } from '#app/platform/search-index/index-items.server.ts';
import { openRowKeeper, type RowKeeper, requestTraceRemoval } from './kept-rows.server.ts';
import { findTitle, forgetHistory } from './move-to-trash.server.ts';
import { storeRelatedRows, storeRelatedRowsAgain } from './related-rows.server.ts';
import {
  deleteEntry,
  findEntryOf,
  hasRows,
  listEntries,
  listExpired,
  type TrashEntry,
} from './trash-store.server.ts';

const BATCH_SIZE = 200;

/** `taken`: another item, with this title, has the id now, and the item stays in the trash. */
export type RestoreOutcome =
  | { kind: 'restored'; entry: TrashEntry }
  | { kind: 'taken'; entry: TrashEntry; title: string };

export type RestoreOptions = { now: number; asDraft?: boolean; keeper?: RowKeeper };

/**
 * Restores items as they were: with the same ids, published, scheduled or as drafts, with everything that belonged to
 * them; with `asDraft`, as drafts. Entries that are not in the trash are left out.
 */
export async function restoreEntries(
  db: WriteDb,
  collections: Collections,
  trashIds: string[],
  options: RestoreOptions,
): Promise<RestoreOutcome[]> {
  const entries = await listEntries(db, trashIds, options.now);
  const outcomes: RestoreOutcome[] = [];
  for (const entry of entries) {
    const outcome = await restoreEntry(db, collections, entry, options);
    if (outcome) outcomes.push(outcome);
  }
  return outcomes;
}

/** `present`: the item is not in the trash, because it is there, with this title. */
export type NewestOutcome = RestoreOutcome | { kind: 'present'; title: string };

/**
 * Restores the item with this id that was deleted last. Undefined if there is none, in the trash or anywhere else. Looks
 * it up when it has the id to itself: a deletion at the same moment is either not there yet or is undone.
 */
export function restoreNewest(
  db: WriteDb,
  collections: Collections,
  { collection: name, itemId }: Pick<TrashEntry, 'collection' | 'itemId'>,
  options: RestoreOptions,
): Promise<NewestOutcome | undefined> {
  return aloneWith(db, { name }, itemId, async (transaction) => {
    const stored = transaction.withoutPlugins();
    const entry = await findEntryOf(stored, name, itemId, options.now);
    if (entry) return restoreEntry(transaction, collections, entry, options);
    const title = await findTitle(stored, collections, name, itemId);
    return title === undefined ? undefined : { kind: 'present', title };
  });
}

/** Restores one item. Undefined if another editor has just restored it or deleted it permanently. */
export function restoreEntry(
  db: WriteDb,
  collections: Collections,
  entry: TrashEntry,
  { now, asDraft = false, keeper }: RestoreOptions,
): Promise<RestoreOutcome | undefined> {
  const collection = collections[entry.collection];
  if (!collection) throw new Error(`There is no collection ${entry.collection}`);
  const { id, itemId } = entry;
  return aloneWith(db, collection, itemId, async (transaction) => {
    await liftTimeLimits(transaction);
    const stored = transaction.withoutPlugins();
    if ((await listEntries(stored, [id], now)).length === 0) return undefined;
    const title = await findTitle(stored, collections, entry.collection, itemId);
    if (title !== undefined) return { kind: 'taken', entry, title };
    const rows = keeper ?? (await openRowKeeper(transaction));
    await rows.putBack(collection, id, entry.state === 'published' ? undefined : 'others');
    if (await hasRows(stored, id)) await storeRelatedRowsAgain(stored, id);
    else await deleteEntry(stored, id);
    if (asDraft) await makeDraft(stored, collection, { id: itemId, now });
    await indexItems(transaction, collection.source, [itemId]);
    await recordPublication(transaction, collection, itemId, now);
    await recordFindings(transaction, collection, [itemId]);
    return { kind: 'restored', entry };
  });
}

/** Turns a restored item into a draft. What its draft replaces is stored as a revision. */
async function makeDraft(
  db: WriteDb,
  collection: Collection,
  { id, now }: { id: string; now: number },
): Promise<void> {
  const place = { collection: collection.name, id };
  const draft = await findPrepared(db, { ...place, state: 'draft' });
  const scheduled = await findPrepared(db, { ...place, state: 'scheduled' });
  const item = await collection.store.find(db, id);
  const row = item ? restoredRowOf(collection, item) : scheduled;
  if (!row) return;
  if (draft) {
    await putRevision(db, {
      ...place,
      item: row.item,
      publication: item ? 'published' : 'scheduled',
      savedAt: row.updatedAt,
      savedBy: null,
      savedByToken: null,
      kind: 'kept',
      session: null,
    });
  }
  if (item) await storeRelatedRows(db, collection, { id, now });
  // This removes its draft as well.
  await collection.store.remove(db, id);
  await putPrepared(db, draft ? { ...draft, state: 'draft' } : { ...row, state: 'draft', publishAt: null });
}

function restoredRowOf(collection: Collection, item: StoredItem) {
  const { id, version, updatedAt } = item;
  const json = versionJson(collection, item);
  return { collection: collection.name, id, item: json, version, createdAt: updatedAt, updatedAt };
}

/** Deletes entries permanently, with the items' history, and returns how many there were. */
export async function deleteEntries(
  db: WriteDb,
  collections: Collections,
  trashIds: string[],
  now: number,
): Promise<number> {
  let deleted = 0;
  for (const entry of await listEntries(db, trashIds, now))
    if (await deleteOne(db, collections, entry, now)) deleted++;
  return deleted;
}

/** Deletes items whose time in the trash has expired, until the signal fires. */
export async function purgeTrash(
  db: WriteDb,
  collections: Collections,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const expired = await listExpired(db, now, BATCH_SIZE);
    for (const entry of expired) {
      if (signal?.aborted) return;
      await deleteOne(db, collections, entry, now);
    }
    if (expired.length < BATCH_SIZE) return;
  }
}

type Deleted = Pick<TrashEntry, 'id' | 'collection' | 'itemId'>;

function deleteOne(
  db: WriteDb,
  collections: Collections,
  { id, collection: name, itemId }: Deleted,
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await liftTimeLimits(transaction);
    if (!(await deleteEntry(transaction, id))) return false;
    const collection = collections[name];
    if (!collection) return true;
    const isUsed =
      (await findTitle(transaction, collections, name, itemId)) !== undefined ||
      (await findEntryOf(transaction, name, itemId, now)) !== undefined;
    if (!isUsed) await forgetHistory(transaction, collection, itemId);
    if (collection.store.belongings) await requestTraceRemoval(transaction, now);
    return true;
  });
}
