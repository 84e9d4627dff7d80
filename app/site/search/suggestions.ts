import { normalizeTyped, parseSearchText } from '#app/items/lists/search-query.ts';
import { searchKindsOf } from '#app/items/search/document-kind.server.ts';
import { findMatches } from '#app/items/search/find-matches.server.ts';
import { loadResults } from '#app/items/search/search-results.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/suggestions';

/** How many fit under the box without hiding the page. */
const MOST_SUGGESTIONS = 8;

/** `/search/suggestions?q=`: suggestions for the typed words, as JSON for the search box. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, ...context } = readContext(args);
  const collections = searchKindsOf(context.collections);
  const query = parseSearchText(normalizeTyped(new URL(args.url).searchParams.get('q') ?? ''));
  const { timeZone, locale } = town;
  const options = { collections, now, zone: timeZone, limit: 2 * MOST_SUGGESTIONS, isGrowing: true };
  const { matches } = await findMatches(read, query, options);
  const results = await loadResults(read, matches, {
    collections,
    terms: query.terms,
    clock: { timeZone, locale },
    now,
  });
  const items = results.map(({ heading, title, href }) => ({
    title: title.map(({ text }) => text).join(''),
    kind: heading,
    href,
  }));
  // A weekly event has the same title each time: the first is enough.
  const unique = [...new Map(items.toReversed().map((item) => [item.title, item])).values()].toReversed();
  return Response.json({ items: unique.slice(0, MOST_SUGGESTIONS) });
}
