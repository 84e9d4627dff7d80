import { type AuthContext, cookieOf, signingOf } from '#app/people/auth-context.server.ts';
import {
  COOKIE_MS,
  readCookie,
  readSigned,
  setCookie,
  sign,
} from '#app/people/sessions/session-cookie.server.ts';

const PURPOSE = 'choice before logging in';

/**
 * A Set-Cookie header that keeps what a visitor chose in a poll for an hour, while they log in. Only their browser has
 * it: an address would be in logs and in emails. `choices` are ids of options.
 */
export function keepChoice(auth: AuthContext, pollId: string, choices: string[]): string {
  const { secret, url } = signingOf(auth);
  const text = Buffer.from(JSON.stringify([pollId, ...choices])).toString('base64url');
  return setCookie(url, 'choice', sign(secret, PURPOSE, text), COOKIE_MS.choice);
}

/** What the browser's user chose in this poll before logging in; empty for nothing. */
export function findKeptChoice(auth: AuthContext, request: Request, pollId: string): string[] {
  const { secret, url } = signingOf(auth);
  const text = readSigned(secret, PURPOSE, readCookie(cookieOf(request).cookie, url, 'choice') ?? '');
  if (text === undefined) return [];
  const [id, ...choices] = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];
  return id === pollId ? choices : [];
}

/** The Set-Cookie header that removes it; none where there is nothing to remove. */
export function forgetChoice(auth: AuthContext, request: Request): string[] {
  const { url } = signingOf(auth);
  return readCookie(cookieOf(request).cookie, url, 'choice') === undefined
    ? []
    : [setCookie(url, 'choice', '', 0)];
}
