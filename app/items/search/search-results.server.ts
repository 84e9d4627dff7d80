import type { CollectionName } from '#app/items/collection/collection.ts';
import type { FoundContext, FoundItem } from '#app/items/collection/facets.ts';
import type { SearchTerm } from '#app/items/lists/search-query.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Match } from './find-matches.server.ts';
import type { SearchKinds } from './kinds.ts';
import { markSnippet, markText, type Piece } from './marked-text.ts';

/** A match as a page shows it. `href` leads to its page, or to the source if its list does (spec section 2). */
export type SearchResult = {
  collection: CollectionName;
  /** 'Articles'. */
  heading: string;
  id: string;
  /** Of an item whose address has one of its own. */
  slug: string | undefined;
  title: Piece[];
  snippet: Piece[];
  href: string;
  /** When and where, as text. */
  facts: Piece[][];
};

export type ResultContext = FoundContext & { collections: SearchKinds; terms: SearchTerm[] };

/** The matches as results, in order, without those removed meanwhile. */
export async function loadResults(
  db: ReadDb,
  matches: Match[],
  { collections, terms, ...context }: ResultContext,
): Promise<SearchResult[]> {
  const byCollection = Map.groupBy(matches, ({ collection }) => collection);
  const found = await Promise.all(
    Object.values(collections).map(async ({ name, heading, facets: { search } }) => {
      const ids = byCollection.get(name)?.map(({ id }) => id) ?? [];
      const items = ids.length > 0 ? await search.listFound(db, ids, context) : [];
      return items.map((item) => resultOf(item, { collection: name, heading }, terms));
    }),
  );
  const byKey = new Map(found.flat().map((result) => [`${result.collection}/${result.id}`, result]));
  return matches.flatMap(({ collection, id, moreDates }) => {
    const result = byKey.get(`${collection}/${id}`);
    return result ? withMoreDates(result, moreDates) : [];
  });
}

function withMoreDates(result: SearchResult, moreDates: number): SearchResult {
  if (moreDates === 0) return result;
  const text = moreDates === 1 ? 'and 1 more date' : `and ${moreDates} more dates`;
  return { ...result, facts: [...result.facts, [{ text, isMatch: false }]] };
}

function resultOf(
  { id, title, slug, text, href, facts }: FoundItem,
  from: Pick<SearchResult, 'collection' | 'heading'>,
  terms: SearchTerm[],
): SearchResult {
  return {
    ...from,
    id,
    slug: slug ?? undefined,
    title: markText(title, terms),
    snippet: markSnippet(text, terms),
    href,
    facts: facts.map((fact) => markText(fact, terms)),
  };
}
