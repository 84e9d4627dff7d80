/** Replaces and deletes pictures, and deletes documents, of the library everywhere; each item that changes gets a revision. */
import { type Collections, findForEditor, sourcesOf } from '#app/items/collection/collection.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import {
  type DocumentRemoval,
  removeDocument,
} from '#app/platform/media/documents/remove-document.server.ts';
import type { Picture } from '#app/platform/media/picture-store.server.ts';
import { listUses, type PictureUse, SETTINGS, TRASH } from '#app/platform/media/picture-uses.server.ts';
import { type Removal, removePicture } from '#app/platform/media/remove-picture.server.ts';
import { type Swap, swapInItem } from '#app/platform/media/swap-picture.server.ts';
import { recordChangedSettings, updateUses } from '#app/platform/media/update-picture-uses.server.ts';
import { rebaseDraft } from './change-items.server.ts';
import type { Editor } from './editor.ts';

type Saving = { by: Editor; now: number };

/**
 * Lets everything that uses a picture use another one, drafts and the trash included, in one transaction, and returns
 * in how many items. The first picture stays in the library.
 */
export async function replacePicture(
  db: WriteDb,
  collections: Collections,
  { from, to }: { from: string; to: Picture },
  saving: Saving,
): Promise<number> {
  await updateUses(db, sourcesOf(collections), saving.now);
  return inTransaction(db, (transaction) => swapEverywhere(transaction, collections, { from, to }, saving));
}

/** Deletes a picture, and takes it away from everything that uses it, in one transaction. */
export function removeEverywhere(
  db: WriteDb,
  collections: Collections,
  id: string,
  saving: Saving,
): Promise<Removal> {
  return removePicture(db, sourcesOf(collections), id, saving.now, async (transaction) => {
    await swapEverywhere(transaction, collections, { from: id, to: null }, saving);
  });
}

/** The same with a document. */
export function removeDocumentEverywhere(
  db: WriteDb,
  collections: Collections,
  id: string,
  saving: Saving,
): Promise<DocumentRemoval> {
  return removeDocument(db, sourcesOf(collections), id, async (transaction, uses) => {
    await swapInUses(transaction, collections, { from: id, to: null }, uses, saving);
  });
}

async function swapEverywhere(
  db: WriteDb,
  collections: Collections,
  swap: Swap,
  saving: Saving,
): Promise<number> {
  await liftTimeLimits(db);
  return swapInUses(db, collections, swap, await listUses(db, [swap.from]), saving);
}

type Use = Pick<PictureUse, 'collection' | 'itemId' | 'state'>;

async function swapInUses(
  db: WriteDb,
  collections: Collections,
  swap: Swap,
  uses: Use[],
  { by, now }: Saving,
): Promise<number> {
  const items = new Map(uses.map((use) => [`${use.collection}/${use.itemId}`, use]));
  // Always in the same order, so that two of them don't deadlock.
  for (const key of [...items.keys()].sort()) {
    const { collection: name, itemId } = items.get(key) as (typeof uses)[number];
    const collection = collections[name];
    const isOnlyInTrash = uses.every(
      (use) => use.collection !== name || use.itemId !== itemId || use.state === TRASH,
    );
    if (!collection || isOnlyInTrash)
      await swapInItem(db, collection?.source, { collection: name, itemId }, swap, now);
    else
      await revised(db, collection, itemId, { by, now, isUpkeep: true }, async (transaction) => {
        const before = await findForEditor(collection, transaction, itemId);
        await swapInItem(transaction, collection.source, { collection: name, itemId }, swap, now);
        if (before) await rebaseDraft(transaction, collection, before);
        return { kind: 'saved', item: undefined };
      });
  }
  await recordChangedSettings(
    db,
    uses.filter(({ collection }) => collection === SETTINGS).map(({ itemId }) => itemId),
  );
  return items.size;
}
