import { readCollection } from '#app/api/collection-read.server.ts';
import { writeCollection } from '#app/api/collection-write.server.ts';
import type { Route } from './+types/business-api';
import { businesses } from './business-collection.server.ts';

/** `/api/v1/businesses` and `/api/v1/businesses/{id}`. */
export function loader(args: Route.LoaderArgs) {
  return readCollection(businesses, args);
}

export function action(args: Route.ActionArgs) {
  return writeCollection(businesses, args);
}
