import { readCollection } from '#app/api/collection-read.server.ts';
import { writeCollection } from '#app/api/collection-write.server.ts';
import type { Route } from './+types/article-api';
import { articles } from './article-collection.server.ts';

/** `/api/v1/articles` and `/api/v1/articles/{id}`. */
export function loader(args: Route.LoaderArgs) {
  return readCollection(articles, args);
}

export function action(args: Route.ActionArgs) {
  return writeCollection(articles, args);
}
