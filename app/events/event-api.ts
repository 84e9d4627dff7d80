import { readCollection } from '#app/api/collection-read.server.ts';
import { writeCollection } from '#app/api/collection-write.server.ts';
import type { Route } from './+types/event-api';
import { events } from './event-collection.server.ts';

/** `/api/v1/events` and `/api/v1/events/{id}`. */
export function loader(args: Route.LoaderArgs) {
  return readCollection(events, args);
}

export function action(args: Route.ActionArgs) {
  return writeCollection(events, args);
}
