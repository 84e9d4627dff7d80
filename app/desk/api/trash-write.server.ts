import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { deleteEntries, restoreNewest } from '#app/items/trash/restore-trash.server.ts';
import { findEntryOf, type TrashEntry } from '#app/items/trash/trash-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { ApiArgs } from './collection-read.server.ts';
import { problemResponse } from './problem-document.ts';
import { itemResponse } from './respond.server.ts';

/** Restores a deleted item. */
export async function restoreItem(collection: Collection, args: ApiArgs): Promise<Response> {
  const { write, now, collections } = writeContext(args);
  const place = { collection: collection.name, itemId: String(args.params.id) };
  // As it was restored, not as others have saved it since.
  const { outcome, item } = await inTransaction(write, async (transaction) => {
    const outcome = await restoreNewest(transaction, collections, place, { now });
    const isRestored = outcome?.kind === 'restored';
    return {
      outcome,
      item: isRestored ? await findForEditor(collection, transaction, place.itemId) : undefined,
    };
  });
  if (!outcome) return problemResponse(404, { detail: 'No deleted item with this id is in the trash.' });
  if (outcome.kind === 'present')
    return problemResponse(409, {
      detail: `The ${collection.singular} “${outcome.title}” is not in the trash. Someone may have just restored it.`,
    });
  const { entry } = outcome;
  if (outcome.kind === 'taken')
    return problemResponse(409, { detail: takenMessage(collection, entry, outcome.title) });
  await recordActivity(args, 'item-restored', `/${collection.name}/${entry.itemId} ${entry.title}`);
  return item ? itemResponse(collection, item, args) : Response.json(JSON.parse(entry.item));
}

function takenMessage({ singular }: Collection, { itemId }: TrashEntry, title: string): string {
  return `The id ${itemId} is in use again, by the ${singular} “${title}”. Delete that one first. The deleted one is still in the trash.`;
}

/** Permanently deletes an item that is in the trash, even if it is there several times. */
export async function deleteTrashed(collection: Collection, args: ApiArgs): Promise<Response> {
  const { write, now, collections } = writeContext(args);
  let deleted = 0;
  for (;;) {
    const entry = await findEntryOf(write, collection.name, String(args.params.id), now);
    if (!entry) break;
    deleted += await deleteEntries(write, collections, [entry.id], now);
  }
  return deleted > 0 ? new Response(null, { status: 204 }) : problemResponse(404);
}
