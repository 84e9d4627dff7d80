import { randomBytes } from 'node:crypto';
import { readCookie, readSigned, setCookie, sign } from './session-cookie.server.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const MOST_PEOPLE = 5;

type Signing = { secret: string; url: string };

/** `since` is when the account got its password, in UTC epoch milliseconds: another password, and no browser is known. */
type Account = { userId: string; since: number };

/**
 * The number of a browser in which the account has logged in before, so that others who fail at the same account cannot
 * lock its owner out. Undefined in any other browser.
 */
export function findDevice(
  { secret, url }: Signing,
  cookie: string | undefined,
  account: Account,
): string | undefined {
  for (const mark of marksOf(cookie, url)) {
    const device = readSigned(secret, purposeFor(account), mark);
    if (device) return device;
  }
  return undefined;
}

/** The Set-Cookie header that makes this browser known to the account; it stays known to the last few others. */
export function rememberDevice(
  { secret, url }: Signing,
  cookie: string | undefined,
  account: Account,
): string {
  const others = marksOf(cookie, url).filter((mark) => !readSigned(secret, purposeFor(account), mark));
  const device = findDevice({ secret, url }, cookie, account) ?? randomBytes(12).toString('base64url');
  const marks = [sign(secret, purposeFor(account), device), ...others].slice(0, MOST_PEOPLE);
  return setCookie(url, 'device', marks.join('~'), YEAR_MS);
}

function marksOf(cookie: string | undefined, url: string): string[] {
  return (readCookie(cookie, url, 'device') ?? '').split('~').filter(Boolean).slice(0, MOST_PEOPLE);
}

function purposeFor({ userId, since }: Account): string {
  return `device of ${userId} since ${since}`;
}
