/** The only way in: every login opens its session here, and every logout ends it. */
import { findUser } from '#app/people/accounts/user-store.server.ts';
import { newSignInLetter } from '#app/people/addresses/account-letters.ts';
import { findRole } from '#app/people/administrator/find-role.server.ts';
import { type AuthContext, type Caller, cookieOf, signingOf } from '#app/people/auth-context.server.ts';
import { lockPassword } from '#app/people/passwords/password-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { forgetTries, subjectOf } from '#app/platform/throttle/throttle.server.ts';
import { deviceWordsOf } from './device-words.ts';
import { findDevice, rememberDevice } from './known-device.server.ts';
import { readSessionToken, setCookie } from './session-cookie.server.ts';
import { createSession, removeSession, removeSessions, sessionLimitsOf } from './session-store.server.ts';

/** `isKnown`: the user was logged in here a moment ago, so the administrator need not be notified. */
type Entry = { userId: string; isKnown?: boolean };

/** Logs the account in: a new session that replaces the browser's last one, and Set-Cookie headers for it. */
export function letIn(auth: AuthContext, entry: Entry, caller: Caller): Promise<string[]> {
  return inTransaction(auth.db, (db) => openSession(db, auth, entry, caller));
}

/**
 * The same after a password was entered, if it is still the account's when the session opens: with a login and a reset
 * at the same time, no session of the old password remains. Undefined when the password was changed.
 */
export function letInByPassword(
  auth: AuthContext,
  { hash, ...entry }: Entry & { hash: string },
  caller: Caller,
): Promise<string[] | undefined> {
  return inTransaction(auth.db, async (db) =>
    (await lockPassword(db, entry.userId, hash)) ? openSession(db, auth, entry, caller) : undefined,
  );
}

async function openSession(
  db: WriteDb,
  auth: AuthContext,
  { userId, isKnown = false }: Entry,
  caller: Caller,
): Promise<string[]> {
  const { settings } = auth;
  const now = auth.now();
  const user = await findUser(db, userId);
  if (!user) throw new Error('the account is gone');
  // Every way in refuses it before; none that is added later may forget to.
  if (user.isDisabled) throw new Error('the account is disabled');
  const kind = await findRole(db, settings, user);
  await endSession(db, auth, caller);
  const token = await createSession(db, { userId, device: deviceWordsOf(caller.userAgent) }, now);
  const isNew =
    !isKnown && caller.address !== undefined && !findDevice(signingOf(auth), caller.cookie, userId);
  if (kind !== 'member' && isNew) await queueMail(db, newSignInLetter(user.email, settings.url, now), now);
  const { absoluteMs } = sessionLimitsOf(kind);
  return [
    setCookie(settings.url, 'session', token, absoluteMs),
    await markKnown({ ...auth, db }, userId, caller),
  ];
}

/**
 * The Set-Cookie header that makes this browser known to the account, whose owner has just been verified: strangers
 * can't lock them out of it, and its earlier failures are forgotten.
 */
export async function markKnown(auth: AuthContext, userId: string, { cookie }: Caller): Promise<string> {
  const signing = signingOf(auth);
  const device = findDevice(signing, cookie, userId);
  if (device) await forgetTries(auth.db, subjectOf(auth.secret, 'device', device));
  return rememberDevice(signing, cookie, userId);
}

/** Ends the browser's session, if it has one. */
async function endSession(db: WriteDb, { settings }: AuthContext, { cookie }: Caller): Promise<void> {
  const token = readSessionToken(cookie, settings.url);
  if (token) await removeSession(db, token);
}

/** Ends the browser's session: the Set-Cookie headers to send. */
export async function logOut(auth: AuthContext, request: Request): Promise<string[]> {
  await endSession(auth.db, auth, cookieOf(request));
  return [setCookie(auth.settings.url, 'session', '', 0)];
}

/** Ends every session of the user: the Set-Cookie headers to send. */
export async function logOutEverywhere(
  auth: AuthContext,
  request: Request,
  userId: string,
): Promise<string[]> {
  await removeSessions(auth.db, userId);
  return logOut(auth, request);
}
