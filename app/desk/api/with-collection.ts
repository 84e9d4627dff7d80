import { findCollection } from '#app/items/content/require-collection.ts';
import type { CallArgs } from './call.ts';
import { collectionCalls } from './collection-calls.server.ts';
import { problemResponse } from './problem-document.ts';

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
