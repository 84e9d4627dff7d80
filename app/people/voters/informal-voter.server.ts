import { randomBytes } from 'node:crypto';
import { type AuthContext, cookieOf, signingOf } from '#app/people/auth-context.server.ts';
import {
  COOKIE_MS,
  readCookie,
  readSigned,
  setCookie,
  sign,
} from '#app/people/sessions/session-cookie.server.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { networksOf } from '#app/platform/throttle/network.server.ts';
import { returnTry, subjectOf, takeTries } from '#app/platform/throttle/throttle.server.ts';
import type { VoterNetwork } from './voter.ts';

const PURPOSE = 'informal voter';
const VOTER = /^[A-Za-z0-9_-]{22}$/;

/** A browser that votes without an account: 128 random bits that reveal nothing about the person. */
export type InformalVoter = {
  id: string;
  /** The client's networks as keys in this poll, the narrowest first. */
  networks: VoterNetwork[];
  /** Set-Cookie headers for the response to a POST. */
  cookies: string[];
};

/** The browser's id from its signed cookie; undefined if it never voted. */
export function findInformalVoter(auth: AuthContext, request: Request): string | undefined {
  const { secret, url } = signingOf(auth);
  const id = readSigned(secret, PURPOSE, readCookie(cookieOf(request).cookie, url, 'voter') ?? '');
  return id && VOTER.test(id) ? id : undefined;
}

/** The browser's identity in a poll, with a new id if it has none. */
export function knowInformalVoter(
  auth: AuthContext,
  request: Request,
  pollId: string,
  address: string,
): InformalVoter {
  const { secret, url } = signingOf(auth);
  const id = findInformalVoter(auth, request) ?? randomBytes(16).toString('base64url');
  return {
    id,
    networks: voterNetworks(auth, pollId, address),
    cookies: [setCookie(url, 'voter', sign(secret, PURPOSE, id), COOKIE_MS.voter)],
  };
}

/**
 * How long until another new browser of the client's networks may vote, in milliseconds; 0 when it may. A quarter of
 * the total may vote in one minute: 5 of 20.
 */
export function admitInformalVoter(
  auth: AuthContext,
  pollId: string,
  address: string,
  votersPerNetwork: number,
): Promise<number> {
  const most = Math.ceil(votersPerNetwork / 4);
  const subjects = voterNetworks(auth, pollId, address).map(({ key, share }) => ({
    ...subjectOf(auth.secret, 'new-voter', key, share),
    most,
  }));
  return takeTries(auth.db, subjects, auth.now());
}

/** Returns the attempts that `admitInformalVoter` counted: the browser withdrew its vote. */
export async function releaseInformalVoter(
  auth: AuthContext,
  pollId: string,
  address: string,
): Promise<void> {
  for (const { key, share } of voterNetworks(auth, pollId, address))
    await returnTry(auth.db, subjectOf(auth.secret, 'new-voter', key, share));
}

/** This machine's own address counts like any other: behind an unconfigured proxy, all visitors have it. */
function voterNetworks({ secret }: AuthContext, pollId: string, address: string): VoterNetwork[] {
  const known = networksOf(address);
  const networks = known.length > 0 ? known : [{ name: 'unknown', share: 1 }];
  return networks.map(({ name, share }, place) => {
    const mac = keyedHash(secret, `network in poll ${pollId}`, name);
    return { key: place === 0 ? mac : mac + name.slice(name.indexOf('/')), share };
  });
}
