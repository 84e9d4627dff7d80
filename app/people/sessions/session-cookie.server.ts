import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { HOUR_MS, MINUTE_MS, YEAR_MS } from '#app/platform/time/durations.ts';

/** The site's cookies; they have the prefix `__Host-` over https, and another name on loopback. */
export type CookieName = 'session' | 'google' | 'device' | 'link' | 'voter' | 'passkey' | 'choice' | 'notice';

/** How long browsers keep each of them, in milliseconds; that of a session depends on the account. The privacy page says so. */
export const COOKIE_MS = {
  device: YEAR_MS,
  voter: YEAR_MS,
  choice: HOUR_MS,
  google: 10 * MINUTE_MS,
  link: 10 * MINUTE_MS,
  passkey: 5 * MINUTE_MS,
  // Long enough for a redirect.
  notice: MINUTE_MS,
} as const satisfies Record<Exclude<CookieName, 'session'>, number>;

const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The name of a cookie in browsers. `url` is the site's public origin. */
export function cookieName(url: string, name: CookieName): string {
  const base = isSecure(url) ? '__Host-belfry' : 'belfry-dev';
  return name === 'session' ? base : `${base}-${name}`;
}

/** A Set-Cookie header; without an age, it removes the cookie. */
export function setCookie(url: string, name: CookieName, value: string, maxAgeMs: number): string {
  const secure = isSecure(url) ? ' Secure;' : '';
  const maxAge = Math.floor(maxAgeMs / 1000);
  return `${cookieName(url, name)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly;${secure} SameSite=Lax`;
}

/** The cookie's value in a Cookie header; undefined if it is missing. */
export function readCookie(header: string | undefined, url: string, name: CookieName): string | undefined {
  const wanted = cookieName(url, name);
  for (const pair of header?.split(';') ?? []) {
    const [key, value] = [pair.slice(0, pair.indexOf('=')).trim(), pair.slice(pair.indexOf('=') + 1).trim()];
    if (pair.includes('=') && key === wanted) return value;
  }
  return undefined;
}

/** The session's token in a Cookie header, if it looks like one. */
export function readSessionToken(header: string | undefined, url: string): string | undefined {
  const token = readCookie(header, url, 'session');
  return token && TOKEN.test(token) ? token : undefined;
}

/** `text`, signed by this site for this purpose. */
export function sign(secret: string, purpose: string, text: string): string {
  return `${text}.${keyedHash(secret, purpose, text)}`;
}

/** What this site signed for this purpose; undefined when the signature is wrong. */
export function readSigned(secret: string, purpose: string, signed: string): string | undefined {
  const dot = signed.lastIndexOf('.');
  const text = signed.slice(0, Math.max(dot, 0));
  const [given, right] = [Buffer.from(signed.slice(dot + 1)), Buffer.from(keyedHash(secret, purpose, text))];
  return given.length === right.length && timingSafeEqual(given, right) ? text : undefined;
}

function isSecure(url: string): boolean {
  return url.startsWith('https:');
}
