import { collections } from '#app/collections.server.ts';
import type { Theme } from '#app/people/request/context.ts';
import type { SiteRoute } from '#app/people/request/route-facts.ts';
import { canonicalPattern } from '../route-patterns.ts';
import { siteRoutes } from '../route-table.ts';

/** An address under which a page can be cached. */
export type CacheKey = {
  /** Path and query in normalized form: without parameters that mean nothing to the page, the others in order. */
  address: string;
  /**
   * Whether anyone can invent any number of such addresses that return a page: those with a cursor, a category or the
   * like. All others are limited to the site's pages. Large files count as well.
   */
  isInventable: boolean;
};

const MAX_KEY_LENGTH = 1000;
/** Addresses without a query, whose keys are not computed again; with it at most half a megabyte. */
const MOST_REMEMBERED = 500;

/** The key of `address` if its page can be cached for everyone, otherwise undefined. */
export type FindCacheKey = (address: string) => CacheKey | undefined;

export const findCacheKey = openCacheKeys(siteRoutes);

function openCacheKeys(routes: readonly SiteRoute[]): FindCacheKey {
  const all = routes.map(({ pattern }) => pattern);
  const byFirst = Map.groupBy(
    routes
      .filter(({ cache }) => cache)
      .map((route) => ({ route, form: canonicalPattern(route.pattern, all) })),
    ({ route }) => firstOf(`/${route.pattern}`),
  );
  const plain = new Map<string, CacheKey>();

  return (address) => {
    const known = plain.get(address);
    if (known) return known;
    if (address.length > MAX_KEY_LENGTH) return undefined;
    const at = address.indexOf('?');
    const path = at < 0 ? address : address.slice(0, at);
    const key = find(path, at < 0 ? undefined : address.slice(at + 1));
    if (key && at < 0) {
      if (plain.size >= MOST_REMEMBERED) plain.clear();
      plain.set(address, key);
    }
    return key;
  };

  function find(path: string, query: string | undefined): CacheKey | undefined {
    for (const { route, form } of byFirst.get(firstOf(path)) ?? []) {
      const params = form.match(path);
      if (params) return keyOf(route, path, params, query);
    }
    return undefined;
  }
}

function keyOf(
  { cache, isLarge }: SiteRoute,
  path: string,
  params: Record<string, string>,
  query: string | undefined,
): CacheKey | undefined {
  const parameters = cache?.(new URLSearchParams(query), params, collections);
  if (!parameters) return undefined;
  if (query === undefined) return { address: path, isInventable: isLarge === true };
  const kept = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) kept.set(name, value);
  const isPlain = kept.size === 0 || (kept.size === 1 && kept.has('page'));
  return { address: kept.size > 0 ? `${path}?${kept}` : path, isInventable: isLarge === true || !isPlain };
}

function firstOf(path: string): string {
  const end = path.indexOf('/', 1);
  return end < 0 ? path : path.slice(0, end);
}

/** The theme that a Cookie header names. */
export function themeOf(cookies: string | undefined): Theme {
  const chosen = cookies && /(?:^|;\s*)theme=(light|dark)(?:;|$)/.exec(cookies)?.[1];
  return (chosen as Theme | undefined) || 'auto';
}
