/** The addresses of `routes.ts` with their facts, and how a path is found among them. */
import { matchRoutes } from 'react-router';
import { collections } from '#app/collections.server.ts';
import type { Policy } from '#app/people/request/policy.ts';
import { listRoutes, type RouteTable, type SiteRoute } from '#app/people/request/route-facts.ts';
import { routes } from '#app/routes.ts';
import { readFeedFile } from '#app/site/feeds/feed.ts';

export const siteRoutes = listRoutes(routes);

export type FoundRoute = { route: SiteRoute; params: Record<string, string | undefined> };

const findPath = openRouteFinder(siteRoutes);

/** Of the path that was asked for last: the parts that handle a request ask one after the other. */
let last: { path: string; found: FoundRoute | undefined } | undefined;

/** The route of a path, or of a hydrated page's data request; undefined if there is none. */
export function findRoute(path: string): FoundRoute | undefined {
  if (last?.path !== path) last = { path, found: findPath(path.replace(/\/_\.data$|\.data$/, '')) };
  return last.found;
}

const byPattern = new Map(siteRoutes.map((route) => [route.pattern, route]));

const areas = Map.groupBy(siteRoutes, ({ pattern }) => firstOf(pattern) ?? '');
const privateAreas = listAreas(areas, (own) => own.some(({ hasSecret }) => hasSecret) || !hasContent(own));
/** Also those that `routes.ts` does not have: files of the build (`public/`), and `metrics.ts`. */
const ownAreas = new Set([
  ...listAreas(areas, (own) => !hasContent(own)),
  ...['api', 'assets', 'illustrations', 'metrics'],
  ...[
    'favicon.svg',
    'mark.svg',
    'maskable.svg',
    'feed-icon.png',
    'feed-icon-512.png',
    'search.js',
    'recount.js',
  ],
]);

export const routeTable: RouteTable = {
  policyAt,
  inSitemap: addressesOf((route) => route.inSitemap),
  closedToCrawlers: addressesOf((route) => route.isClosedToCrawlers).map((path) => path.replace('*', '')),
  takesForeignPosts: (address) =>
    routeTable.hasSecret(address) && findRoute(address.pathname)?.route.takesForeignPosts === true,
  hasSecret({ pathname, searchParams }) {
    const found = findRoute(pathname);
    const token = found?.params.token ?? searchParams.get('token') ?? '';
    return found?.route.hasSecret === true && /^([\w-]{22}|[\w-]{43})$/.test(token);
  },
  isPrivateArea: (pathname) => privateAreas.has(firstOf(pathname) ?? ''),
  isOwnAddress(pathname) {
    if (ownAreas.has(firstOf(pathname) ?? '')) return true;
    const { route, params } = findRoute(pathname) ?? {};
    if (params?.feed !== undefined) return readFeedFile(params.feed, collections) !== undefined;
    const pattern = route?.pattern ?? '';
    return pattern !== '' && !/[:*]/.test(pattern);
  },
};

/** Who may use `path`. Where nothing is, anyone may learn that. */
export function policyOfPath(path: string, method: string): Policy {
  const found = findRoute(path);
  return found ? policyFor(found.route, method) : 'public';
}

function policyAt(pattern: string, method: string): Policy {
  const route = byPattern.get(pattern.replace(/^\//, ''));
  return route ? policyFor(route, method) : 'admin';
}

function policyFor({ policy }: SiteRoute, method: string): Policy {
  return method === 'GET' || method === 'HEAD' ? policy.read : (policy.write ?? policy.read);
}

type Areas = ReadonlyMap<string, SiteRoute[]>;

/** The first segments of addresses whose routes are selected. */
function listAreas(areas: Areas, select: (own: SiteRoute[]) => boolean): ReadonlySet<string> {
  return new Set(
    [...areas].filter(([first, own]) => /^[\w.]/.test(first) && select(own)).map(([first]) => first),
  );
}

/** Whether one of the routes is a page that is the same for everyone. */
function hasContent(routes: SiteRoute[]): boolean {
  return routes.some(({ cache }) => cache);
}

function addressesOf(select: (route: SiteRoute) => boolean | undefined): string[] {
  return siteRoutes.filter(select).map(({ pattern }) => `/${pattern}`);
}

/**
 * Finds routes as React Router does, but only among those with a matching first segment: React Router ranks all given
 * routes at each call.
 */
export function openRouteFinder(routes: readonly SiteRoute[]): (path: string) => FoundRoute | undefined {
  const all = routes.map((route) => ({
    path: route.pattern,
    route,
    first: firstOf(route.pattern) ?? '',
  }));
  const anywhere = all.filter(({ first }) => /[:*?]/.test(first));
  const byFirst = new Map<string, typeof all>();
  for (const { first } of all)
    byFirst.set(first, [...all.filter((route) => route.first === first), ...anywhere]);
  return (path) => {
    const first = firstOf(path);
    // React Router would log what it can't decode.
    if (first === undefined) return undefined;
    const match = matchRoutes(byFirst.get(first) ?? anywhere, path)?.at(-1);
    return match && { route: (match.route as (typeof all)[number]).route, params: match.params };
  };
}

/** The first segment as React Router compares it, whatever its case and escapes; undefined if it can't be decoded. */
function firstOf(path: string): string | undefined {
  try {
    decodeURIComponent(path);
    const [first = ''] = path.replace(/^\/+/, '').split('/');
    return decodeURIComponent(first).toLowerCase();
  } catch {
    return undefined;
  }
}
