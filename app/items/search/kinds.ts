import type { Collections } from '#app/items/collection/collection.ts';

/** A collection that a search can be limited to. */
export type Kind = { name: string; heading: string };

export function listKinds(collections: Collections): Kind[] {
  return Object.values(collections).map(({ name, heading }) => ({ name, heading }));
}
