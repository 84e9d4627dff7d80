/** Where an item is stored, and moving it from there: out of the table of what is published, and back. */
import type {
  CarriedFacts,
  Collection,
  DraftForm,
  SaveOptions,
  StoredItem,
} from '#app/items/collection/collection.ts';
import { isOutdated, type SeenItem } from '#app/items/collection/item-tag.ts';
import { restoreRelatedRows, storeRelatedRows } from '#app/items/trash/related-rows.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { ItemVersionRow } from '#app/platform/database/tables/tables.ts';
import { heldFor, inTransaction, lockName } from '#app/platform/database/transaction.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { draftOf, editedItemOf } from './item-version.server.ts';
import {
  findDraftAndScheduled,
  type PreparedState,
  putPrepared,
  removePrepared,
} from './item-version-store.server.ts';

/** Checked input. */
export type Input = { id: string };

/** What came of a save. */
export type Outcome = Awaited<ReturnType<Collection['store']['save']>>;

/** Where an item is stored: published, scheduled or neither, and possibly with a draft. */
export type ItemStates = {
  published?: StoredItem | undefined;
  scheduled?: ItemVersionRow;
  draft?: ItemVersionRow;
};

/** Runs `work` in a transaction that has these items to itself, wherever they are stored. */
export function aloneWith<Result>(
  db: WriteDb,
  { name }: Pick<Collection, 'name'>,
  ids: string | string[],
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, ...[ids].flat().map((id) => `${name}/${id}`));
    return work(transaction);
  });
}

/** The draft and the scheduled version of an item; locked until the transaction ends. */
export function findHeld(db: WriteDb, { name }: Pick<Collection, 'name'>, id: string) {
  return findDraftAndScheduled(db, name, id, heldFor(db, 'update', 'item_version'));
}

/** The same, with the published item. */
export async function findStates(db: WriteDb, collection: Collection, id: string): Promise<ItemStates> {
  return { ...(await findHeld(db, collection, id)), published: await collection.store.find(db, id) };
}

/** The item that its version and tag refer to: published, otherwise scheduled, otherwise the draft. */
export function currentOf(published: Collection, places: ItemStates): StoredItem | undefined {
  if (places.published) return places.published;
  const row = places.scheduled ?? places.draft;
  if (!row) return undefined;
  // A draft can be incomplete, and a scheduled item can have become invalid: it must be possible to correct it.
  return editedItemOf(published, row).item ?? { ...draftOf(row).input, ...draftOf(row) };
}

/** A conflict if the item or its draft has changed since the writer read it. */
export function conflictOf(
  published: Collection,
  places: ItemStates,
  seen: Partial<SeenItem>,
  seenDraft: SeenItem | undefined,
): { kind: 'conflict'; current: StoredItem | undefined } | undefined {
  const current = currentOf(published, places);
  const draft = places.draft && draftOf(places.draft);
  return isOutdated(current, seen) || isOutdated(draft, seenDraft)
    ? { kind: 'conflict', current }
    : undefined;
}

/** When the item was first saved, wherever it is stored; `now` for a new item. */
export async function createdAtOf(
  db: ReadDb,
  published: Collection,
  places: ItemStates,
  now: number,
): Promise<number> {
  const stored = places.published && (await findCreatedAt(db, published, places.published.id));
  return stored ?? Number(places.scheduled?.createdAt ?? places.draft?.createdAt ?? now);
}

/** Only rows have this time; items don't. */
async function findCreatedAt(
  db: ReadDb,
  { source }: Pick<Collection, 'source'>,
  id: string,
): Promise<number | undefined> {
  const row = await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Number(row.createdAt);
}

/** Sets the metadata of a published item. */
export async function setFacts(
  db: WriteDb,
  { source }: Pick<Collection, 'source'>,
  { id, ...facts }: CarriedFacts & { id: string },
): Promise<void> {
  await (db as unknown as AnyDb).updateTable(source.table).set(facts).where('id', '=', id).execute();
}

/** The key of a draft or a scheduled version. */
export function preparedKeyOf<State extends PreparedState>(
  { name }: Pick<Collection, 'name'>,
  id: string,
  state: State,
) {
  return { collection: name, id, state };
}

/** Takes a published item out of its table; what belongs to it is stored. In the caller's transaction. */
export async function unpublish(
  db: WriteDb,
  published: Collection,
  { id, now }: { id: string; now: number },
): Promise<void> {
  await storeRelatedRows(db, published, { id, now });
  await published.store.remove(db, id);
}

/** Saves an item that is not in its table, where it gets back what belongs to it; in the caller's transaction. */
export async function saveUnpublished(
  db: WriteDb,
  published: Collection,
  input: Input,
  { carried, ...options }: SaveOptions & { carried: CarriedFacts },
): Promise<Outcome> {
  const { id } = input;
  const { now } = options;
  if (!(await restoreRelatedRows(db, published, { id, now })))
    return published.store.save(db, input, { ...options, version: 0, carried });
  const outcome = await published.store.save(db, input, options);
  if (outcome.kind !== 'saved') {
    await unpublish(db, published, { id, now });
    return outcome;
  }
  await setFacts(db, published, { id, ...carried });
  return { kind: 'saved', item: await published.store.find(db, id) };
}

type Trial = { isPublic: boolean; refusal?: Outcome };

/**
 * What belongs to an item can forbid changes, and a scheduled item must not be refused when its time comes. So it is
 * saved as published; the caller unpublishes it again if it `isPublic` now. In the caller's transaction.
 */
export async function tryToPublish(
  db: WriteDb,
  published: Collection,
  input: Input,
  { now, isPublic }: { now: number; isPublic: boolean },
): Promise<Trial> {
  const { id } = input;
  if (!published.store.belongings) return { isPublic };
  const isBack = !isPublic && (await restoreRelatedRows(db, published, { id, now }));
  if (!isPublic && !isBack) return { isPublic };
  const outcome = await published.store.save(db, input, { now });
  if (outcome.kind === 'saved') return { isPublic: true };
  if (isBack) await unpublish(db, published, { id, now });
  return { isPublic, refusal: outcome };
}

/** The tag of a new item's form. */
const NO_ITEM = '0';

/** Saves the form as the item's draft, in the caller's transaction. */
export async function saveChanges(
  db: WriteDb,
  published: Collection,
  input: { id: string } & Record<string, unknown>,
  { now, seen, form }: { now: number; seen: SeenItem; form: DraftForm },
): Promise<Outcome> {
  const { id } = input;
  const places = await findStates(db, published, id);
  const current = currentOf(published, places);
  const draft = places.draft && draftOf(places.draft);
  const isGone = !current && form.base !== NO_ITEM;
  const isTaken = current !== undefined && !draft && form.base === NO_ITEM;
  if (isGone || isTaken || isOutdated(draft, seen)) return { kind: 'conflict', current };
  const version = (draft?.version ?? 0) + 1;
  await putPrepared(db, {
    ...preparedKeyOf(published, id, 'draft'),
    publishAt: null,
    item: JSON.stringify({ ...input, form }),
    version,
    createdAt: await createdAtOf(db, published, places, now),
    updatedAt: now,
  });
  return { kind: 'saved', item: { id, version, updatedAt: now } };
}

/** Removes the draft of an item that is published or scheduled, in the caller's transaction. */
export async function discardChanges(
  db: WriteDb,
  published: Collection,
  id: string,
  seen: SeenItem,
): Promise<boolean> {
  const places = await findStates(db, published, id);
  const isBeside = places.published !== undefined || places.scheduled !== undefined;
  return isBeside && removePrepared(db, preparedKeyOf(published, id, 'draft'), seen);
}
