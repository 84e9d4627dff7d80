import type { CollectionName } from '#app/items/collection/collection.ts';

/** The share image of an item, 1200 by 630, as a path. Each version has its own address. */
export function sharePictureOf(
  collection: CollectionName,
  { id, version }: { id: string; version: number | string },
): string {
  return `/share/${collection}/${id}.png?v=${version}`;
}
