import { redirect } from 'react-router';

/** Sends the browser on by GET and sets the cookies that a function of `Auth` asked for. */
export function redirectWithCookies(path: string, cookies: string[]): Response {
  return redirect(path, { status: 303, headers: cookieHeaders(cookies) });
}

/** Set-Cookie headers on an answer that nobody but the person's own browser may keep, and not even that. */
export function cookieHeaders(cookies: string[]): Headers {
  const headers = new Headers({ 'Cache-Control': 'private, no-store' });
  for (const cookie of cookies) headers.append('Set-Cookie', cookie);
  return headers;
}

/** JSON for a script of the site's own pages, with the cookies that a function of `Auth` asked for. */
export function jsonWithCookies(body: object, cookies: string[], status = 200): Response {
  return Response.json(body, { status, headers: cookieHeaders(cookies) });
}
