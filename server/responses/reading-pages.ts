/**
 * Loads reading pages without the router: their loaders are called directly, and nothing of what the router does for
 * the browser (hydration data, manifests, matching on both sides) is done for them. That takes less than half the time.
 * The router loads what is neither plain success nor a redirect, and addresses that are not in canonical form; either
 * way `#app/site/frame/reading-document.server.tsx` renders them.
 */
import { hash } from 'node:crypto';
import type { ReactNode } from 'react';
import { RouterContextProvider, type ServerBuild } from 'react-router';
import { type RequestContext, requestContextKey } from '#app/people/request/context.ts';
import { frameFactsOf } from '#app/site/frame/frame-facts.server.tsx';
import {
  headersOf,
  isReading,
  type ReadingMatch,
  readingDocument,
} from '#app/site/frame/reading-document.server.tsx';
import { type CanonicalPattern, canonicalPattern } from '../route-patterns.ts';
import { siteRoutes } from '../route-table.ts';

/** The page at an address, with its data, or where its loaders redirect to; undefined where the router must respond. */
export type ReadingPages = (
  url: URL,
  requestContext: RequestContext,
) => Promise<LoadedPage | Response | undefined>;

/** `fingerprint` tells whether anything differs that the page is made of; `headers` are those that its routes set. */
export type LoadedPage = { tree: ReactNode; fingerprint: string; headers: Headers };

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;
/** The routes from the root to a page. */
type Chain = BuiltRoute[];

/** Finds the reading pages among the routes of a build. */
export function openReadingPages(
  routes: ServerBuild['routes'],
  buildId: string,
  table: readonly { id: string; pattern: string }[] = siteRoutes,
): ReadingPages {
  const all = table.map(({ pattern }) => pattern);
  const pages = table.flatMap(({ id, pattern }) => {
    const chain = chainOf(id, routes);
    const isDirect =
      isReading(chain.slice(1).map(({ module }) => module)) && !chain.slice(1).some(hasMiddleware);
    return isDirect ? [{ chain, form: canonicalPattern(pattern, all) }] : [];
  });
  return async (url, requestContext) => {
    const found = findPage(pages, url.pathname);
    if (!found) return undefined;
    const { chain, params } = found;
    const matches = await Promise.all(chain.map((route) => load(route, params, url, requestContext))).catch(
      redirectOf,
    );
    if (matches instanceof Response) return matches;
    if (!matches?.every(({ loaderData }) => isPlain(loaderData))) return undefined;
    const loaded = matches.map(({ loaderData }) => loaderData);
    const made = JSON.stringify([
      buildId,
      url.pathname,
      frameFactsOf(requestContext),
      requestContext.town.locale,
      loaded,
    ]);
    return {
      tree: readingDocument(matches, url, requestContext),
      fingerprint: hash('sha256', made, 'base64url'),
      headers: headersOf(matches),
    };
  };
}

type Page = { chain: Chain; form: CanonicalPattern };

function findPage(pages: readonly Page[], pathname: string) {
  for (const { chain, form } of pages) {
    const params = form.match(pathname);
    if (params) return { chain, params };
  }
  return undefined;
}

/** What a loader returns for a page: it is given the address and the visit, and nothing else of a request. */
async function load(
  { id, module, parentId }: BuiltRoute,
  params: Record<string, string>,
  url: URL,
  requestContext: RequestContext,
): Promise<ReadingMatch> {
  const match = { id, module, params, pathname: url.pathname, loaderData: undefined };
  const { loader } = module;
  // The root's loader only serves pages that hydrate.
  if (typeof loader !== 'function' || parentId === undefined) return match;
  const context = new RouterContextProvider();
  context.set(requestContextKey, requestContext);
  const loaderData = await loader({
    params,
    url,
    pattern: '',
    context,
    get request() {
      return new Request(url);
    },
  });
  return { ...match, loaderData };
}

function redirectOf(thrown: unknown): Response | undefined {
  return thrown instanceof Response && thrown.headers.has('Location') ? thrown : undefined;
}

/** Neither a response nor data with a status of its own. */
function isPlain(result: unknown): boolean {
  if (result instanceof Response) return false;
  return (result as { type?: unknown } | undefined)?.type !== 'DataWithResponseInit';
}

function hasMiddleware({ module }: BuiltRoute): boolean {
  return module.middleware !== undefined;
}

function chainOf(id: string, routes: ServerBuild['routes']): Chain {
  const route = routes[id];
  return route ? [...(route.parentId ? chainOf(route.parentId, routes) : []), route] : [];
}
