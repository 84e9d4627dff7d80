import type { RouterContextProvider } from 'react-router';
import type { Viewer } from '#app/auth/viewer.ts';
import type { Collection, StoredItem } from '#app/content/collection.server.ts';
import { visitContext } from '#app/context.ts';
import { isDatabaseFailure } from '#app/database/failure.ts';
import { entityTagOf } from './entity-tag.ts';
import { allowedMethods, findOperation, type Operation, type Policy } from './operations.ts';
import { problemResponse } from './problem.ts';

type Args = {
  request: Request;
  params: { id?: string | undefined };
  context: Readonly<RouterContextProvider>;
};

/**
 * Runs `work` for the operation that the request asks for, once its policy lets the viewer pass. Otherwise 405, 401
 * or 403; whatever fails is logged and becomes a 503 where the database could not, else a 500 that tells nothing.
 */
export async function answer(
  { request, params, context }: Args,
  work: (operation: Operation) => Promise<Response>,
): Promise<Response> {
  const target = params.id === undefined ? 'collection' : 'item';
  const operation = findOperation(request.method, target);
  if (!operation) return problemResponse(405, { headers: { Allow: allowedMethods(target) } });
  const { viewer, services } = context.get(visitContext);
  const refusal = refusalOf(operation.policy, viewer);
  if (refusal) return problemResponse(refusal);
  try {
    return await work(operation);
  } catch (error) {
    services.log.error(
      { err: error, operation: operation.name, path: new URL(request.url).pathname },
      'request failed',
    );
    if (!isDatabaseFailure(error)) return problemResponse(500);
    return problemResponse(503, { detail: 'Nothing was saved.', headers: { 'Retry-After': '10' } });
  }
}

/** An item as the API answers it, with its entity tag. */
export function itemResponse(collection: Collection, item: StoredItem, init: ResponseInit = {}): Response {
  const response = Response.json(collection.toJson(item), init);
  response.headers.set('ETag', entityTagOf(item));
  return response;
}

function refusalOf(policy: Policy, viewer: Viewer): 401 | 403 | undefined {
  if (policy === 'anyone' || viewer.kind === 'admin') return undefined;
  return viewer.kind === 'visitor' ? 401 : 403;
}
