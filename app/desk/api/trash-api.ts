import type { Route } from './+types/trash-api';
import { problemResponse } from './problem.ts';
import { readTrash } from './trash-read.server.ts';

/** `/api/v1/trash`: deleted items of all collections. */
export function loader(args: Route.LoaderArgs) {
  return readTrash(args);
}

export function action() {
  return problemResponse(405, { headers: { Allow: 'GET, HEAD' } });
}
