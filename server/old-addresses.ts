/** What is done before the site says that there is nothing at an address. The only place that does it. */
import { isReserved, permalinkOf } from '#app/items/content/permalink.ts';
import { countMissingAddress } from '#app/moving/redirects/missing-store.server.ts';
import { oldPathOf, oldPathsOf } from '#app/moving/redirects/old-path.ts';
import { findTarget } from '#app/moving/redirects/redirect-store.server.ts';
import type { RequestContext } from '#app/people/request/context.ts';
import { findGuessedFeed, findSectionFeed, splitFeed } from '#app/site/feeds/guessed-feeds.ts';

/** Browsers keep a permanent redirect for good without it, also one that was a mistake. */
const KEPT = 'max-age=3600';

/**
 * The response to a request for a page: the permanent redirect of an old address, if the site has none of its own there
 * and only then. One indexed query for an address that leads nowhere, none for all others. What is not found is counted.
 */
export async function orMoved(
  response: Response,
  request: Request,
  requestContext: RequestContext,
): Promise<Response> {
  const url = new URL(request.url);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (
    !isRead ||
    requestContext.fault ||
    !leadsNowhere(response, url) ||
    requestContext.routes.isOwnAddress(url.pathname)
  )
    return response;
  const target = await findNewAddress(url, requestContext);
  if (target !== undefined) {
    await response.body?.cancel();
    return new Response(null, { status: 301, headers: { Location: target, 'Cache-Control': KEPT } });
  }
  const path = oldPathOf(url.pathname + url.search);
  const { routes, services } = requestContext;
  const isPrivate = routes.isPrivateArea(url.pathname) || routes.hasSecret(url);
  if (path !== undefined && !isPrivate) countMissingAddress(services, path);
  return response;
}

/** A 404, the redirect to the page that says so, and the front page with a query that names another page. */
function leadsNowhere(response: Response, url: URL): boolean {
  if (response.status === 404) return !url.pathname.startsWith('/NotFound/');
  if (isMissingItem(response)) return true;
  return url.pathname === '/' && url.search !== '' && oldPathsOf(url).length > 0;
}

/** Whether it is the redirect of an item that does not exist (product contract section 2). */
export function isMissingItem(response: Response): boolean {
  return response.headers.get('Location')?.startsWith('/NotFound/') === true;
}

/** The redirect of this address, or the feed that a reader looks for there. */
async function findNewAddress(url: URL, requestContext: RequestContext): Promise<string | undefined> {
  const { read, collections } = requestContext;
  const target = await findTarget(read, oldPathsOf(url));
  if (target !== undefined) return asPublic(target, requestContext);
  const guess = findGuessedFeed(url);
  if (guess) return guess;
  const feed = splitFeed(url.pathname);
  const section = feed && (await findTarget(read, oldPathsOf(new URL(feed.path, url))));
  return section && findSectionFeed(section, feed.format, collections);
}

const ITEM = /^\/(\w+)\/([A-Za-z0-9_-]{1,128})(?:\/([a-z0-9-]+))?([?#].*)?$/;

/**
 * A target that is an item's page becomes its present address. Undefined if the item is not public: its address would
 * give away the title of a draft, and the redirect would lead to nothing.
 */
async function asPublic(target: string, { read, collections }: RequestContext): Promise<string | undefined> {
  const [, name = '', id = '', slug = '', rest = ''] = ITEM.exec(target) ?? [];
  const collection = Object.hasOwn(collections, name) ? collections[name] : undefined;
  // '/polls/x/results' and '/events/series/x' are pages of their own.
  if (!collection || id === 'series' || isReserved(name, slug)) return target;
  const item = await collection.store.find(read, id);
  const title: unknown = item?.title ?? item?.name;
  return typeof title === 'string' && title !== ''
    ? permalinkOf(name, { id, title, slug: item?.slug }) + rest
    : undefined;
}
