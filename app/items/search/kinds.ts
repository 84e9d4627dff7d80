import type { Collection } from '#app/items/collection/collection.ts';
import type { ItemFacets } from '#app/items/collection/facets.ts';

/** What search needs to know of a kind of results: a collection, or documents. */
export type SearchKind = Pick<Collection, 'name' | 'heading' | 'source'> & {
  facets: Pick<ItemFacets<unknown>, 'search'>;
};

export type SearchKinds = Readonly<Record<string, SearchKind>>;

/** A kind that a search can be limited to. */
export type Kind = { name: string; heading: string };

export function listKinds(kinds: SearchKinds): Kind[] {
  return Object.values(kinds).map(({ name, heading }) => ({ name, heading }));
}
