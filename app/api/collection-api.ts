import { findCollection } from '#app/content/require-collection.ts';
import type { Route } from './+types/collection-api';
import { readCollection } from './collection-read.server.ts';
import { writeCollection } from './collection-write.server.ts';
import { problemResponse } from './problem.ts';

/** `/api/v1/{collection}` and `/api/v1/{collection}/{id}`. */
export function loader(args: Route.LoaderArgs) {
  const collection = findCollection(args);
  return collection ? readCollection(collection, args) : problemResponse(404);
}

export function action(args: Route.ActionArgs) {
  const collection = findCollection(args);
  return collection ? writeCollection(collection, args) : problemResponse(404);
}
