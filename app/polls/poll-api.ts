import { readCollection } from '#app/api/collection-read.server.ts';
import { writeCollection } from '#app/api/collection-write.server.ts';
import type { Route } from './+types/poll-api';
import { polls } from './poll-collection.server.ts';

/** `/api/v1/polls` and `/api/v1/polls/{id}`. */
export function loader(args: Route.LoaderArgs) {
  return readCollection(polls, args);
}

export function action(args: Route.ActionArgs) {
  return writeCollection(polls, args);
}
