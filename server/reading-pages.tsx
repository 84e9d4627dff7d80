/**
 * Pages without scripts, rendered without the router: its loaders and components are called directly, without what the
 * router does for the browser (hydration data, manifests, matching on both sides). That takes less than half the time.
 * Everything other than plain success or a redirect (a status, an error) is left to the router.
 */
import { hash } from 'node:crypto';
import { createElement, type ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { type LinkDescriptor, RouterContextProvider, type ServerBuild } from 'react-router';
import { type Visit, visitContext } from '#app/context.ts';
import type { RouteHandle } from '#app/hydration.ts';
import { frameFactsOf } from '#app/site/frame-facts.ts';
import { SiteDocument } from '#app/site/site-document.tsx';
import { FeedLinks } from '#app/syndication/feed-links.tsx';

/**
 * The page at an address, with its data, or the redirect from its loaders; undefined where the router must handle it.
 */
export type ReadingPages = (url: URL, visit: Visit) => Promise<LoadedPage | Response | undefined>;

/** `fingerprint` changes when the page's data does. */
export type LoadedPage = { tree: ReactNode; fingerprint: string };

type BuiltRoute = NonNullable<ServerBuild['routes'][string]>;
type ReadingRoute = { pattern: RegExp; names: string[]; chain: BuiltRoute[]; section: string | undefined };

/** Finds the reading pages among the routes of a build. */
export function openReadingPages(routes: ServerBuild['routes'], buildId: string): ReadingPages {
  const found = Object.values(routes).flatMap((route) => (route && isReading(route) ? [route] : []));
  const leaves = found.filter(({ path }) => path !== undefined).map((leaf) => readingRoute(leaf, routes));
  const links = (routes.root?.module.links?.() ?? []) as LinkDescriptor[];
  const head = links.map((link) => createElement('link', { key: JSON.stringify(link), ...link }));

  return async (url, visit) => {
    for (const route of leaves) {
      const match = route.pattern.exec(url.pathname);
      if (match) return loadTree(route, paramsOf(route, match), url, visit, { head, buildId });
    }
    return undefined;
  };
}

/** The complete HTML of a tree. */
export function renderDocument(tree: ReactNode): string {
  return `<!DOCTYPE html>${renderToString(tree)}`;
}

async function loadTree(
  { chain, section }: ReadingRoute,
  params: Record<string, string>,
  url: URL,
  visit: Visit,
  { head, buildId }: { head: ReactNode; buildId: string },
): Promise<LoadedPage | Response | undefined> {
  const loaded = await Promise.all(chain.map((route) => load(route, params, url, visit))).catch(redirectOf);
  if (loaded instanceof Response) return loaded;
  if (!loaded?.every(isPlain)) return undefined;
  const page = chain.reduceRight<ReactNode>(
    (children, route, index) =>
      createElement(handleOf(route)?.page ?? 'div', { loaderData: loaded[index] }, children),
    undefined,
  );
  const facts = frameFactsOf(visit);
  const lang = visit.town.locale;
  const tree = (
    <SiteDocument
      facts={facts}
      lang={lang}
      section={section}
      path={url.pathname}
      front={(loaded.at(-1) as { front?: boolean } | undefined)?.front === true}
      head={
        <>
          <FeedLinks path={url.pathname} />
          {head}
        </>
      }
    >
      {page}
    </SiteDocument>
  );
  const made = JSON.stringify([buildId, url.pathname, facts, lang, loaded]);
  return { tree, fingerprint: hash('sha256', made, 'base64url') };
}

/** What a loader returns for a page: it gets the address and the visit, and nothing else of a request. */
async function load(
  { module }: BuiltRoute,
  params: Record<string, string>,
  url: URL,
  visit: Visit,
): Promise<unknown> {
  const { loader } = module;
  if (typeof loader !== 'function') return undefined;
  const context = new RouterContextProvider();
  context.set(visitContext, visit);
  return loader({
    params,
    url,
    pattern: '',
    context,
    get request() {
      return new Request(url);
    },
  });
}

function redirectOf(thrown: unknown): Response | undefined {
  return thrown instanceof Response && thrown.headers.has('Location') ? thrown : undefined;
}

/** Neither a response nor data with its own status. */
function isPlain(result: unknown): boolean {
  if (result instanceof Response) return false;
  return (result as { type?: unknown } | undefined)?.type !== 'DataWithResponseInit';
}

function handleOf({ module }: BuiltRoute): RouteHandle | undefined {
  return module.handle as RouteHandle | undefined;
}

function isReading(route: BuiltRoute): boolean {
  return handleOf(route)?.page !== undefined && !route.module.middleware;
}

/**
 * Only canonical addresses, and possible ids: the router accepts more, and gets all the rest. The root's own loader
 * only serves pages that hydrate.
 */
function readingRoute(leaf: BuiltRoute, routes: ServerBuild['routes']): ReadingRoute {
  const chain = [leaf];
  for (let id = leaf.parentId; id && id !== 'root'; id = routes[id]?.parentId) {
    const parent = routes[id];
    if (parent) chain.unshift(parent);
  }
  const path = chain.flatMap((route) => route.path ?? []).join('/');
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const section = chain.map((route) => handleOf(route)?.section).findLast(Boolean);
  return { pattern: patternOf(path, routes), names, chain, section };
}

/** An optional last part is absent where another route has a fixed word: `polls/:id/vote`. */
function patternOf(path: string, routes: ServerBuild['routes']): RegExp {
  const stem = path.replace(/\/:\w+\?$/, '');
  const taken = Object.values(routes).flatMap((route) => {
    const [, before, word] = /^(.*)\/([^/:]+)$/.exec(route?.path ?? '') ?? [];
    return before === stem && word ? [RegExp.escape(word)] : [];
  });
  const source = path
    .replaceAll(/\/:\w+\?/g, `(?:/(?!(?:${taken.join('|')})$)([A-Za-z0-9_-]+))?`)
    .replaceAll(/:\w+/g, '([A-Za-z0-9_-]+)');
  return new RegExp(`^/${source}$`);
}

function paramsOf({ names }: ReadingRoute, match: RegExpExecArray): Record<string, string> {
  const given = names.map((name, index) => [name, match[index + 1]] as const);
  return Object.fromEntries(given.filter((pair): pair is [string, string] => pair[1] !== undefined));
}
