import type { CollectionName } from '#app/items/collection/collection.ts';
import { normalizeTyped, parseSearchText, type SearchQuery } from '#app/items/lists/search-query.ts';
import type { SearchKinds } from '#app/items/search/kinds.ts';
import { instantOfTownTime, startOfTomorrow } from '#app/platform/time/town-time.ts';

/** The parameters of a search address, as texts: `from` and `to` are days of the town. */
export type SearchAddress = {
  q: string;
  kind?: CollectionName | undefined;
  from?: string | undefined;
  to?: string | undefined;
  /** '1': also archived items. */
  archived?: '1' | undefined;
};

/** Reads the parameters of a search; invalid ones are ignored. */
export function readSearchAddress(given: URLSearchParams, collections: SearchKinds): SearchAddress {
  const kind = given.get('kind');
  return {
    q: normalizeTyped(given.get('q') ?? ''),
    kind: kind && Object.hasOwn(collections, kind) ? kind : undefined,
    from: dayOf(given.get('from')),
    to: dayOf(given.get('to')),
    archived: given.get('archived') === '1' ? '1' : undefined,
  };
}

/** The query of an address, with its days in the town's time zone. */
export function searchQueryOf({ q, kind, from, to, archived }: SearchAddress, zone: string): SearchQuery {
  const start = from && instantOfTownTime(`${from}T00:00`, zone);
  const last = to && instantOfTownTime(`${to}T00:00`, zone);
  return {
    ...parseSearchText(q),
    kind,
    from: start || undefined,
    to: last ? startOfTomorrow(last, zone) : undefined,
    archived: archived === '1',
  };
}

/** The path and query of a search, normalized. */
export function searchPathOf({ q, kind, from, to, archived }: SearchAddress, page = 1): string {
  const parameters = Object.entries({
    q,
    kind,
    from,
    to,
    archived,
    page: page > 1 ? String(page) : undefined,
  });
  const kept = new URLSearchParams();
  for (const [name, value] of parameters) if (value) kept.set(name, value);
  return kept.size > 0 ? `/search?${kept}` : '/search';
}

/** A day of the calendar, or undefined. */
function dayOf(text: string | null): string | undefined {
  return text && instantOfTownTime(`${text}T00:00`, 'UTC') !== undefined ? text : undefined;
}
