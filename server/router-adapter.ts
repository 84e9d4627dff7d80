import * as build from 'virtual:react-router/server-build';
import { data, type ServerBuild } from 'react-router';
import { requestContextKey, setDatabaseFault } from '#app/people/request/context.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import { isForStaff } from '#app/people/request/policy.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { findRoute, siteRoutes } from './route-table.ts';

/**
 * A refused request reaches only the route for unknown addresses, which shows the problem in the site's design. For the
 * data that a hydrated page requests, the browser loads the document instead, or the page shows why its form was refused.
 */
export function faultRequest({ method, url }: Request): Request {
  const { pathname, search } = new URL(url);
  const isRead = method === 'GET' || method === 'HEAD';
  if (!pathname.endsWith('.data'))
    return new Request(new URL('/refused', url), { method: isRead ? method : 'GET' });
  const refused = new URL('/refused.data', url);
  if (isRead) refused.searchParams.set('to', documentOf(pathname, search));
  return new Request(refused, { method });
}

/** The address of the page whose data is at this one. */
function documentOf(pathname: string, search: string): string {
  const query = new URLSearchParams(search);
  query.delete('_routes');
  const path = pathname.replace(/\/_(root)?\.data$|\.data$/, '') || '/';
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * React Router compares Origin with the address again, and knows neither our public address behind a proxy nor the
 * names of loopback. `findFault` makes the decisive check; what passed it is from this site.
 */
export function asOurs(request: Request, { settings }: Services): Request {
  if (!request.headers.has('Origin')) return request;
  const headers = new Headers(request.headers);
  headers.set('Origin', settings.url);
  const { method, body, signal } = request;
  const { pathname, search } = new URL(request.url);
  return new Request(settings.url + pathname + search, {
    method,
    headers,
    body,
    signal,
    ...(body ? { duplex: 'half' } : {}),
  });
}

type Routes = ServerBuild['routes'];

/** Throws when a build has an address without facts: a site with an unprotected route does not start. */
export function requireFacts(routes: Routes): void {
  const known = new Set(siteRoutes.map(({ id }) => id));
  const parents = new Set(Object.values(routes).map((route) => route?.parentId));
  const without = Object.keys(routes).filter((id) => !parents.has(id) && !known.has(id));
  if (without.length > 0) throw new Error(`routes.ts says nothing of: ${without.join(', ')}`);
}

requireFacts(build.routes);

/** Whether the page at `path` accepts a POST; unknown addresses report that themselves. */
export function takesPost(path: string): boolean {
  const route = findRoute(path)?.route;
  // The admin's routes are protected first: a stranger does not learn what exists.
  if (!route || isForStaff(route.policy.read)) return true;
  return build.routes[route.id]?.module.action !== undefined;
}

type Args = { request: Request; context: Parameters<typeof setDatabaseFault>[0]['context'] };

/**
 * The same build, except that when the database can't serve a loader or an action, or the sender's role has ended, the
 * request is refused in the site's design, with 503, 507 or 403, and does not count as an error of the site. Other
 * errors are unchanged.
 */
export function refusingBuild(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => [id, route && refusingRoute(route)]);
  return { ...build, routes: Object.fromEntries(routes) };
}

type Route = NonNullable<ServerBuild['routes'][string]>;

function refusingRoute(route: Route): Route {
  const { loader, action } = route.module;
  const module = { ...route.module };
  if (typeof loader === 'function') module.loader = refusing(loader);
  if (typeof action === 'function') module.action = refusing(action);
  return { ...route, module };
}

function refusing<Work extends (args: never) => unknown>(work: Work): Work {
  const guarded = async (args: Args) => {
    try {
      return await work(args as never);
    } catch (error) {
      const requestContext = args.context.get(requestContextKey);
      if (error instanceof NotPermittedError) {
        const { status, message: sentence } = error;
        requestContext.fault ??= { status, sentence };
        throw data({ sentence }, { status });
      }
      const fault = setDatabaseFault(args, error);
      if (!fault) throw error;
      const { services, reference } = requestContext;
      const path = new URL(args.request.url).pathname;
      services.log.error({ err: error, reference, path }, 'a database query failed');
      throw data({ sentence: fault.sentence }, { status: fault.status, headers: fault.headers });
    }
  };
  return guarded as unknown as Work;
}
