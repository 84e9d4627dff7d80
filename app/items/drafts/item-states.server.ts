import type { CarriedFacts, Collection, StoredItem } from '#app/items/collection/collection.ts';
import { isOutdated, type SeenItem } from '#app/items/collection/item-tag.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { ItemVersionRow } from '#app/platform/database/tables/tables.ts';
import { heldFor, inTransaction, lockName } from '#app/platform/database/transaction.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { draftOf, editedItemOf } from './item-version.server.ts';
import { findDraftAndScheduled, type PreparedState } from './item-version-store.server.ts';

/** A collection's public table, without its drafts. */
export type Table<Item extends StoredItem = StoredItem, Input = { id: string }> = Collection<Item, Input>;

/** Where an item is stored: published, scheduled or neither, and possibly with a draft. */
export type ItemStates<Item> = {
  published?: Item | undefined;
  scheduled?: ItemVersionRow;
  draft?: ItemVersionRow;
};

/** Runs `work` in a transaction that has these items to itself, wherever they are stored. */
export function aloneWith<Result>(
  db: WriteDb,
  { name }: Pick<Table, 'name'>,
  ids: string | string[],
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, ...[ids].flat().map((id) => `${name}/${id}`));
    return work(transaction);
  });
}

/** The draft and the scheduled version of an item; locked until the transaction ends. */
export function findHeld(db: WriteDb, { name }: Pick<Table, 'name'>, id: string) {
  return findDraftAndScheduled(db, name, id, heldFor(db, 'update', 'item_version'));
}

/** The same, with the published item. */
export async function withPublished<Item extends StoredItem, Input>(
  db: ReadDb,
  { store: { find } }: Pick<Table<Item, Input>, 'store'>,
  id: string,
  prepared: ItemStates<Item>,
): Promise<ItemStates<Item>> {
  return { ...prepared, published: await find(db, id) };
}

/** The item that its version and tag refer to: published, otherwise scheduled, otherwise the draft. */
export function currentOf<Item extends StoredItem, Input>(
  published: Table<Item, Input>,
  places: ItemStates<Item>,
): Item | undefined {
  if (places.published) return places.published;
  const row = places.scheduled ?? places.draft;
  if (!row) return undefined;
  // A draft can be incomplete, and a scheduled item can have become invalid: it must be possible to correct it.
  return editedItemOf(published, row).item ?? ({ ...draftOf(row).input, ...draftOf(row) } as unknown as Item);
}

/** A conflict if the item or its draft has changed since the writer read it. */
export function conflictOf<Item extends StoredItem, Input>(
  published: Table<Item, Input>,
  places: ItemStates<Item>,
  seen: Partial<SeenItem>,
  seenDraft: SeenItem | undefined,
): { kind: 'conflict'; current: Item | undefined } | undefined {
  const current = currentOf(published, places);
  const draft = places.draft && draftOf(places.draft);
  return isOutdated(current, seen) || isOutdated(draft, seenDraft)
    ? { kind: 'conflict', current }
    : undefined;
}

/** When the item was first saved, wherever it is stored; `now` for a new item. */
export async function createdAtOf<Item extends StoredItem, Input>(
  db: ReadDb,
  published: Table<Item, Input>,
  places: ItemStates<Item>,
  now: number,
): Promise<number> {
  const stored = places.published && (await findCreatedAt(db, published, places.published.id));
  return stored ?? Number(places.scheduled?.createdAt ?? places.draft?.createdAt ?? now);
}

/** Only rows have this time; items don't. */
async function findCreatedAt(
  db: ReadDb,
  { source }: Pick<Table, 'source'>,
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
  { source }: Pick<Table, 'source'>,
  { id, ...facts }: CarriedFacts & { id: string },
): Promise<void> {
  await (db as unknown as AnyDb).updateTable(source.table).set(facts).where('id', '=', id).execute();
}

/** The key of a draft or a scheduled version. */
export function preparedKeyOf<State extends PreparedState>(
  { name }: Pick<Table, 'name'>,
  id: string,
  state: State,
) {
  return { collection: name, id, state };
}
