import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { openRowKeeper } from '#app/items/trash/kept-rows.server.ts';
import { keepInTrash } from '#app/items/trash/move-to-trash.server.ts';
import { restoreEntry } from '#app/items/trash/restore-trash.server.ts';
import { insertEntry, listBatch, SAMPLE_BATCH } from '#app/items/trash/trash-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { openFirstSteps } from '#app/town/first-steps-state.server.ts';
import type { Town } from '#app/town/town.ts';
import { saveTown, withTown } from '#app/town/town-store.server.ts';

/** How many unedited items of the sample town are on the site: those that `removeSampleTown` removes. */
export async function countSampleItems(db: ReadDb, collections: Collections): Promise<number> {
  const counts = Object.values(await countSampleKinds(db, collections));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** The same by collection: `{ articles: 44, … }`. */
export async function countSampleKinds(
  db: ReadDb,
  collections: Collections,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const collection of Object.values(collections)) {
    const row = await untouched(db, collection)
      .select((eb) => eb.fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    counts[collection.name] = Number(row.count);
  }
  return counts;
}

/** Whether there is anything for `removeSampleTown` to remove, at the cost of one query if there never was. */
export async function hasSampleItems(db: ReadDb, collections: Collections): Promise<boolean> {
  const [loaded] = await db.selectFrom('sample_item').select('id').limit(1).execute();
  if (!loaded) return false;
  for (const collection of Object.values(collections)) {
    const [found] = await untouched(db, collection).select('id').limit(1).execute();
    if (found) return true;
  }
  return false;
}

/** The same items, as '<collection>/<id>'. */
export async function listSampleKeys(db: ReadDb, collections: Collections): Promise<Set<string>> {
  const keys = new Set<string>();
  if (!(await hasSampleItems(db, collections))) return keys;
  for (const collection of Object.values(collections)) {
    const rows = await untouched(db, collection).select('id').execute();
    for (const { id } of rows) keys.add(`${collection.name}/${id}`);
  }
  return keys;
}

/**
 * Removes the sample town in one transaction, with its votes and its links in the footer, and returns how many items
 * were removed. Edited and new items stay. Removed items are stored for `undoRemoval`, replacing those of an earlier
 * removal.
 */
export function removeSampleTown(db: WriteDb, collections: Collections, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    await forgetRemoval(transaction);
    for (const collection of Object.values(collections)) {
      const items = await untouched(transaction, collection).select('id').orderBy('id').execute();
      const ids = items.map(({ id }) => String(id));
      await keepSampleItems(transaction, collection, ids, now);
    }
    await takeSampleLinks(transaction, now);
    await openFirstSteps(transaction);
    return discardSampleItems(transaction, collections);
  });
}

/** The same without undo, and without the links: to make room for the current version of the sample town. */
export function discardSampleItems(db: WriteDb, collections: Collections): Promise<number> {
  return inTransaction(db, async (transaction) => {
    let removed = 0;
    for (const collection of Object.values(collections)) {
      const result = await (transaction as AnyDb)
        .deleteFrom(collection.source.table)
        .where('id', 'in', untouched(transaction, collection).select('id'))
        .executeTakeFirst();
      removed += Number(result.numDeletedRows);
    }
    await transaction.deleteFrom('sample_item').execute();
    return removed;
  });
}

/** The sample items that no user has saved since they were loaded. Closing a poll does not count. */
function untouched(db: ReadDb, { name, source, store: { untouchedVersion = sql`1` } }: Collection) {
  return (db as unknown as AnyDb)
    .selectFrom(source.table)
    .where('version', '=', untouchedVersion)
    .where('id', 'in', db.selectFrom('sample_item').select('sample_item.id').where('collection', '=', name));
}

/** A removal that can still be undone: its time (UTC epoch milliseconds) and the number of items. */
export type Removal = { removedAt: number; items: number };

export async function findRemoval(db: ReadDb, now: number): Promise<Removal | undefined> {
  const entries = await listItems(db, now);
  return entries[0] && { removedAt: entries[0].removedAt, items: entries.length };
}

async function listItems(db: ReadDb, now: number) {
  return (await listBatch(db, SAMPLE_BATCH, now)).filter(({ collection }) => collection !== LINKS_OF);
}

/** Stores these items, which are still in their tables, for `undoRemoval`; in the caller's transaction. */
export async function keepSampleItems(
  db: WriteDb,
  collection: Collection,
  ids: string[],
  removedAt: number,
): Promise<void> {
  const keeper = await openRowKeeper(db);
  for (const itemId of ids)
    await keepInTrash(db, collection, keeper, { ...sampleEntryOf(randomUUID(), removedAt), itemId });
}

/** Deletes an earlier removal, which can then no longer be undone. */
export async function forgetRemoval(db: WriteDb): Promise<void> {
  await db.deleteFrom('trash_item').where('batch', '=', SAMPLE_BATCH).execute();
}

/**
 * Restores what the last removal took, if that is less than a day ago, and returns how many items were restored. An id
 * that is in use again is left alone.
 */
export function undoRemoval(db: WriteDb, collections: Collections, now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const entries = await listItems(transaction, now);
    if (entries.length === 0) return 0;
    const keeper = await openRowKeeper(transaction);
    let restored = 0;
    for (const entry of entries) {
      const outcome = await restoreEntry(transaction, collections, entry, { now, keeper });
      if (outcome?.kind === 'restored') restored++;
    }
    await returnSampleLinks(transaction);
    await forgetRemoval(transaction);
    return restored;
  });
}

/** How long removing the sample town can be undone. */
export const UNDO_MS = DAY_MS;

/** The links are stored like an item, under this collection name. */
export const LINKS_OF = 'town';
const LINKS_ENTRY = 'town/links';

const linkNames = ['facebookUrl', 'instagramUrl'] as const;

/** The trash entry of something that was removed with the sample town. */
export function sampleEntryOf(id: string, removedAt: number) {
  return {
    id,
    itemId: id,
    state: 'published',
    title: '',
    item: '{}',
    batch: SAMPLE_BATCH,
    removedAt,
    removedBy: null,
    removedByToken: null,
    expiresAt: removedAt + UNDO_MS,
  };
}

/** Removes the sample town's links from the footer, and records which they were. */
export function takeSampleLinks(db: WriteDb, removedAt: number): Promise<void> {
  return withTown(db, (transaction, town) => take(transaction, town, removedAt));
}

async function take(db: WriteDb, town: Town, removedAt: number): Promise<void> {
  const taken = linkNames.filter((name) => town[name] !== '' && town[name] === defaultTown[name]);
  if (taken.length === 0) return;
  await saveTown(db, Object.fromEntries(taken.map((name) => [name, ''])));
  const rows = JSON.stringify(taken.map((name) => ({ name, value: town[name] })));
  const entry = sampleEntryOf(LINKS_ENTRY, removedAt);
  await insertEntry(db, { ...entry, collection: LINKS_OF, belongings: 0, linkedUntil: null });
  const kept = { trashId: LINKS_ENTRY, part: 0, tableName: 'town_setting', rows };
  await db.insertInto('trash_row').values(kept).execute();
}

/** Restores those links that were not replaced since. */
export function returnSampleLinks(db: WriteDb): Promise<void> {
  return withTown(db, giveBack);
}

async function giveBack(db: WriteDb, town: Town): Promise<void> {
  const kept = await db
    .selectFrom('trash_row')
    .select('rows')
    .where('trashId', '=', LINKS_ENTRY)
    .executeTakeFirst();
  if (!kept) return;
  const links = JSON.parse(kept.rows) as { name: (typeof linkNames)[number]; value: string }[];
  const empty = links.filter(({ name }) => town[name] === '');
  await saveTown(db, Object.fromEntries(empty.map(({ name, value }) => [name, value])));
}
