import type { Collection } from '#app/items/collection/collection.ts';
import { listTrash, type TrashEntry, trashOrder } from '#app/items/trash/trash-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { CallArgs } from './call.ts';
import { problemResponse } from './problem-document.ts';
import { readListRequest } from './read-list-request.ts';

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
