/** The addresses of `routes.ts` with their facts, and how a path is found among them. */
import { matchRoutes } from 'react-router';
import { collections } from '#app/collections.server.ts';
import type { Policy } from '#app/people/request/policy.ts';
import { listRoutes, type RouteTable, type SiteRoute } from '#app/people/request/route-facts.ts';
import { routes } from '#app/routes.ts';
import { readFeedFile } from '#app/site/feeds/feed.ts';

export const siteRoutes = listRoutes(routes);

export type FoundRoute = { route: SiteRoute; params: Record<string, string | undefined> };

/** By how many segments routes are distinguished before React Router ranks them: after three, few are left. */
const DEPTH = 3;

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
 * Finds routes as React Router does, but only among those whose first segments match: React Router ranks all given
 * routes at each call.
 */
export function openRouteFinder(routes: readonly SiteRoute[]): (path: string) => FoundRoute | undefined {
  const branches = branchOf(
    routes.map((route) => ({ path: route.pattern, route, segments: segmentsOf(route.pattern) ?? [] })),
    0,
  );
  return (path) => {
    const segments = segmentsOf(path);
    // React Router would log what it can't decode.
    if (!segments) return undefined;
    let branch = branches;
    for (const segment of segments.slice(0, DEPTH))
      branch = branch.next?.get(segment) ?? branch.other ?? branch;
    const match = matchRoutes(branch.candidates, path)?.at(-1);
    return match && { route: (match.route as Candidate).route, params: match.params };
  };
}

type Candidate = { path: string; route: SiteRoute; segments: string[] };

/** The routes that can match, and those among them once the next segment is known: `other` is any that none names. */
type Branch = { candidates: Candidate[]; next?: ReadonlyMap<string, Branch>; other?: Branch };

function branchOf(candidates: Candidate[], at: number): Branch {
  if (at === DEPTH) return { candidates };
  const nameOf = ({ segments }: Candidate) => {
    // What can be left out moves all segments behind it.
    const isFixed = !segments.slice(0, at + 1).some((segment) => /[*?]/.test(segment));
    const segment = segments[at] ?? '';
    return isFixed && segment !== '' && !segment.includes(':') ? segment : undefined;
  };
  const unnamed = candidates.filter((each) => nameOf(each) === undefined);
  const names = new Set(candidates.map(nameOf).filter((name) => name !== undefined));
  const branchAt = (name: string) =>
    branchOf(
      candidates.filter((each) => [name, undefined].includes(nameOf(each))),
      at + 1,
    );
  return {
    candidates,
    next: new Map([...names].map((name) => [name, branchAt(name)])),
    other: branchOf(unnamed, at + 1),
  };
}

function firstOf(path: string): string | undefined {
  return segmentsOf(path)?.[0];
}

/** The segments as React Router compares them, whatever their case and escapes; undefined if they can't be decoded. */
function segmentsOf(path: string): string[] | undefined {
  try {
    return path
      .replace(/^\/+/, '')
      .split('/')
      .map((segment) => decodeURIComponent(segment).toLowerCase());
  } catch {
    return undefined;
  }
}
