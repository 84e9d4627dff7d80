import { createContext, useContext } from 'react';
import type { Graph } from 'schema-dts';
import type { CollectionName, Collections } from '#app/items/collection/collection.ts';
import type { ShownDocument } from '#app/items/text/document-links.tsx';
import { JsonLd } from '#app/platform/ui/json-ld-script.tsx';
import { withDocuments } from './json-ld.ts';

/** The collections of the site; set on the server around reading pages. */
export const CollectionsContext = createContext<Collections>({});

type ItemJsonLdProps = { collection: CollectionName; facts: object; documents?: ShownDocument[] };

/** An item's facts for search engines, as the `jsonLd` of its collection writes them, and its documents. */
export function ItemJsonLd({ collection, facts, documents = [] }: ItemJsonLdProps) {
  const { facets } = useContext(CollectionsContext)[collection] ?? {};
  return facets ? (
    <JsonLd about={(site) => withDocuments(facets.jsonLd(facts, site) as Graph, documents, site)} />
  ) : null;
}
