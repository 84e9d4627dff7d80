import { randomBytes } from 'node:crypto';
import type { AuthContext, Caller } from '#app/people/auth-context.server.ts';
import {
  CHALLENGE_LIFETIME_MS,
  createChallenge,
  redeemChallenge,
} from '#app/people/passkeys/challenge.server.ts';
import { type RelyingParty, relyingPartyOf } from '#app/people/passkeys/relying-party.ts';
import { readCookie, setCookie } from '#app/people/sessions/session-cookie.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';

/** What a challenge is for: to log in; to add a passkey to an account; or to confirm its owner's identity. */
export type ChallengeUse = 'login' | `add ${string}` | `prove ${string}`;

/** A browser's own random text that binds a challenge to it. */
const BROWSER = /^[A-Za-z0-9_-]{22}$/;

/** A challenge for this browser, and the cookie that binds it; undefined where the site can't have passkeys. */
export function challengeBrowser(
  { settings, secret, now }: AuthContext,
  use: ChallengeUse,
  caller: Caller,
): { party: RelyingParty; challenge: string; cookies: string[] } | undefined {
  const party = relyingPartyOf(settings.url);
  if (!party) return undefined;
  const browser = browserOf(settings.url, caller) ?? randomBytes(16).toString('base64url');
  return {
    party,
    challenge: createChallenge(secret, { use, browser }, now()),
    cookies: [setCookie(settings.url, 'passkey', browser, CHALLENGE_LIFETIME_MS)],
  };
}

/** Whether this browser received the challenge for this use, in time and not used before. Uses it up. */
export async function takeChallenge(
  db: WriteDb,
  { settings, secret, now }: AuthContext,
  { use, challenge }: { use: ChallengeUse; challenge: string },
  caller: Caller,
): Promise<boolean> {
  const browser = browserOf(settings.url, caller);
  if (!browser) return false;
  return redeemChallenge(db, { secret, challenge, binding: { use, browser }, now: now() });
}

function browserOf(url: string, { cookie }: Caller): string | undefined {
  const value = readCookie(cookie, url, 'passkey') ?? '';
  return BROWSER.test(value) ? value : undefined;
}
