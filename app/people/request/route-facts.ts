/** The facts that `routes.ts` declares for each address, and the functions to declare them. */
import type { Policy, RoutePolicy } from './policy.ts';
import type { RequestParts } from './request-parts.ts';

/** Everything about an address except its file. */
export type RouteFacts = {
  policy: RoutePolicy;
  /** Responses can be cached for everyone, distinguished by these parameters. Without it none is cached. */
  cache?: Parameters;
  /** Responses are large and rarely requested twice: they can only evict each other. */
  isLarge?: true;
  /** Its class under overload; a normal page by default. */
  load?: 'health' | 'vital' | 'costly';
  /** The sitemap lists it: the page itself, or its items if the address has parameters. */
  inSitemap?: true;
  /** The site as files has it, too (`belfry export site`). What is in the sitemap is. */
  asFile?: true;
  /** robots.txt excludes everything that begins with this path. */
  isClosedToCrawlers?: true;
  /** How many pictures of up to 20 MiB a form or call may bring; otherwise its body is limited to 1 MiB. */
  files?: number;
  /** The files are no pictures, and each may have this many bytes. */
  maxFileBytes?: number;
  /** How many documents of up to 25 MiB it may bring, in addition to pictures. */
  documents?: number;
  /** A POST from any site counts: the secret in its address is all that it needs. */
  takesForeignPosts?: true;
  /** Its parameter `token` was emailed or printed: a request with it needs no other evidence of its origin. */
  hasSecret?: true;
};

/**
 * The meaningful query parameters in their normal form and a fixed order; undefined if the response to them must not be
 * cached. `params` are the parameters of the path, `collections` those of the site.
 */
export type Parameters = (
  query: URLSearchParams,
  params: Record<string, string>,
  collections: RequestParts['collections'],
) => Record<string, string | undefined> | undefined;

/** An entry of React Router's route configuration; a layout has no address, so it has no facts. */
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

/** The page at its parent's path. */
export function index(file: string, options: Options): RouteEntry {
  return { ...entryOf(file, options), index: true };
}

/** The layout around its children, which are below `path` if there is one. */
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

/** The name of the file: ids are in every page with script, and folders would make each longer. */
function idOf(file: string): string {
  return file.replace(/^.*\//, '').replace(/\.tsx?$/, '');
}

/** What pages can look up about all addresses. */
export type RouteTable = {
  /** Who may use the route with this pattern and method; only the administrator if there is none. */
  policyAt: (pattern: string, method: string) => Policy;
  /** Patterns of the pages in the sitemap: '/articles', '/articles/:id/:slug?'. */
  inSitemap: readonly string[];
  /** The paths that crawlers should leave alone: '/api/'. */
  closedToCrawlers: readonly string[];
  /** Whether a POST to this address may come from the pages of any site. */
  takesForeignPosts: (address: URL) => boolean;
  /** Whether this address contains a secret that only its recipient knows. */
  hasSecret: (address: URL) => boolean;
  /**
   * Whether addresses that begin like this one are for members, editors or people with a secret, or for no one to
   * remember: one of the site's routes there takes a secret, or none is a page that is the same for everyone.
   */
  isPrivateArea: (pathname: string) => boolean;
  /**
   * Whether an address is the site's own for good, whatever is there at the moment: a fixed page, or anything in an area
   * that has no content, such as the administration, the API and emailed links. Not those of items.
   */
  isOwnAddress: (pathname: string) => boolean;
};
