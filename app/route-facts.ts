/** What `routes.ts` declares beside each address, and the functions it is written with. */
import type { Policy, RoutePolicy } from './policy.ts';

/** All that holds for one address besides what its file does. */
export type RouteFacts = {
  policy: RoutePolicy;
  /** Finished responses may be kept for everybody, told apart by these parameters. Without it none is kept. */
  cache?: Parameters;
  /** Responses are large and rarely requested twice: they may only push out each other. */
  isLarge?: true;
  /** What is refused first when there is too much to do; a usual page unless given. */
  load?: 'health' | 'vital' | 'costly';
  /** The sitemap lists it: the page itself, or its items where the address has parameters. */
  inSitemap?: true;
  /** robots.txt asks crawlers to leave alone everything that begins with this path. */
  isClosedToCrawlers?: true;
  /** Its parameter `token` was emailed or printed: who sends it needs no other proof of where the request is from. */
  hasSecret?: true;
};

/**
 * The query parameters that mean something, in their one normal form and a fixed order; undefined when a response to
 * these must not be kept. `params` are the parameters of the path.
 */
export type Parameters = (
  query: URLSearchParams,
  params: Record<string, string>,
) => Record<string, string | undefined> | undefined;

/** An entry of React Router's route configuration; a layout has no address and so no facts. */
export type RouteEntry = {
  id: string;
  path?: string;
  index?: true;
  file: string;
  children?: RouteEntry[];
  facts?: RouteFacts;
};

/** An address by its pattern without a leading slash: 'admin/articles/:id'. */
export type SiteRoute = RouteFacts & { id: string; pattern: string };

type Options = RouteFacts & { id?: string };

/** The file `file` (relative to this folder) at `path`; below another route, relative to its path. */
export function route(path: string, file: string, options: Options): RouteEntry {
  return { ...entryOf(file, options), path };
}

/** The page at the path of its parent. */
export function index(file: string, options: Options): RouteEntry {
  return { ...entryOf(file, options), index: true };
}

/** What surrounds its children, which are below `path` if there is one. */
export function layout(file: string, children: RouteEntry[], path?: string): RouteEntry {
  return { id: idOf(file), file, children, ...(path === undefined ? {} : { path }) };
}

/** Every address that can be requested. */
export function listRoutes(entries: readonly RouteEntry[], prefix = ''): SiteRoute[] {
  return entries.flatMap(({ id, path, facts, children }) => {
    const pattern = [prefix, path].filter(Boolean).join('/');
    if (children) return listRoutes(children, pattern);
    return facts ? [{ id, pattern, ...facts }] : [];
  });
}

function entryOf(file: string, { id, ...facts }: Options): RouteEntry {
  return { id: id ?? idOf(file), file, facts };
}

/** As React Router names a route. */
function idOf(file: string): string {
  return file.replace(/\.tsx?$/, '');
}

/** What pages may know of all addresses. */
export type RouteTable = {
  /** Who may use the route with this pattern by a method; nobody but the administrator where there is none. */
  policyAt: (pattern: string, method: string) => Policy;
  /** Patterns of the pages in the sitemap: '/articles', '/articles/:id/:slug?'. */
  inSitemap: readonly string[];
  /** How paths begin that crawlers are to leave alone: '/api/'. */
  closedToCrawlers: readonly string[];
  /** Whether nobody could know this address without having been sent the secret in it. */
  hasSecret: (address: URL) => boolean;
};
