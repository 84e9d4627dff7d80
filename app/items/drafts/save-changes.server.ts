/** Automatic saving of open forms. */
import type { DraftForm, SaveOutcome, StoredItem } from '#app/items/collection/collection.ts';
import { isOutdated, type SeenItem } from '#app/items/collection/item-tag.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import {
  createdAtOf,
  currentOf,
  findHeld,
  preparedKeyOf,
  type Table,
  withPublished,
} from './item-states.server.ts';
import { draftOf } from './item-version.server.ts';
import { putPrepared, removePrepared } from './item-version-store.server.ts';

/** The tag of a new item's form. */
const NO_ITEM = '0';

/** Saves the form as the item's draft, in the caller's transaction. */
export async function saveChanges<Item extends StoredItem, Input>(
  db: WriteDb,
  published: Table<Item, Input>,
  input: { id: string } & Record<string, unknown>,
  { now, seen, form }: { now: number; seen: SeenItem; form: DraftForm },
): Promise<SaveOutcome<StoredItem>> {
  const { id } = input;
  const places = await withPublished(db, published, id, await findHeld(db, published, id));
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
export async function discardChanges<Item extends StoredItem, Input>(
  db: WriteDb,
  published: Table<Item, Input>,
  id: string,
  seen: SeenItem,
): Promise<boolean> {
  const places = await withPublished(db, published, id, await findHeld(db, published, id));
  const isBeside = places.published !== undefined || places.scheduled !== undefined;
  return isBeside && removePrepared(db, preparedKeyOf(published, id, 'draft'), seen);
}
