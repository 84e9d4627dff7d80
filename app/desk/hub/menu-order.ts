import type { Collection, Collections } from '#app/items/collection/collection.ts';

/** The collections in the order of the admin menu: as on public pages, except for those that come last. */
export function inMenuOrder(collections: Collections): Collection[] {
  const rank = ({ facets: { adminList } }: Collection) => (adminList.isLast ? 1 : 0);
  return Object.values(collections).toSorted((one, other) => rank(one) - rank(other));
}
