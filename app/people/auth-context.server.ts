import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { isLoopback, type Network, networksOf } from '#app/platform/throttle/network.server.ts';
import { type Limit, type Subject, subjectOf } from '#app/platform/throttle/throttle.server.ts';

/**
 * What the functions of accounts work with, their first parameter. `now` returns UTC epoch milliseconds. `log` receives
 * why something failed that users see as the generic failure message; it contains no secret and no address.
 */
export type AuthContext = {
  db: WriteDb;
  settings: Settings;
  secret: string;
  now: () => number;
  log: (problem: string) => void;
};

/** The context of accounts over an open database. Without `log`, nothing is logged. */
export function openAuth(
  { write: db }: Pick<Database, 'write'>,
  settings: Settings,
  secret: string,
  now: () => number,
  log: AuthContext['log'] = () => undefined,
): AuthContext {
  return { db, settings, secret, now, log };
}

/**
 * Who sends the request: the browser's Cookie and User-Agent headers, the client's network address, and the names of
 * site and town, which are not allowed as passwords. Without an address, as for the operator, no network is counted.
 * `mailsPerHour` is how many emails strangers can trigger on the whole site.
 */
export type Caller = {
  cookie?: string | undefined;
  userAgent?: string | undefined;
  address?: string | undefined;
  names?: readonly string[];
  mailsPerHour?: number;
};

/** Too many requests: try again after `waitMs`. */
export type Slowed = { kind: 'slowed'; waitMs: number };

/** Too many passwords are waiting to be hashed: try again in a moment. */
export type Busy = { kind: 'busy' };

/** What is wrong with the fields, by name, as messages for the user. */
export type FieldProblems = {
  email?: string | undefined;
  password?: string | undefined;
  name?: string | undefined;
};

/**
 * `cookies` are Set-Cookie headers to send, `isNew` means that the account was just created. A refusal without problems
 * only says that it failed.
 */
export type SignInOutcome =
  /** `mailWaitMs`: the link could not be emailed yet, and can be in this many milliseconds. */
  | { kind: 'signedIn'; cookies: string[]; userId: string; isNew: boolean; mailWaitMs?: number }
  | { kind: 'refused'; problems: FieldProblems }
  | Slowed
  | Busy;

/** A browser whose only evidence is the cookies of its request. */
export function cookieOf(request: Request): Caller {
  return { cookie: request.headers.get('Cookie') ?? undefined };
}

/** What is needed of the context to sign values for browsers. */
export function signingOf({ secret, settings }: AuthContext): { secret: string; url: string } {
  return { secret, url: settings.url };
}

/**
 * The networks that the caller counts for, the narrowest first. None for this machine's own address without a
 * trusted proxy: that is the operator, or an unconfigured proxy, with which all visitors would count as one network.
 */
export function countedNetworks({ settings }: AuthContext, { address = '' }: Caller): Network[] {
  if (settings.trustProxy === 0 && isLoopback(address)) return [];
  return networksOf(address);
}

/** The counters of the caller's networks for one limit. */
export function networkSubjects(auth: AuthContext, limit: Limit, caller: Caller): Subject[] {
  return countedNetworks(auth, caller).map(({ name, share }) => subjectOf(auth.secret, limit, name, share));
}
