import { setArchived } from '#app/items/archive/archive-store.server.ts';
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type Problem,
  type SaveOptions,
  type SaveOutcome,
  type SeriesScope,
  type StoredItem,
  seriesScopes,
} from '#app/items/collection/collection.ts';
import { isAsExpected } from '#app/items/collection/entity-tag.ts';
import type { SeenItem } from '#app/items/collection/item-tag.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findItemSubject, subjectOf } from '#app/items/content/item-subject.server.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { type ParseContext, parseItem } from '#app/items/content/parse-item.server.ts';
import { findMissingTime, readWish, type Wish } from '#app/items/content/publication-wish.ts';
import { requireOwnDraft } from '#app/items/drafts/check-saver.server.ts';
import { type Editor, editorOf } from '#app/items/drafts/editor.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { deleteItem, moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { callerOf, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { CallArgs } from './call.ts';
import type { JsonObject } from './call-body.server.ts';
import { problemResponse, refuseFields } from './problem-document.ts';
import { itemResponse } from './respond.server.ts';
import { deleteTrashed } from './trash-calls.server.ts';

/** How often a PATCH without a version is retried when others save at the same time. */
const MAX_TRIES = 10;

/** Creates or overwrites an item with the fields that were sent. */
export function putItem(collection: Collection, args: CallArgs, sent: JsonObject): Promise<Response> {
  return recorded(collection, args, () => put(collection, args, sent));
}

/** Changes the fields that were sent; the others stay the same (RFC 7396). */
export function patchItem(collection: Collection, args: CallArgs, sent: JsonObject): Promise<Response> {
  return recorded(collection, args, () => patch(collection, args, sent));
}

/** Checks the scope of a call, and records what it saved in the activity log. */
async function recorded(
  collection: Collection,
  args: CallArgs,
  save: () => Promise<Response>,
): Promise<Response> {
  const { write: db } = writeContext(args);
  if (!readScope(collection, args)) return problemResponse(400, { detail: WRONG_SCOPE });
  await refuseContributor(collection, args);
  const response = await save();
  if (response.ok)
    await recordActivity(args, 'item-saved', () => findItemSubject(collection, db, String(args.params.id)));
  return response;
}

/** Before anything of the item is read: contributors know only of what is public, and of their own drafts. */
async function refuseContributor(collection: Collection, args: CallArgs): Promise<void> {
  const { write } = writeContext(args);
  const { role, person } = editorOf(args.context.get(requestContextKey));
  const id = String(args.params.id);
  if (role !== 'contributor' || !isItemId(id)) return;
  const publication = (await findForEditor(collection, write, id))?.publication;
  await requireOwnDraft(write, collection, { id, person: person ?? '', publication });
}

const WRONG_SCOPE = `series must be one of ${seriesScopes.join(', ')}.`;

/** Which items of a series the call applies to; undefined if the parameter is invalid. */
function readScope({ store: { listSeriesIds } }: Collection, { request }: CallArgs): SeriesScope | undefined {
  const given = (listSeriesIds && new URL(request.url).searchParams.get('series')) ?? 'this';
  return seriesScopes.find((scope) => scope === given);
}

async function put(collection: Collection, args: CallArgs, body: JsonObject): Promise<Response> {
  const { write } = writeContext(args);
  if (!hasOwnId(args, body)) return refuseFields([WRONG_ID]);
  const { fields, ...sent } = readWish({ ...body, id: args.params.id });
  if (sent.problems.length > 0) return refuseFields(sent.problems);
  if (!isConditional(args.request)) return save(collection, fields, sent.wish, args);
  const stored = await findItem(collection, write, args);
  if (!isAsExpected(stored, args.request.headers)) return problemResponse(412);
  return save(collection, fields, sent.wish, args, seenOf(stored));
}

async function patch(collection: Collection, args: CallArgs, body: JsonObject): Promise<Response> {
  const { write } = writeContext(args);
  if (!hasOwnId(args, body)) return refuseFields([WRONG_ID]);
  const { fields, ...sent } = readWish({ ...body, id: args.params.id });
  if (sent.wish.archived !== undefined) return archive(collection, args, fields, sent);
  for (let tries = 1; ; tries++) {
    const stored = await findItem(collection, write, args);
    if (!stored) return problemResponse(404);
    if (!isAsExpected(stored, args.request.headers)) return problemResponse(412);
    if (sent.problems.length > 0) return refuseFields(sent.problems);
    const merged = { ...stored.input, ...fields };
    const response = await save(collection, merged, wishFor(stored, sent.wish), args, seenOf(stored));
    const again = response.status === 409 && tries < MAX_TRIES;
    if (!again) return response;
  }
}

/** Puts an item into the archive, or takes it out. An archived one takes no other change, so nothing else is sent. */
async function archive(
  collection: Collection,
  args: CallArgs,
  { id: _, ...fields }: Record<string, unknown>,
  { wish, problems }: Pick<ReturnType<typeof readWish>, 'wish' | 'problems'>,
): Promise<Response> {
  const { write, now } = writeContext(args);
  const stored = await findItem(collection, write, args);
  if (!stored) return problemResponse(404);
  if (!isAsExpected(stored, args.request.headers)) return problemResponse(412);
  if (problems.length > 0) return refuseFields(problems);
  const isAlone = Object.keys(fields).length === 0 && !wish.publication && wish.publishAt === undefined;
  if (!isAlone) return refuseFields([{ field: 'archived', message: 'Send this without other fields' }]);
  const at = wish.archived ? (wish.archivedAt ?? now) : null;
  if (!(await setArchived(write, collection, stored.id, at, editorOf(args.context.get(requestContextKey)))))
    return refuseFields([{ field: 'archived', message: 'Only public items can be archived' }]);
  return itemResponse(collection, stored, args);
}

async function save(
  collection: Collection,
  fields: Record<string, unknown>,
  wish: Wish,
  args: CallArgs,
  seen?: SeenItem,
): Promise<Response> {
  const { write, now, siteUrl, town } = writeContext(args);
  const written = await writeItem(write, collection, fields, {
    ...{
      now,
      wish,
      context: { siteUrl, town, now, refusesLostPictures: true },
      by: editorOf(args.context.get(requestContextKey)),
    },
    series: readScope(collection, args),
    ...seen,
  });
  if (written.problems) return refuseFields(written.problems);
  const { outcome, item, archivedAt } = written;
  if (outcome.kind === 'refused') return refuseFields(outcome.problems);
  if (!item) return problemResponse(isConditional(args.request) ? 412 : 409);
  if (item.version > 1) return itemResponse(collection, item, args, { archivedAt });
  const headers = { Location: `/api/v1/${collection.name}/${item.id}` };
  return itemResponse(collection, item, args, { archivedAt, status: 201, headers });
}

/** Moves an item to the trash, or deletes it permanently. */
export async function removeItem(collection: Collection, args: CallArgs): Promise<Response> {
  const { write, now } = writeContext(args);
  const scope = readScope(collection, args);
  if (!scope) return problemResponse(400, { detail: WRONG_SCOPE });
  const forever = new URL(args.request.url).searchParams.get('forever') ?? 'false';
  if (forever !== 'true' && forever !== 'false')
    return problemResponse(400, { detail: 'forever must be true or false.' });
  const isForever = forever === 'true';
  if (isForever && policyStatusOf('admin-or-token', callerOf(args.context.get(requestContextKey))))
    throw new NotPermittedError('Only the administrator can delete permanently.');
  const stored = await findItem(collection, write, args);
  if (!stored) return isForever ? deleteTrashed(collection, args) : problemResponse(404);
  if (collection.store.permanentIds?.includes(stored.id))
    return problemResponse(409, { detail: `This ${collection.singular} can’t be deleted.` });
  if (!isAsExpected(stored, args.request.headers)) return problemResponse(412);
  const isConditionalCall = isConditional(args.request);
  const options = { now, seen: isConditionalCall ? seenOf(stored) : undefined };
  const by = editorOf(args.context.get(requestContextKey));
  const isRemoved = await inTransaction(write, async (transaction) => {
    const [id = stored.id, ...others] =
      (await collection.store.listSeriesIds?.(transaction, stored.id, scope)) ?? [];
    const isFirst = isForever
      ? await deleteItem(transaction, collection, id, options)
      : (await moveToTrash(transaction, collection, [id], { ...options, by })).items.length > 0;
    if (!isFirst) return false;
    if (!isForever) await moveToTrash(transaction, collection, others, { now, by });
    else for (const other of others) await deleteItem(transaction, collection, other, { now });
    return true;
  });
  if (!isRemoved) return problemResponse(isConditionalCall ? 412 : 404);
  await recordActivity(args, isForever ? 'item-deleted' : 'item-removed', subjectOf(collection, stored));
  return new Response(null, { status: 204 });
}

async function findItem(
  collection: Collection,
  db: WriteDb,
  { params }: CallArgs,
): Promise<EditedItem | undefined> {
  return isItemId(params.id) ? findForEditor(collection, db, params.id) : undefined;
}

const WRONG_ID: Problem = { field: 'id', message: 'Omit the id, or use the same id as in the URL' };

/** An item can't be saved under another id than that in the address. */
function hasOwnId({ params }: CallArgs, { id = params.id }: JsonObject): boolean {
  return id === params.id;
}

function isConditional({ headers }: Request): boolean {
  return headers.has('If-Match') || headers.has('If-None-Match');
}

type Json = Record<string, unknown>;

export type Writing = Omit<SaveOptions, 'publishAt' | 'draft'> & {
  wish: Wish;
  context: ParseContext;
  by: Editor;
};

export type Written =
  | { problems: Problem[]; outcome?: undefined }
  | {
      problems?: undefined;
      outcome: SaveOutcome<StoredItem>;
      item: EditedItem | undefined;
      archivedAt: number | null;
    };

/**
 * Checks an item's fields and saves it with the wanted status, by default published. Required fields are only enforced
 * if the item is scheduled or published. `item` is the saved item, which was not archived before.
 */
export async function writeItem(
  db: WriteDb,
  collection: Collection,
  fields: Json,
  { wish, context, by, ...options }: Writing,
): Promise<Written> {
  const { unpublished } = collection.store;
  const { publication = 'published', publishAt } = wish;
  if (publication !== 'published' && !unpublished)
    return { problems: [{ field: 'publication', message: 'These items can only be published' }] };
  const { input, problems = [] } =
    publication === 'draft'
      ? parseDraft(collection, fields, context)
      : parseItem(collection, fields, context);
  const untimed = findMissingTime({ publication, publishAt });
  if (!input || untimed) return { problems: untimed ? [...problems, untimed] : problems };
  return inTransaction(db, async (transaction) => {
    const draft = input as Json & { id: string };
    const { now, series } = options;
    const outcome = await revised<StoredItem>(
      transaction,
      collection,
      draft.id,
      { by, now, series },
      (alone) =>
        publication === 'draft' && unpublished
          ? unpublished.saveDraft(alone, draft, options)
          : collection.store.save(alone, input, { ...options, ...timeOf(wish, now) }),
    );
    if (outcome.kind !== 'saved') return { outcome, item: undefined, archivedAt: null };
    const at = wish.archivedAt ?? now;
    const isArchived = wish.archived && (await setArchived(transaction, collection, draft.id, at));
    const item = await findForEditor(collection, transaction, draft.id);
    return { outcome, item, archivedAt: isArchived ? at : null };
  });
}

/** When a save with this wish publishes; undefined where the item's date decides. */
function timeOf({ publication, publishAt }: Wish, now: number): { publishAt?: number | undefined } {
  if (publication === undefined) return {};
  return { publishAt: publication === 'scheduled' ? publishAt : now };
}

/** The publication after a PATCH, which keeps what it does not name. */
export function wishFor(stored: EditedItem, { publication, publishAt }: Wish): Wish {
  const kept = stored.publication === 'published' ? undefined : stored.publication;
  return {
    publication: publication ?? kept,
    publishAt: publishAt ?? stored.publishAt ?? undefined,
  };
}

export function seenOf(stored: StoredItem | undefined): SeenItem {
  return stored ? { version: stored.version, updatedAt: stored.updatedAt } : { version: 0 };
}
