import {
  type Collection,
  findForEditor,
  publications,
  publishedItem,
} from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { isOwnDraft } from '#app/items/drafts/check-saver.server.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { unpublishedOrders } from '#app/items/drafts/item-version-store.server.ts';
import { readContext, requestContextKey } from '#app/people/request/context.ts';
import { emptyPage } from '#app/platform/database/lists/paginate.server.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { instantOfTownTime, startOfToday } from '#app/platform/time/town-time.ts';
import type { CallArgs } from './call.ts';
import { problemResponse } from './problem-document.ts';
import { readListRequest } from './read-list-request.ts';
import { isEditor, itemResponse, itemsJson, respondTo } from './respond.server.ts';
import { readTrash } from './trash-calls.server.ts';

/** One page of a collection: what is published, or for editors drafts, scheduled items or the trash. */
export async function readList(collection: Collection, args: CallArgs): Promise<Response> {
  const { read, town, now } = readContext(args);
  const query = new URL(args.request.url).searchParams;
  const publication = query.get('publication') ?? 'published';
  if (publication === 'trash')
    return respondTo({ name: 'list-trash', policy: 'editor-or-token' }, args, () =>
      readTrash(args, collection),
    );
  if (publication === 'draft' || publication === 'scheduled')
    return readUnpublished(collection, publication, args);
  if (publication !== 'published')
    return problemResponse(400, {
      detail: `publication must be one of ${publications.join(', ')} or trash.`,
    });
  const asked = readListRequest(query, collection.store.order);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const from = collection.store.takesFrom ? readFrom(query.get('from'), now, town.timeZone) : undefined;
  if (Number.isNaN(from))
    return problemResponse(400, { detail: 'from must be an ISO 8601 date or instant.' });
  return inSnapshot(read, async (db) => {
    const { items, next, previous } = await collection.store.list(db, { ...asked, from });
    const edited = items.map((item) => publishedItem(collection, item));
    return Response.json({ items: await itemsJson(collection, edited, args, db), next, previous });
  });
}

/** The drafts of a collection, or its scheduled items; for editors only. */
function readUnpublished(
  collection: Collection,
  publication: 'draft' | 'scheduled',
  args: CallArgs,
): Promise<Response> {
  const { read } = readContext(args);
  return respondTo({ name: `list-${publication}`, policy: 'editor-or-token' }, args, async () => {
    const query = new URL(args.request.url).searchParams;
    const asked = readListRequest(query, unpublishedOrders[publication]);
    if (typeof asked === 'string') return problemResponse(400, { detail: asked });
    return inSnapshot(read, async (db) => {
      const page = (await collection.store.unpublished?.list(db, publication, asked)) ?? emptyPage;
      return Response.json({ ...page, items: await itemsJson(collection, page.items, args, db) });
    });
  });
}

/** One item, as far as the caller may see it. */
export async function readItem(collection: Collection, args: CallArgs): Promise<Response> {
  const requestContext = args.context.get(requestContextKey);
  const { id } = args.params;
  if (!isItemId(id)) return problemResponse(404);
  return inSnapshot(requestContext.read, async (db) => {
    const item = await findForEditor(collection, db, id);
    const isShown =
      item &&
      (item.publication === 'published' ||
        isEditor(requestContext) ||
        (await isOwnDraft(db, collection, item, editorOf(requestContext))));
    return isShown ? itemResponse(collection, item, args, { read: db }) : problemResponse(404);
  });
}

/** The instant in `from`, in the town's time if it has no offset; NaN if it is invalid. */
function readFrom(text: string | null, now: number, zone: string): number {
  if (text === null) return startOfToday(now, zone);
  // A plus sign that was not escaped arrives as a space.
  const iso = text.trim().replace(' ', '+');
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(iso))
    return Date.parse(iso);
  return instantOfTownTime(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00` : iso, zone) ?? Number.NaN;
}
