import type { CollectionName } from './item-schema.ts';

/**
 * The picture of 1200 by 630 that stands for an item where its link is shared, as a path. Who has an older version of it
 * is given another address.
 */
export function sharePictureOf(
  collection: Exclude<CollectionName, 'businesses'>,
  { id, version }: { id: string; version: number | string },
): string {
  return `/share/${collection}/${id}.png?v=${version}`;
}
