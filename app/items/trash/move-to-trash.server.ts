/** Deletes items: they stay in the trash for 30 days with all their rows, and can be restored as they were. */
import { randomUUID } from 'node:crypto';
import { forgetFindings } from '#app/items/accessibility/record-findings.server.ts';
import { forgetArchived } from '#app/items/archive/archive-store.server.ts';
import {
  type Collection,
  type Collections,
  type StoredItem,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import { isOutdated, type SeenItem } from '#app/items/collection/item-tag.ts';
import { isByContributor } from '#app/items/drafts/check-saver.server.ts';
import { findContribution, removeContribution } from '#app/items/drafts/contribution-store.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { stopWaiting } from '#app/items/drafts/hand-in.server.ts';
import { endReview } from '#app/items/drafts/inbox-entries.server.ts';
import { aloneWith } from '#app/items/drafts/item-states.server.ts';
import { findDraftAndScheduled } from '#app/items/drafts/item-version-store.server.ts';
import { revokePreviewLink } from '#app/items/drafts/previews.server.ts';
import {
  forgetPublication,
  recordBefore,
  recordPublication,
} from '#app/items/proof/publication-record.server.ts';
import { forgetReports } from '#app/items/reported/end-reports.server.ts';
import { deleteRevisions } from '#app/items/revisions/revision-store.server.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { openRowKeeper, type RowKeeper, requestTraceRemoval } from './kept-rows.server.ts';
import { findRelatedRows, limitLinks, lockItem } from './related-rows.server.ts';
import { deleteEntry, findEntryOf, insertEntry, TRASH_MS, updateEntry } from './trash-store.server.ts';

/** `seen` is the state that the writer has read; an item that has changed since is not deleted. */
export type RemoveOptions = { now: number; by: Editor; seen?: SeenItem | undefined };

/** The items that were moved to the trash together; `batch` identifies them there. */
export type Removed = { batch: string; items: { id: string; title: string }[] };

/**
 * Moves items of a collection to the trash, whether they are published, scheduled or drafts, in one transaction. Ids
 * without an item are left out, and so are permanent items, and one that has changed since it was `seen`.
 */
export function moveToTrash(
  db: WriteDb,
  collection: Collection,
  ids: string[],
  { now, by, seen }: RemoveOptions,
): Promise<Removed> {
  const batch = randomUUID();
  return inTransaction(db, async (transaction) => {
    await liftTimeLimits(transaction);
    if (await isByContributor(transaction, by)) throw new NotPermittedError('Only editors can delete.');
    const keeper = await openRowKeeper(transaction);
    const items: Removed['items'] = [];
    // Always in the same order, so that two deletions don't deadlock.
    const { permanentIds = [] } = collection.store;
    for (const id of [...new Set(ids)].sort()) {
      if (permanentIds.includes(id)) continue;
      const title = await aloneWith(transaction, collection, id, (alone) =>
        removeOne(alone, collection, id, { now, by, seen, batch, keeper }),
      );
      if (title !== undefined) items.push({ id, title });
    }
    return { batch, items };
  });
}

type OneRemoval = RemoveOptions & { batch: string; keeper: RowKeeper };

/** The title of the item; undefined if nothing was removed. */
async function removeOne(
  db: WriteDb,
  collection: Collection,
  id: string,
  { now, by, seen, batch, keeper }: OneRemoval,
): Promise<string | undefined> {
  await lockItem(db, collection, id);
  const found = await describeItem(db, collection, id);
  if (!found || isOutdated(found, seen)) return undefined;
  const { title, state, json } = found;
  const offered = await recordBefore(db, collection, id);
  const newest = await findEntryOf(db, collection.name, id, 0);
  const place = { collection: collection.name, itemId: id };
  await stopWaiting(db, place, now);
  await keepInTrash(db, collection, keeper, {
    id: randomUUID(),
    itemId: id,
    state,
    title,
    item: JSON.stringify(json),
    batch,
    // Later than what was deleted before it, also by a clock that is ahead: the last one is restored first.
    removedAt: Math.max(now, (newest?.removedAt ?? 0) + 1),
    removedBy: by.userId,
    removedByToken: by.token,
    expiresAt: now + TRASH_MS,
  });
  await removeEverywhere(db, collection, id, { wasPublic: state === 'published', now });
  if (await findContribution(db, place)) await removeContribution(db, place);
  await recordPublication(db, collection, id, now, offered);
  return title;
}

type Entry = Omit<Parameters<typeof insertEntry>[1], 'collection' | 'belongings' | 'linkedUntil'>;

/** Writes an entry with the rows of an item, which are still in their tables; in the caller's transaction. */
export async function keepInTrash(
  db: WriteDb,
  collection: Collection,
  keeper: RowKeeper,
  entry: Entry,
): Promise<void> {
  const { name } = collection;
  const { belongings } = collection.store;
  const { itemId } = entry;
  const stored = await findRelatedRows(db, collection, itemId);
  if (stored !== undefined) {
    const { id, ...facts } = entry;
    await updateEntry(db, stored, facts);
    return keeper.keep(collection, itemId, stored, 'others');
  }
  await insertEntry(db, {
    ...entry,
    collection: name,
    belongings: (await belongings?.count(db, itemId)) ?? 0,
    linkedUntil: null,
  });
  await keeper.keep(collection, itemId, entry.id);
  await limitLinks(db, collection, { trashId: entry.id, now: entry.removedAt });
}

type Described = StoredItem & { state: string; title: string; json: Record<string, unknown> };

/** The item as the API returns it, or its scheduled version or draft. */
async function describeItem(db: ReadDb, collection: Collection, id: string): Promise<Described | undefined> {
  const item = await collection.store.find(db, id);
  if (item) {
    const { version, updatedAt } = item;
    const title = titleOfInput(collection, item);
    return { id, version, updatedAt, state: 'published', title, json: collection.json.toJson(item) };
  }
  const { scheduled, draft } = await findDraftAndScheduled(db, collection.name, id);
  const row = scheduled ?? draft;
  if (!row) return undefined;
  const json = JSON.parse(row.item);
  const title = String(json[collection.source.title] ?? '');
  return { id, version: row.version, updatedAt: Number(row.updatedAt), state: row.state, title, json };
}

async function removeEverywhere(
  db: WriteDb,
  collection: Collection,
  id: string,
  was: { wasPublic: boolean; now: number },
): Promise<void> {
  await revokePreviewLink(db, { collection: collection.name, itemId: id });
  await db
    .deleteFrom('item_version')
    .where('collection', '=', collection.name)
    .where('id', '=', id)
    .execute();
  await collection.store.remove(db, id);
  await forgetFindings(db, collection.name, id);
  await endReview(db, collection.name, id, { decision: 'discarded', kinds: 'any', ...was });
  await forgetReports(db, { collection: collection.name, itemId: id });
}

/**
 * Deletes an item permanently, with its drafts and its history, and returns whether it did; with `seen` only if it has
 * not changed since.
 */
export function deleteItem(
  db: WriteDb,
  collection: Collection,
  id: string,
  { now, seen }: { now: number; seen?: SeenItem | undefined },
): Promise<boolean> {
  if (collection.store.permanentIds?.includes(id)) return Promise.resolve(false);
  return aloneWith(db, collection, id, async (transaction) => {
    await liftTimeLimits(transaction);
    await lockItem(transaction, collection, id);
    const found = await describeItem(transaction, collection, id);
    if (!found || isOutdated(found, seen)) return false;
    const offered = await recordBefore(transaction, collection, id);
    await removeEverywhere(transaction, collection, id, { wasPublic: found.state === 'published', now });
    await recordPublication(transaction, collection, id, now, offered);
    await forgetHistory(transaction, collection, id);
    if (collection.store.belongings) await requestTraceRemoval(transaction, now);
    return true;
  });
}

/** Deletes the revisions of an item that no longer exists anywhere, and what belonged to it. */
export async function forgetHistory(
  db: WriteDb,
  { name }: Pick<Collection, 'name'>,
  id: string,
): Promise<void> {
  const stored = await findRelatedRows(db, { name }, id);
  if (stored !== undefined) await deleteEntry(db, stored);
  await db.deleteFrom('item_version').where('collection', '=', name).where('id', '=', id).execute();
  await deleteRevisions(db, { collection: name, id });
  await forgetPublication(db, name, id);
  await forgetArchived(db, name, id);
  await removeContribution(db, { collection: name, itemId: id });
}

/** The title of the item that has this id now, in any state; undefined if the id is free. */
export async function findTitle(
  db: ReadDb,
  collections: Collections,
  name: string,
  id: string,
): Promise<string | undefined> {
  const collection = collections[name];
  return collection && (await describeItem(db, collection, id))?.title;
}
