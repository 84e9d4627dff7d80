/** Moves items out of the table of what is published, and back with what belongs to them. */
import type { CarriedFacts, SaveOptions, SaveOutcome, StoredItem } from '#app/items/collection/collection.ts';
import { restoreRelatedRows, storeRelatedRows } from '#app/items/trash/related-rows.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { setFacts, type Table } from './item-states.server.ts';

/** Takes a published item out of its table; what belongs to it is stored. In the caller's transaction. */
export async function unpublish<Item extends StoredItem, Input>(
  db: WriteDb,
  published: Table<Item, Input>,
  { id, now }: { id: string; now: number },
): Promise<void> {
  await storeRelatedRows(db, published, { id, now });
  await published.store.remove(db, id);
}

/** Saves an item that is not in its table, where it gets back what belongs to it; in the caller's transaction. */
export async function saveUnpublished<Item extends StoredItem, Input extends { id: string }>(
  db: WriteDb,
  published: Table<Item, Input>,
  input: Input,
  { carried, ...options }: SaveOptions & { carried: CarriedFacts },
): Promise<SaveOutcome<Item>> {
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
  return { kind: 'saved', item: (await published.store.find(db, id)) as Item };
}

type Trial<Item> = { isPublic: boolean; refusal?: SaveOutcome<Item> };

/**
 * What belongs to an item can forbid changes, and a scheduled item must not be refused when its time comes. So it is
 * saved as published; the caller unpublishes it again if it `isPublic` now. In the caller's transaction.
 */
export async function tryToPublish<Item extends StoredItem, Input extends { id: string }>(
  db: WriteDb,
  published: Table<Item, Input>,
  input: Input,
  { now, isPublic }: { now: number; isPublic: boolean },
): Promise<Trial<Item>> {
  const { id } = input;
  if (!published.store.belongings) return { isPublic };
  const isBack = !isPublic && (await restoreRelatedRows(db, published, { id, now }));
  if (!isPublic && !isBack) return { isPublic };
  const outcome = await published.store.save(db, input, { now });
  if (outcome.kind === 'saved') return { isPublic: true };
  if (isBack) await unpublish(db, published, { id, now });
  return { isPublic, refusal: outcome };
}
