import { listArchived } from '#app/items/archive/archive-store.server.ts';
import type { Collection, EditedItem, StoredItem } from '#app/items/collection/collection.ts';
import { entityTagOf, isHeld } from '#app/items/collection/entity-tag.ts';
import { optionalIsoOf } from '#app/items/content/item-json.ts';
import { callerOf, type RequestContext, requestContextKey } from '#app/people/request/context.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import { type Policy, policyStatusOf } from '#app/people/request/policy.ts';
import { recheckRole } from '#app/people/request/recheck-role.server.ts';
import { databaseFaultOf } from '#app/platform/database/database-error.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { CallArgs } from './call.ts';
import { problemResponse } from './problem-document.ts';

/**
 * Runs `work` if the policy of the operation allows the viewer, otherwise responds 401 or 403. Errors are logged and
 * become 503 or 507 if the database failed, otherwise a 500 without details.
 */
export async function respondTo(
  operation: { name: string; policy: Policy },
  { request, context }: CallArgs,
  work: () => Promise<Response>,
): Promise<Response> {
  const requestContext = context.get(requestContextKey);
  const status = policyStatusOf(operation.policy, callerOf(requestContext));
  if (status) return refuse(status, requestContext);
  recheckRole(requestContext, operation.policy);
  const { services, reference } = requestContext;
  try {
    return await work();
  } catch (error) {
    if (error instanceof NotPermittedError) return problemResponse(error.status, { detail: error.message });
    services.log.error(
      { err: error, reference, operation: operation.name, path: new URL(request.url).pathname },
      'request failed',
    );
    const fault = databaseFaultOf(error, request.method);
    if (!fault) return problemResponse(500, { detail: `Reference ${reference}.` });
    return problemResponse(fault.status, { detail: fault.sentence, headers: fault.headers });
  }
}

/**
 * An item as the API returns it, with its entity tag; 304 if the client has it already. `read` is the handle that read
 * the item; after a write, the one that wrote. After a save, `archivedAt` says whether the item is archived: to look that
 * up could fail, and the client would be told that nothing was saved.
 */
export async function itemResponse(
  collection: Collection,
  item: EditedItem,
  args: CallArgs,
  {
    read = args.context.get(requestContextKey).services.write,
    archivedAt,
    ...init
  }: ResponseInit & { read?: ReadDb; archivedAt?: number | null | undefined } = {},
): Promise<Response> {
  const known = archivedAt === undefined ? undefined : new Map(archivedAt ? [[item.id, archivedAt]] : []);
  const [json] = await itemsJson(collection, [item], args, read, known);
  const isPlain = !collection.json.toPresentJson && !(json as { archivedAt?: string }).archivedAt;
  const tag = entityTagOf(item, isPlain ? undefined : JSON.stringify(json));
  const isReading = args.request.method === 'GET' || args.request.method === 'HEAD';
  if (isReading && isHeld(tag, args.request.headers.get('If-None-Match')))
    return new Response(null, { status: 304, headers: { ETag: tag } });
  const response = Response.json(json, init);
  response.headers.set('ETag', tag);
  return response;
}

/** Items as the API returns them to this client. `known`: when those that are archived were, by their ids. */
export async function itemsJson(
  collection: Collection,
  items: EditedItem[],
  args: CallArgs,
  read: ReadDb,
  known?: Map<string, number>,
): Promise<unknown[]> {
  const whole = items.flatMap(({ item }) => item ?? []);
  const jsons = await wholeJson(collection, whole, args, read);
  const ids = whole.map(({ id }) => id);
  const archived = known ?? (await listArchived(read, collection.name, ids));
  let next = 0;
  return items.map(({ id, item, input, publication, publishAt }) => ({
    ...(item ? jsons[next++] : draftJson(collection, input)),
    publication,
    publishAt: optionalIsoOf(publishAt),
    ...(archived.has(id) ? { archivedAt: optionalIsoOf(archived.get(id) ?? null) } : {}),
  }));
}

async function wholeJson(collection: Collection, items: StoredItem[], args: CallArgs, read: ReadDb) {
  if (!collection.json.toPresentJson || items.length === 0) return items.map(collection.json.toJson);
  const requestContext = args.context.get(requestContextKey);
  const { now, viewer, keepUntil } = requestContext;
  return collection.json.toPresentJson(items, {
    read,
    now,
    viewer,
    isTrusted: isEditor(requestContext),
    keepUntil,
  });
}

/** An incomplete draft: missing fields are null, or left out if they are optional. */
export function draftJson(
  { json: { outputSchema, toDraftJson, sparseFields = [] } }: Collection,
  input: Record<string, unknown>,
) {
  const { shape } = outputSchema;
  const nothing = Object.fromEntries(
    Object.keys(shape).flatMap((field) =>
      sparseFields.includes(field) ? [] : [[field, field === 'documents' ? [] : null]],
    ),
  );
  return { ...nothing, ...(toDraftJson?.(input) ?? input) };
}

/** Whether the caller can see unpublished items: an editor, or a program with an editor's token that can write. */
export function isEditor(requestContext: Pick<RequestContext, 'viewer' | 'token'>): boolean {
  return policyStatusOf('editor-or-token', callerOf(requestContext)) === undefined;
}

/** Describes the problem with a token, if one was sent, as RFC 6750 requires. */
function refuse(status: 401 | 403, { token }: RequestContext): Response {
  const trouble =
    token === 'none' ? '' : `, error="${status === 401 ? 'invalid_token' : 'insufficient_scope'}"`;
  return problemResponse(status, { headers: { 'WWW-Authenticate': `Bearer realm="Belfry"${trouble}` } });
}
