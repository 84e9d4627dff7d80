import { findCollection } from '#app/content/require-collection.ts';
import type { Route } from './+types/restore-api';
import { problemResponse } from './problem.ts';
import { restoreItem } from './trash-write.server.ts';

/** `/api/v1/{collection}/{id}/restore`. */
export function loader(args: Route.LoaderArgs) {
  return respond(args);
}

export function action(args: Route.ActionArgs) {
  return respond(args);
}

function respond(args: Route.LoaderArgs | Route.ActionArgs): Promise<Response> | Response {
  const collection = findCollection(args);
  return collection ? restoreItem(collection, args) : problemResponse(404);
}
