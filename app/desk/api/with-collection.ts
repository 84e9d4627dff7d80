import type { Collection } from '#app/items/collection/collection.ts';
import { findCollection } from '#app/items/content/require-collection.ts';
import type { ApiArgs } from './collection-read.server.ts';
import { problemResponse } from './problem.ts';

type CollectionArgs = ApiArgs & { params: { collection: string; revision?: string | undefined } };

/** A loader or an action for addresses below `/api/v1/{collection}`; 404 if there is no such collection. */
export function withCollection(respond: (collection: Collection, args: CollectionArgs) => Promise<Response>) {
  return (args: CollectionArgs): Promise<Response> | Response => {
    const collection = findCollection(args);
    return collection ? respond(collection, args) : problemResponse(404);
  };
}
