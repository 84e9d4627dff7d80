import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { restoreRevision } from '#app/items/revisions/revise.server.ts';
import { findRevision, listRevisions } from '#app/items/revisions/revision-store.server.ts';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { CallArgs } from './call.ts';
import { problemResponse, refuseFields } from './problem-document.ts';
import { draftJson, itemResponse } from './respond.server.ts';

/** More than thinning leaves in a year. */
const MOST_LISTED = 1000;

/** What was saved of an item, newest first. */
export async function readRevisions(collection: Collection, args: CallArgs): Promise<Response> {
  const { read } = readContext(args);
  const { id } = args.params;
  if (!isItemId(id) || !(await findForEditor(collection, read, id))) return problemResponse(404);
  const entries = await listRevisions(read, { collection: collection.name, id }, MOST_LISTED);
  const items = entries.map(({ savedAt, ...entry }) => ({
    ...entry,
    savedAt: new Date(savedAt).toISOString(),
  }));
  return Response.json({ items });
}

/** An item as it was saved. */
export async function readRevision(collection: Collection, args: CallArgs): Promise<Response> {
  const { read } = readContext(args);
  const { id } = args.params;
  const revision = numberOf(args);
  if (!isItemId(id) || revision === undefined) return problemResponse(404);
  if (!(await findForEditor(collection, read, id))) return problemResponse(404);
  const found = await findRevision(read, { collection: collection.name, id }, revision);
  if (!found) return problemResponse(404);
  const { input, publication } = found;
  return Response.json({ ...draftJson(collection, input), id, publication });
}

/** Saves an item as it was again. */
export async function writeRevision(collection: Collection, args: CallArgs): Promise<Response> {
  const { write, now, siteUrl, town } = writeContext(args);
  const { id } = args.params;
  const revision = numberOf(args);
  if (!isItemId(id) || revision === undefined) return problemResponse(404);
  const by = editorOf(args.context.get(requestContextKey));
  const context = { siteUrl, town };
  const { outcome, item } = await inTransaction(write, async (transaction) => {
    const outcome = await restoreRevision(transaction, collection, { id, revision }, { by, now, context });
    const isSaved = outcome.kind === 'saved';
    return { outcome, item: isSaved ? await findForEditor(collection, transaction, id) : undefined };
  });
  if (outcome.kind === 'missing') return problemResponse(404);
  if (outcome.kind === 'conflict') return problemResponse(409);
  if (outcome.kind === 'refused') return refuseFields(outcome.problems);
  await recordActivity(args, 'item-restored', `/${collection.name}/${id}`);
  return item ? itemResponse(collection, item, args) : problemResponse(404);
}

/** The revision number in the address; undefined if it is invalid. */
function numberOf({ params: { revision = '' } }: CallArgs): number | undefined {
  return /^[1-9]\d{0,8}$/.test(revision) ? Number(revision) : undefined;
}
