import { redirect } from 'react-router';
import type { CollectionName } from './item-schema.ts';

/**
 * Throws the permanent redirect to the collection's feed where `id`, which no item has, is `feed`: `/news/feed` is where
 * many readers look for it. An item with that id is shown as any other.
 */
export function leadToFeed(collection: Exclude<CollectionName, 'businesses'>, id: string): void {
  if (id === 'feed') throw redirect(`/feeds/${collection}.rss`, 301);
}
