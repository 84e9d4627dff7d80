import type { Collection, Collections } from '#app/collection/collection.ts';

/** The collections as the admin menu and the Overview list them: in the public order, except for those that come last. */
export function inMenuOrder(collections: Collections): Collection[] {
  const rank = ({ adminList }: Collection) => (adminList.isLast ? 1 : 0);
  return Object.values(collections).toSorted((one, other) => rank(one) - rank(other));
}
