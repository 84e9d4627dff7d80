import { createHmac, randomBytes } from 'node:crypto';
import type { Caller, Desk } from './desk.server.ts';
import { signingOf } from './desk.server.ts';
import { networkOf } from './network.server.ts';
import { readCookie, readSigned, setCookie, sign } from './session-cookie.server.ts';
import { takeTry } from './throttle.server.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
const PURPOSE = 'informal voter';
const VOTER = /^[A-Za-z0-9_-]{22}$/;

/** A browser that votes without an account: 128 random bits that say nothing about the person. */
export type InformalVoter = {
  id: string;
  /** The client's network as this poll knows it: no address can be read from it, and no other poll has the same. */
  network: string;
  /** Set-Cookie headers to send with the answer to a POST. */
  cookies: string[];
};

/** The browser's id from its signed cookie; undefined when it never voted. */
export function findInformalVoter(desk: Desk, { cookie }: Caller): string | undefined {
  const { secret, url } = signingOf(desk);
  const id = readSigned(secret, PURPOSE, readCookie(cookie, url, 'voter') ?? '');
  return id && VOTER.test(id) ? id : undefined;
}

/** The browser as it votes in a poll, with a new id if it has none. */
export function knowInformalVoter(desk: Desk, pollId: string, caller: Caller): InformalVoter {
  const { secret, url } = signingOf(desk);
  const id = findInformalVoter(desk, caller) ?? randomBytes(16).toString('base64url');
  return {
    id,
    network: networkKey(desk, pollId, caller),
    cookies: [setCookie(url, 'voter', sign(secret, PURPOSE, id), YEAR_MS)],
  };
}

/**
 * How long a network must wait before another new browser of it may vote, in milliseconds; 0 when it may. A quarter of
 * those that may vote at all may in one minute: 5 of 20.
 */
export function admitInformalVoter(
  desk: Desk,
  pollId: string,
  caller: Caller,
  votersPerNetwork: number,
): Promise<number> {
  const subject = { limit: 'new-voter', of: networkKey(desk, pollId, caller) } as const;
  return takeTry(desk.db, subject, desk.now(), Math.ceil(votersPerNetwork / 4));
}

/** This machine's own address counts like any other: behind a proxy nobody made known, all visitors have it. */
function networkKey({ secret }: Desk, pollId: string, { address = '' }: Caller): string {
  const network = networkOf(address) ?? 'unknown';
  return createHmac('sha256', secret).update(`network in poll ${pollId}\n${network}`).digest('base64url');
}
