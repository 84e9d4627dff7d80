/** Moves items between their public table and the table of versions, whichever noun they are of. */
import type { Collection, SaveOutcome, StoredItem } from '#app/collection/collection.ts';
import type { SeenItem } from '#app/collection/item-tag.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { lockName } from '#app/database/held-row.ts';
import { inTransaction } from '#app/database/transaction.ts';
import type { AnyDb } from '#app/search-index/text-sources.ts';
import { inputOfVersion, versionJson } from './item-version.server.ts';
import {
  findHeldPrepared,
  findKept,
  findPrepared,
  type KeptState,
  listKept,
  putKept,
  putPrepared,
  removePrepared,
} from './item-version-store.server.ts';

/** Prepared for an editor to check. */
export type EditedState = 'review';

/** Runs `work` in a transaction, alone with this item wherever it is. */
export function aloneWith<Result>(
  db: WriteDb,
  { name }: Pick<Collection, 'name'>,
  id: string,
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, `${name}/${id}`);
    return work(transaction);
  });
}

/** The same with items as they are stored: their links to the site itself stay paths. */
function storedAlone<Result>(
  db: WriteDb,
  collection: Pick<Collection, 'name'>,
  id: string,
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  return aloneWith(db, collection, id, (transaction) => work(transaction.withoutPlugins()));
}

export type PrepareOptions = { state: EditedState; now: number; seen?: SeenItem };

/**
 * Saves checked input for review; what is public stays as it is. A save that names what its writer has
 * `seen` is a conflict when the prepared version has changed since; version 0: there was none.
 */
export function prepareItem<Item extends StoredItem, Input extends { id: string }>(
  db: WriteDb,
  collection: Collection<Item, Input>,
  input: Input,
  { state, now, seen }: PrepareOptions,
): Promise<SaveOutcome<Input & StoredItem>> {
  return storedAlone(db, collection, input.id, async (transaction) => {
    const place = { collection: collection.name, id: input.id, state };
    const row = await findHeldPrepared(transaction, place);
    const current = row && inputOfVersion(collection, row);
    if (isOutdated(current, seen)) return { kind: 'conflict', current };
    const version = (row?.version ?? 0) + 1;
    const item = { ...input, version, updatedAt: now };
    const createdAt = row?.createdAt ?? now;
    const json = versionJson(collection, input);
    await putPrepared(transaction, {
      ...place,
      publishAt: null,
      item: json,
      version,
      createdAt,
      updatedAt: now,
    });
    return { kind: 'saved', item };
  });
}

/** What waits for review of an item; undefined when there is none. */
export async function findPreparedItem<Item extends StoredItem, Input>(
  db: ReadDb,
  collection: Collection<Item, Input>,
  id: string,
  state: EditedState,
): Promise<(Input & StoredItem) | undefined> {
  const row = await findPrepared(db, { collection: collection.name, id, state });
  return row && inputOfVersion(collection, row);
}

/**
 * Publishes a prepared version by the collection's own save, and keeps what was public before as an earlier version. What
 * the collection refuses stays prepared. Undefined when there is no such version.
 */
export function publishPrepared<Item extends StoredItem>(
  db: WriteDb,
  collection: Collection<Item>,
  id: string,
  { state, now }: { state: EditedState; now: number },
): Promise<SaveOutcome<Item> | undefined> {
  return storedAlone(db, collection, id, async (transaction) => {
    const place = { collection: collection.name, id, state };
    const row = await findHeldPrepared(transaction, place);
    if (!row) return undefined;
    const current = await collection.find(transaction, id);
    const createdAt = current && (await findCreatedAt(transaction, collection, id));
    const outcome = await collection.save(transaction, inputOf(inputOfVersion(collection, row)), {
      now,
      version: current?.version ?? 0,
      ...(current ? {} : { carried: { version: row.version, createdAt: row.createdAt, updatedAt: now } }),
    });
    if (outcome.kind !== 'saved') return outcome;
    if (current && createdAt !== undefined)
      await keepItem(transaction, collection, current, { state: 'earlier', createdAt });
    await removePrepared(transaction, place);
    return outcome;
  });
}

/**
 * Takes a public item out of its table and keeps it for review or as deleted; with `seen` only if nobody has
 * changed it since. Returns whether it did. Throws for items with belongings, such as the votes in a poll, which would
 * be lost.
 */
export function withdrawItem<Item extends StoredItem>(
  db: WriteDb,
  collection: Collection<Item>,
  id: string,
  { state, seen }: { state: EditedState | 'deleted'; seen?: SeenItem },
): Promise<boolean> {
  if (collection.belongings) throw new Error(`Items of ${collection.name} cannot be withdrawn`);
  return storedAlone(db, collection, id, async (transaction) => {
    const item = await collection.find(transaction, id);
    const createdAt = item && (await findCreatedAt(transaction, collection, id));
    if (!item || createdAt === undefined || isOutdated(item, seen)) return false;
    if (!(await collection.remove(transaction, id, seen))) return false;
    if (state === 'deleted') await keepItem(transaction, collection, item, { state, createdAt });
    else
      await putPrepared(transaction, {
        ...rowOf(collection, item, createdAt),
        state,
        publishAt: null,
      });
    return true;
  });
}

/** Keeps the public item as an earlier version, before something else is saved. Returns whether there is one. */
export function keepEarlier<Item extends StoredItem>(
  db: WriteDb,
  collection: Collection<Item>,
  id: string,
): Promise<boolean> {
  return storedAlone(db, collection, id, async (transaction) => {
    const item = await collection.find(transaction, id);
    const createdAt = item && (await findCreatedAt(transaction, collection, id));
    if (!item || createdAt === undefined) return false;
    await keepItem(transaction, collection, item, { state: 'earlier', createdAt });
    return true;
  });
}

/** What is kept of an item, the version that was public last first; at most `limit` versions. */
export async function listKeptItems<Item extends StoredItem, Input>(
  db: ReadDb,
  collection: Collection<Item, Input>,
  id: string,
  limit: number,
): Promise<{ state: KeptState; item: Input & StoredItem }[]> {
  const rows = await listKept(db, collection.name, id, limit);
  return rows.map((row) => ({ state: row.state as KeptState, item: inputOfVersion(collection, row) }));
}

/**
 * Publishes a kept version again as the item's newest, by the collection's own save, and keeps what is public now.
 * `seen` is what is public now, version 0 for nothing. Undefined when no such version is kept.
 */
export function restoreKept<Item extends StoredItem>(
  db: WriteDb,
  collection: Collection<Item>,
  kept: { id: string } & Required<SeenItem>,
  { now, seen }: { now: number; seen: SeenItem },
): Promise<SaveOutcome<Item> | undefined> {
  return storedAlone(db, collection, kept.id, async (transaction) => {
    const row = await findKept(transaction, { ...kept, collection: collection.name });
    if (!row) return undefined;
    const current = await collection.find(transaction, kept.id);
    if (isOutdated(current, seen)) return { kind: 'conflict', current };
    await keepEarlier(transaction, collection, kept.id);
    return collection.save(transaction, inputOf(inputOfVersion(collection, row)), { now, ...seen });
  });
}

async function keepItem<Item extends StoredItem>(
  db: WriteDb,
  collection: Collection<Item>,
  item: Item,
  { state, createdAt }: { state: KeptState; createdAt: number },
): Promise<void> {
  await putKept(db, { ...rowOf(collection, item, createdAt), state });
}

function rowOf<Item extends StoredItem>(collection: Collection<Item>, item: Item, createdAt: number) {
  const { id, version, updatedAt } = item;
  const json = versionJson(collection, item);
  return { collection: collection.name, id, item: json, version, createdAt, updatedAt };
}

/** Items do not carry it, their rows do. */
export async function findCreatedAt(
  db: ReadDb,
  { source }: Collection,
  id: string,
): Promise<number | undefined> {
  const row = await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirst();
  return row && Number(row.createdAt);
}

function inputOf<Item extends StoredItem>({ version, updatedAt, ...input }: Item) {
  return input;
}

/** Whether what a writer has seen is no longer what there is. */
export function isOutdated(current: StoredItem | undefined, seen: Partial<SeenItem> | undefined): boolean {
  if (seen?.version === undefined) return false;
  if (seen.version !== (current?.version ?? 0)) return true;
  return seen.updatedAt !== undefined && seen.updatedAt !== current?.updatedAt;
}
