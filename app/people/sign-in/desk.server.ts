import { findUser } from '#app/people/accounts/user-store.server.ts';
import { newSignInLetter } from '#app/people/addresses/account-letters.ts';
import { isAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import { lockPassword } from '#app/people/passwords/password-store.server.ts';
import { deviceWordsOf } from '#app/people/sessions/device-words.ts';
import { findDevice, rememberDevice } from '#app/people/sessions/known-device.server.ts';
import { readSessionToken, setCookie } from '#app/people/sessions/session-cookie.server.ts';
import { createSession, removeSession, SESSION_LIMITS } from '#app/people/sessions/session-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { isLoopback, type Network, networksOf } from '#app/platform/throttle/network.server.ts';
import { forgetTries, type Limit, type Subject, subjectOf } from '#app/platform/throttle/throttle.server.ts';

/** What the account functions work with. `log` receives no secret and no address. */
export type AuthContext = {
  db: WriteDb;
  settings: Settings;
  secret: string;
  /** UTC epoch milliseconds. */
  now: () => number;
  log: (problem: string) => void;
};

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

/** What is needed of a desk to sign values for browsers. */
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
export function networkSubjects(desk: AuthContext, limit: Limit, caller: Caller): Subject[] {
  return countedNetworks(desk, caller).map(({ name, share }) => subjectOf(desk.secret, limit, name, share));
}

/** `isKnown`: the user was logged in here a moment ago, so the administrator need not be notified. */
type Entry = { userId: string; isKnown?: boolean };

/** Logs the account in: a new session that replaces the browser's last one, and Set-Cookie headers for it. */
export function letIn(desk: AuthContext, entry: Entry, caller: Caller): Promise<string[]> {
  return inTransaction(desk.db, (db) => openSession(db, desk, entry, caller));
}

/**
 * The same after a password was entered, if it is still the account's when the session opens: with a login and a reset
 * at the same time, no session of the old password remains. Undefined when the password was changed.
 */
export function letInByPassword(
  desk: AuthContext,
  { hash, ...entry }: Entry & { hash: string },
  caller: Caller,
): Promise<string[] | undefined> {
  return inTransaction(desk.db, async (db) =>
    (await lockPassword(db, entry.userId, hash)) ? openSession(db, desk, entry, caller) : undefined,
  );
}

async function openSession(
  db: WriteDb,
  desk: AuthContext,
  { userId, isKnown = false }: Entry,
  caller: Caller,
): Promise<string[]> {
  const { settings } = desk;
  const now = desk.now();
  const user = await findUser(db, userId);
  if (!user) throw new Error('the account is gone');
  // Every way in refuses it before; none that is added later may forget to.
  if (user.isDisabled) throw new Error('the account is disabled');
  const isAdmin = await isAdministrator(db, settings, user);
  await endSession(db, desk, caller);
  const token = await createSession(db, { userId, device: deviceWordsOf(caller.userAgent) }, now);
  const isNew =
    !isKnown && caller.address !== undefined && !findDevice(signingOf(desk), caller.cookie, userId);
  if (isAdmin && isNew) await queueMail(db, newSignInLetter(user.email, settings.url, now), now);
  const { absoluteMs } = SESSION_LIMITS[isAdmin ? 'admin' : 'member'];
  return [
    setCookie(settings.url, 'session', token, absoluteMs),
    await markKnown({ ...desk, db }, userId, caller),
  ];
}

/**
 * The Set-Cookie header that makes this browser known to the account, whose owner has just been verified: strangers
 * can't lock them out of it, and its earlier failures are forgotten.
 */
export async function markKnown(desk: AuthContext, userId: string, { cookie }: Caller): Promise<string> {
  const signing = signingOf(desk);
  const device = findDevice(signing, cookie, userId);
  if (device) await forgetTries(desk.db, subjectOf(desk.secret, 'device', device));
  return rememberDevice(signing, cookie, userId);
}

/** Ends the browser's session, if it has one. */
async function endSession(db: WriteDb, { settings }: AuthContext, { cookie }: Caller): Promise<void> {
  const token = readSessionToken(cookie, settings.url);
  if (token) await removeSession(db, token);
}

/** Ends the browser's session: the Set-Cookie headers to send. */
export async function signOut(desk: AuthContext, caller: Caller): Promise<string[]> {
  await endSession(desk.db, desk, caller);
  return [setCookie(desk.settings.url, 'session', '', 0)];
}
