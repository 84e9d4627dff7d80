import { redirect } from 'react-router';
import type { CollectionName } from '#app/items/collection/collection.ts';

/**
 * Throws the permanent redirect to the collection's feed if `id`, which no item has, is `feed`: many readers look for
 * it at `/news/feed`. An item with that id is shown as usual.
 */
export function leadToFeed(collection: CollectionName, id: string): void {
  if (id === 'feed') throw redirect(`/feeds/${collection}.rss`, 301);
}
