import { randomBytes } from 'node:crypto';
import { COOKIE_MS, readCookie, readSigned, setCookie, sign } from './session-cookie.server.ts';

const MOST_PEOPLE = 5;

type Signing = { secret: string; url: string };

/**
 * The number of a browser that the account knows: its owner has logged in there before, or used an emailed link.
 * Failures elsewhere can't lock the owner out of it, and a change of the password leaves it known. Undefined in
 * any other browser.
 */
export function findDevice(
  { secret, url }: Signing,
  cookie: string | undefined,
  userId: string,
): string | undefined {
  for (const mark of marksOf(cookie, url)) {
    const device = readSigned(secret, purposeFor(userId), mark);
    if (device) return device;
  }
  return undefined;
}

/**
 * The Set-Cookie header that makes this browser known to the account; it stays known to the last few other accounts.
 */
export function rememberDevice({ secret, url }: Signing, cookie: string | undefined, userId: string): string {
  const others = marksOf(cookie, url).filter((mark) => !readSigned(secret, purposeFor(userId), mark));
  const device = findDevice({ secret, url }, cookie, userId) ?? randomBytes(12).toString('base64url');
  const marks = [sign(secret, purposeFor(userId), device), ...others].slice(0, MOST_PEOPLE);
  return setCookie(url, 'device', marks.join('~'), COOKIE_MS.device);
}

function marksOf(cookie: string | undefined, url: string): string[] {
  return (readCookie(cookie, url, 'device') ?? '').split('~').filter(Boolean).slice(0, MOST_PEOPLE);
}

function purposeFor(userId: string): string {
  return `device of ${userId}`;
}
