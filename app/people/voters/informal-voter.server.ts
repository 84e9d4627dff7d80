import { randomBytes } from 'node:crypto';
import { readCookie, readSigned, setCookie, sign } from '#app/people/sessions/session-cookie.server.ts';
import type { AuthContext, Caller } from '#app/people/sign-in/desk.server.ts';
import { signingOf } from '#app/people/sign-in/desk.server.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { networksOf } from '#app/platform/throttle/network.server.ts';
import { returnTry, subjectOf, takeTries } from '#app/platform/throttle/throttle.server.ts';
import { YEAR_MS } from '#app/platform/time/durations.ts';
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
export function findInformalVoter(desk: AuthContext, { cookie }: Caller): string | undefined {
  const { secret, url } = signingOf(desk);
  const id = readSigned(secret, PURPOSE, readCookie(cookie, url, 'voter') ?? '');
  return id && VOTER.test(id) ? id : undefined;
}

/** The browser's identity in a poll, with a new id if it has none. */
export function knowInformalVoter(desk: AuthContext, pollId: string, caller: Caller): InformalVoter {
  const { secret, url } = signingOf(desk);
  const id = findInformalVoter(desk, caller) ?? randomBytes(16).toString('base64url');
  return {
    id,
    networks: voterNetworks(desk, pollId, caller),
    cookies: [setCookie(url, 'voter', sign(secret, PURPOSE, id), YEAR_MS)],
  };
}

/**
 * How long until another new browser of the client's networks may vote, in milliseconds; 0 when it may. A quarter of
 * the total may vote in one minute: 5 of 20.
 */
export function admitInformalVoter(
  desk: AuthContext,
  pollId: string,
  caller: Caller,
  votersPerNetwork: number,
): Promise<number> {
  const most = Math.ceil(votersPerNetwork / 4);
  const subjects = voterNetworks(desk, pollId, caller).map(({ key, share }) => ({
    ...subjectOf(desk.secret, 'new-voter', key, share),
    most,
  }));
  return takeTries(desk.db, subjects, desk.now());
}

/** Returns the attempts that `admitInformalVoter` counted: the browser withdrew its vote. */
export async function releaseInformalVoter(desk: AuthContext, pollId: string, caller: Caller): Promise<void> {
  for (const { key, share } of voterNetworks(desk, pollId, caller))
    await returnTry(desk.db, subjectOf(desk.secret, 'new-voter', key, share));
}

/** This machine's own address counts like any other: behind an unconfigured proxy, all visitors have it. */
function voterNetworks({ secret }: AuthContext, pollId: string, { address = '' }: Caller): VoterNetwork[] {
  const known = networksOf(address);
  const networks = known.length > 0 ? known : [{ name: 'unknown', share: 1 }];
  return networks.map(({ name, share }, place) => {
    const mac = keyedHash(secret, `network in poll ${pollId}`, name);
    return { key: place === 0 ? mac : mac + name.slice(name.indexOf('/')), share };
  });
}
