/** The API's call for the trash of all collections. */

import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { deleteEntries, restoreNewest } from '#app/items/trash/restore-trash.server.ts';
import { findEntryOf, listTrash, type TrashEntry, trashOrder } from '#app/items/trash/trash-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { CallArgs } from './call.ts';
import { defineCalls } from './define-calls.server.ts';
import { listParameters, pageSchema } from './openapi-schemas.server.ts';
import { problemResponse } from './problem-document.ts';
import { readListRequest } from './read-list-request.ts';
import { itemResponse } from './respond.server.ts';

const instant = { type: 'string', format: 'date-time' };

/** In addition to the fields of the deleted item. */
const trashedSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    collection: { type: 'string' },
    deletedAt: instant,
    deletedBy: {
      type: ['string', 'null'],
      description: 'Name of the account, or “An editor” without one; or name of an API token',
    },
    expiresAt: { ...instant, description: 'When it is permanently deleted' },
  },
  required: ['id', 'collection', 'deletedAt', 'deletedBy', 'expiresAt'],
};

export const trashCalls = defineCalls('trash', [
  {
    path: '/api/v1/trash',
    method: 'GET',
    operationId: 'listTrash',
    summary: 'List deleted items of all collections, last deleted first',
    policy: 'editor-or-token',
    parameters: listParameters,
    responses: { 200: { description: 'One page of the trash', schema: pageSchema(trashedSchema) } },
    problems: [400],
    run: (args) => readTrash(args),
  },
]);

/** One page of the trash, of one collection or of all, last deleted first. Only editors may see it. */
export async function readTrash(args: CallArgs, collection?: Pick<Collection, 'name'>): Promise<Response> {
  const { read, now } = readContext(args);
  const asked = readListRequest(new URL(args.request.url).searchParams, trashOrder);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const page = await listTrash(read, asked, { now, collection: collection?.name });
  return Response.json({ ...page, items: page.items.map(trashedJson) });
}

/** The item as it was, and when and by whom it was deleted. */
function trashedJson({ collection, itemId, item, removedAt, removedBy, expiresAt }: TrashEntry) {
  return {
    ...(JSON.parse(item) as object),
    id: itemId,
    collection,
    deletedAt: new Date(removedAt).toISOString(),
    deletedBy: removedBy,
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

/** Restores a deleted item. */
export async function restoreItem(collection: Collection, args: CallArgs): Promise<Response> {
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
export async function deleteTrashed(collection: Collection, args: CallArgs): Promise<Response> {
  const { write, now, collections } = writeContext(args);
  let title: string | undefined;
  for (;;) {
    const entry = await findEntryOf(write, collection.name, String(args.params.id), now);
    if (!entry) break;
    if ((await deleteEntries(write, collections, [entry.id], now)) > 0) title ??= entry.title;
  }
  if (title === undefined) return problemResponse(404);
  await recordActivity(args, 'item-deleted', `/${collection.name}/${args.params.id} ${title}`);
  return new Response(null, { status: 204 });
}
