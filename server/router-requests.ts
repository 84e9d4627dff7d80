/** Requests as the router takes them. */
import type { Services } from '#app/people/request/services.server.ts';

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
