import { findCollection } from '#app/content/require-collection.ts';
import type { Route } from './+types/revision-restore-api';
import { problemResponse } from './problem.ts';
import { writeRevision } from './revisions.server.ts';

/** `/api/v1/{collection}/{id}/revisions/{revision}/restore`. */
export function loader(args: Route.LoaderArgs) {
  return respond(args);
}

export function action(args: Route.ActionArgs) {
  return respond(args);
}

function respond(args: Route.LoaderArgs | Route.ActionArgs): Promise<Response> | Response {
  const collection = findCollection(args);
  return collection ? writeRevision(collection, args) : problemResponse(404);
}
