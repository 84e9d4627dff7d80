import { redirect } from 'react-router';

/** Redirects the browser by GET and sets the cookies from a function of `AuthContext`. */
export function redirectWithCookies(path: string, cookies: string[]): Response {
  return redirect(path, { status: 303, headers: cookieHeaders(cookies) });
}

/** Set-Cookie headers on a response that no cache may store. */
export function cookieHeaders(cookies: string[]): Headers {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}

/** JSON for a script of the site's own pages, with the cookies from a function of `AuthContext`. */
export function jsonWithCookies(body: object, cookies: string[], status = 200): Response {
  return Response.json(body, { status, headers: cookieHeaders(cookies) });
}
