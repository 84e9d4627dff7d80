import type { Route } from './+types/trash-api';
import { problemResponse } from './problem.ts';
import { answerTrash } from './trash-read.server.ts';

/** `/api/v1/trash`: deleted items of all collections. */
export function loader(args: Route.LoaderArgs) {
  return answerTrash(args);
}

export function action() {
  return problemResponse(405, { headers: { Allow: 'GET, HEAD' } });
}
