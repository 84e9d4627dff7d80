/** The API's calls for the items of a collection (product contract section 4). */
import type { Collection } from '#app/items/collection/collection.ts';
import { findCollection } from '#app/items/content/require-collection.ts';
import type { CallArgs, CallResponse } from './call.ts';
import { uncheckedBody } from './call-body.server.ts';
import { readItem, readList } from './collection-read.server.ts';
import { patchItem, putItem, removeItem } from './collection-write.server.ts';
import { type Calls, defineCalls } from './define-calls.server.ts';
import {
  foreverParameter,
  fromParameter,
  headerParameter,
  idParameter,
  listParameters,
  pascal,
  publicationParameter,
  reference,
  revisionParameter,
  revisionsSchema,
  seriesParameter,
  text,
} from './openapi-schemas.server.ts';
import { problemResponse } from './problem-document.ts';
import { readRevision, readRevisions, writeRevision } from './revision-responses.server.ts';
import { restoreItem } from './trash-calls.server.ts';

const known = new WeakMap<Collection, Calls>();

/** The same calls for the same collection. */
export function collectionCalls(collection: Collection): Calls {
  const calls = known.get(collection) ?? callsOf(collection);
  known.set(collection, calls);
  return calls;
}

const editing = 'editor-or-token';
const ifMatch = headerParameter('If-Match', 'The ETag of the item when it was read');
const ifNew = headerParameter('If-None-Match', '* if the item must not exist yet');
const ifChanged = headerParameter('If-None-Match', 'The ETag of the cached response');

function callsOf(collection: Collection): Calls {
  const { singular, name: plural } = collection;
  const { takesFrom, listSeriesIds } = collection.store;
  const [one, all] = [pascal(singular), pascal(plural)];
  const path = `/api/v1/${plural}`;
  const writeParameters = [idParameter, ifMatch, ...(listSeriesIds ? [seriesParameter] : [])];
  const item = (description: string): CallResponse => ({
    description,
    headers: { ETag: { schema: text } },
    schema: reference(one),
  });
  return defineCalls(plural, [
    {
      path,
      method: 'GET',
      operationId: `list${all}`,
      summary: `List ${plural}`,
      policy: 'public',
      parameters: [...listParameters, publicationParameter, ...(takesFrom ? [fromParameter] : [])],
      responses: { 200: { description: 'One page of the list', schema: reference(`${one}Page`) } },
      problems: [400, 403],
      run: (args) => readList(collection, args),
    },
    {
      path: `${path}/{id}`,
      method: 'GET',
      operationId: `find${one}`,
      summary: `Read one ${singular}`,
      policy: 'public',
      parameters: [idParameter, ifChanged],
      responses: { 200: item(`The ${singular}`), 304: { description: 'Not modified' } },
      problems: [404],
      run: (args) => readItem(collection, args),
    },
    {
      path: `${path}/{id}`,
      method: 'PUT',
      operationId: `put${one}`,
      summary: `Create or overwrite one ${singular}`,
      policy: 'contributor-or-token',
      parameters: [...writeParameters, ifNew],
      body: uncheckedBody(() => reference(`${one}Input`)),
      responses: {
        200: item(`The overwritten ${singular}, re-read`),
        201: item(`The new ${singular}, re-read`),
      },
      problems: [404, 409, 412],
      run: (args, sent) => putItem(collection, args, sent),
    },
    {
      path: `${path}/{id}`,
      method: 'PATCH',
      operationId: `patch${one}`,
      summary: `Change some fields of one ${singular}`,
      policy: 'contributor-or-token',
      parameters: writeParameters,
      body: uncheckedBody(() => reference(`${one}Patch`), { isPatch: true }),
      responses: { 200: item(`The changed ${singular}, re-read`) },
      problems: [404, 409, 412],
      run: (args, sent) => patchItem(collection, args, sent),
    },
    {
      path: `${path}/{id}`,
      method: 'DELETE',
      operationId: `remove${one}`,
      summary: `Move one ${singular} to the trash`,
      policy: editing,
      parameters: [...writeParameters, foreverParameter],
      responses: { 204: { description: 'Deleted' } },
      problems: [400, 404, 412],
      run: (args) => removeItem(collection, args),
    },
    {
      path: `${path}/{id}/restore`,
      method: 'POST',
      operationId: `restore${one}`,
      summary: `Restore one ${singular} from the trash`,
      policy: editing,
      parameters: [idParameter],
      responses: { 200: item(`The restored ${singular}`) },
      problems: [404, 409],
      run: (args) => restoreItem(collection, args),
    },
    {
      path: `${path}/{id}/revisions`,
      method: 'GET',
      operationId: `list${one}Revisions`,
      summary: `List what was saved of one ${singular}, newest first`,
      policy: editing,
      parameters: [idParameter],
      responses: { 200: { description: 'The revisions', schema: revisionsSchema } },
      problems: [404],
      run: (args) => readRevisions(collection, args),
    },
    {
      path: `${path}/{id}/revisions/{revision}`,
      method: 'GET',
      operationId: `find${one}Revision`,
      summary: `Read one ${singular} as it was saved`,
      policy: editing,
      parameters: [idParameter, revisionParameter],
      responses: { 200: { description: `The ${singular} as it was; what it lacked is null` } },
      problems: [404],
      run: (args) => readRevision(collection, args),
    },
    {
      path: `${path}/{id}/revisions/{revision}/restore`,
      method: 'POST',
      operationId: `restore${one}Revision`,
      summary: `Save one ${singular} as it was again`,
      policy: editing,
      parameters: [idParameter, revisionParameter],
      responses: { 200: item(`The restored ${singular}`) },
      problems: [404, 409, 422],
      run: (args) => writeRevision(collection, args),
    },
  ]);
}

type CollectionArgs = CallArgs & { params: { collection: string } };

/**
 * A loader and an action for the calls of a collection at these addresses below `/api/v1/{collection}`; 404 if there is
 * no such collection.
 */
export function withCollection(...addresses: string[]) {
  return async (args: CollectionArgs): Promise<Response> => {
    const collection = findCollection(args);
    if (!collection) return problemResponse(404);
    const { collection: name, ...params } = args.params;
    const paths = addresses.map((address) => `/api/v1/${name}${address}`);
    return collectionCalls(collection).at(...paths)({ ...args, params });
  };
}
