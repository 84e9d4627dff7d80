/**
 * A message about what a user has just done, shown once on the page where they arrive. It is a cookie, because the
 * address of that page is fixed (spec section 4), and a page with it is no shared page.
 */
import { COOKIE_MS, cookieName, readCookie, setCookie } from '#app/people/sessions/session-cookie.server.ts';
import { type ArrivalNotice, arrivalNotices } from './arrival-words.ts';

/** Whether a request may carry a notice. */
export function hasArrivalNotice(cookies: string | undefined, url: string): boolean {
  return cookies?.includes(cookieName(url, 'notice')) ?? false;
}

export function readArrivalNotice(cookies: string | null, url: string): ArrivalNotice | undefined {
  const value = readCookie(cookies ?? undefined, url, 'notice');
  return arrivalNotices.find((kind) => kind === value);
}

/** The Set-Cookie header that shows the notice on the next page; without one, it is not shown again. */
export function arrivalCookie(url: string, notice?: ArrivalNotice): string {
  return setCookie(url, 'notice', notice ?? '', notice ? COOKIE_MS.notice : 0);
}
