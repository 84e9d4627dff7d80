import { createContext, useContext } from 'react';
import type { CollectionName, Collections } from '#app/items/collection/collection.ts';
import { JsonLd } from '#app/platform/ui/json-ld-script.tsx';

/** The collections of the site; set on the server around reading pages. */
export const CollectionsContext = createContext<Collections>({});

/** An item's facts for search engines, as the `jsonLd` of its collection writes them. */
export function ItemJsonLd({ collection, facts }: { collection: CollectionName; facts: object }) {
  const { facets } = useContext(CollectionsContext)[collection] ?? {};
  return facets ? <JsonLd about={(site) => facets.jsonLd(facts, site)} /> : null;
}
