import { requireCollection } from '#app/items/content/require-collection.ts';
import type { Route } from './+types/collection-list';
import { ContentTable } from './content-table.tsx';
import { loadContentTable, removeContent } from './load-content-table.server.ts';

/** `/admin/{collection}`: the list of a collection's items. */
export function loader(args: Route.LoaderArgs) {
  return loadContentTable(args, requireCollection(args));
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, requireCollection(args));
}

export default function CollectionList({ loaderData }: Route.ComponentProps) {
  return <ContentTable {...loaderData} />;
}
