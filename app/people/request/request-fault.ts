import type { Settings } from '#app/platform/settings/settings.server.ts';
import type { Fault } from './context.ts';
import type { RouteTable } from './route-facts.ts';

/** Longer addresses are refused, and headers that contain one are not parsed. */
export const MAX_ADDRESS_LENGTH = 4096;
const READING = new Set(['GET', 'HEAD']);
const API_METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** The problem of a request before any route sees it; undefined when there is none. */
export function findFault(request: Request, settings: Settings, routes: RouteTable): Fault | undefined {
  const { pathname, search } = new URL(request.url);
  if (pathname.length + search.length > MAX_ADDRESS_LENGTH) return { status: 414 };
  if (!isDecodable(pathname)) return { status: 400 };
  const fault = methodFault(request.method, pathname);
  if (fault || READING.has(request.method)) return fault;
  if (request.headers.has('Content-Encoding')) return { status: 415 };
  return isSameOrigin(request, settings, routes) ? undefined : { status: 403 };
}

/** Whether the path is in the API, however it is spelled: routes match in any case, and decoded. */
export function isApiPath(pathname: string): boolean {
  return /^\/+api\//i.test(decoded(pathname) ?? pathname);
}

/** Whether a program calls the API with a token: then no cookie counts, and the token alone decides. */
export function isTokenCall(request: Request): boolean {
  const authorization = request.headers.get('Authorization') ?? '';
  return isApiPath(new URL(request.url).pathname) && /^(Bearer\b|blf_)/i.test(authorization);
}

/**
 * Whether a request that changes something comes from this site's own pages: by Sec-Fetch-Site and Origin, or
 * by Referer where a client sends neither. Calls with a bearer token need no other evidence and use no cookie; a
 * request without any cookie can't act for a user.
 */
function isSameOrigin(
  request: Request,
  { url }: Settings,
  { hasSecret, takesForeignPosts }: RouteTable,
): boolean {
  if (isTokenCall(request) || takesForeignPosts(new URL(request.url))) return true;
  const site = request.headers.get('Sec-Fetch-Site');
  const origin = request.headers.get('Origin');
  if (site && site !== 'same-origin') return false;
  // Pages that send no referrer hide their origin, too: then browsers send `null` (Fetch standard, "Origin" header).
  if (origin === 'null') return site !== null || hasSecret(new URL(request.url));
  if (origin) return isThisSite(origin, url, request);
  if (site !== null || !request.headers.has('Cookie')) return true;
  // Text browsers send neither.
  const referrer = request.headers.get('Referer') ?? '';
  return isThisSite(originOf(referrer), url, request);
}

function isThisSite(origin: string | undefined, url: string, request: Request): boolean {
  return origin !== undefined && (origin === url || isLoopbackTwin(origin, request));
}

/** Undefined for what is not an absolute address. */
function originOf(address: string): string | undefined {
  return address.length <= MAX_ADDRESS_LENGTH ? URL.parse(address)?.origin : undefined;
}

/** On the operator's own machine the site can be opened as localhost or 127.0.0.1 whatever its public address. */
function isLoopbackTwin(origin: string, request: Request): boolean {
  const from = origin.length <= MAX_ADDRESS_LENGTH ? URL.parse(origin) : null;
  return from !== null && from.host === request.headers.get('Host') && isLoopback(from.hostname);
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]';
}

function methodFault(method: string, pathname: string): Fault | undefined {
  if (isApiPath(pathname)) {
    return API_METHODS.has(method)
      ? undefined
      : { status: 405, headers: { Allow: [...API_METHODS].join(', ') } };
  }
  return READING.has(method) || method === 'POST'
    ? undefined
    : { status: 405, headers: { Allow: 'GET, HEAD, POST' } };
}

function isDecodable(pathname: string): boolean {
  return decoded(pathname)?.includes('\0') === false;
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
