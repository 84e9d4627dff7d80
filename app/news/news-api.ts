import { readCollection } from '#app/api/collection-read.server.ts';
import { writeCollection } from '#app/api/collection-write.server.ts';
import type { Route } from './+types/news-api';
import { news } from './news-collection.server.ts';

/** `/api/v1/news` and `/api/v1/news/{id}`. */
export function loader(args: Route.LoaderArgs) {
  return readCollection(news, args);
}

export function action(args: Route.ActionArgs) {
  return writeCollection(news, args);
}
