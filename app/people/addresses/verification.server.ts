import { isAddressDisabled } from '#app/people/accounts/disabled-accounts.server.ts';
import { removeIdentities } from '#app/people/accounts/identity-store.server.ts';
import { findHolder, findUser, removeUser } from '#app/people/accounts/user-store.server.ts';
import {
  findAdminEmail,
  leastPasswordLength,
} from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext, Caller, Slowed } from '#app/people/auth-context.server.ts';
import { removePasskeys } from '#app/people/passkeys/passkey-store.server.ts';
import { removeRecoveryCodes } from '#app/people/passkeys/recovery-code-store.server.ts';
import { findMatch, hashPassword } from '#app/people/passwords/password-hash.server.ts';
import { findPasswordProblem } from '#app/people/passwords/password-rules.server.ts';
import {
  findPassword,
  listForeignSamples,
  savePassword,
} from '#app/people/passwords/password-store.server.ts';
import { findBrowserSession } from '#app/people/sessions/browser-session.server.ts';
import { letIn, markKnown } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { takeMailTries } from '#app/people/sign-in/mail-limits.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { accountExistsLetter, verifyLetter } from './account-letters.ts';
import { AddressTakenError, proveAddress, takeTurn } from './address-ownership.server.ts';
import {
  type AddressProof,
  createProof,
  findProof,
  redeemProof,
  removeProofs,
} from './proof-store.server.ts';

/**
 * What a link at `/verify` requires: only the button in the browser that requested the link; a password anywhere else,
 * so that no one else's password becomes valid with it; a login first if it changes the address of a verified
 * account.
 */
export type VerificationLink =
  | { kind: 'dead' }
  | { kind: 'button' | 'login'; address: string }
  | { kind: 'password'; address: string; least: number };

/**
 * `cookies` make the browser known, and keep it logged in if it was; otherwise the user has to log in. `isChange` for a
 * link of kind `change`.
 */
export type VerificationOutcome =
  | { kind: 'dead' }
  | { kind: 'refused'; problem: string }
  | { kind: 'login' }
  | { kind: 'verified'; cookies: string[]; isSignedIn: boolean; userId: string; isChange: boolean };

/**
 * Emails a link that verifies the address for the account. If another account holds it, its holder is notified instead that
 * they already have an account. Returns how long to wait in milliseconds when too many emails went there: then
 * none is sent.
 */
export async function mailVerification(
  db: WriteDb,
  auth: AuthContext,
  { next, ...proof }: AddressProof & { userId: string; next?: string | undefined },
  caller: Caller,
): Promise<number> {
  const now = auth.now();
  const { url } = auth.settings;
  const { address, userId } = proof;
  const waitMs = await takeMailTries(db, auth, address, caller);
  if (waitMs > 0) return waitMs;
  const token = await createProof(db, proof, now);
  // No link could be used, and nobody may learn why.
  if (await isAddressDisabled(db, address)) return 0;
  const holder = await findHolder(db, address);
  const isOthers = holder !== undefined && holder.id !== userId;
  await queueMail(
    db,
    isOthers ? accountExistsLetter(address, url) : verifyLetter(address, url, token, next),
    now,
  );
  return 0;
}

/** Emails an unverified account its link again. */
export async function resendVerification(
  auth: AuthContext,
  userId: string,
  caller: Caller = {},
  next?: string,
): Promise<{ kind: 'sent' } | Slowed> {
  return inTransaction(auth.db, async (db) => {
    const user = await findUser(db, userId);
    if (!user || user.emailVerified) return { kind: 'sent' };
    const waitMs = await mailVerification(
      db,
      auth,
      { userId, address: user.email, kind: 'verify', next },
      caller,
    );
    return waitMs > 0 ? { kind: 'slowed', waitMs } : { kind: 'sent' };
  });
}

/** What the link requires in this browser. Reading changes nothing. */
export async function findVerificationLink(
  auth: AuthContext,
  token: string,
  caller: Caller,
): Promise<VerificationLink> {
  const { db, settings } = auth;
  const proof = await findProof(db, token, auth.now());
  if (!proof?.userId || proof.kind === 'reset') return { kind: 'dead' };
  const { address } = proof;
  if (await isAddressDisabled(db, address)) return { kind: 'dead' };
  const isTheirs = (await findBrowsersUser(auth, caller)) === proof.userId;
  if (proof.kind === 'change') return { kind: isTheirs ? 'button' : 'login', address };
  const isAdmins = address === (await findAdminEmail(db, settings));
  // The administrator's password has to be longer than the one chosen at registration.
  if (isTheirs && !isAdmins) return { kind: 'button', address };
  return { kind: 'password', address, least: await leastPasswordLength(db, settings, address) };
}

async function findBrowsersUser(auth: AuthContext, caller: Caller): Promise<string | undefined> {
  return (await findBrowserSession(auth, caller))?.user.id;
}

/**
 * Uses a link of kind `verify`: the account holds the address from now on. With the button in the same browser, or with
 * a password that becomes the account's; a new password ends all its sessions. Throws HashingBusyError.
 */
export async function verifyAddress(
  auth: AuthContext,
  token: string,
  password: string | undefined,
  caller: Caller,
): Promise<VerificationOutcome> {
  const link = await findVerificationLink(auth, token, caller);
  const proof = await findProof(auth.db, token, auth.now());
  if (link.kind === 'dead' || !proof?.userId || proof.kind !== 'verify') return { kind: 'dead' };
  const { userId, address } = proof;
  if (link.kind === 'button') return prove(auth, { token, userId, address, byButton: true }, caller, true);
  if (link.kind !== 'password') return { kind: 'login' };
  const rules = { least: link.least, names: caller.names ?? [] };
  const problem = findPasswordProblem(password ?? '', rules);
  if (problem) return { kind: 'refused', problem };
  const hash = await replacementFor(auth, { userId, address, password: password ?? '' });
  const isTheirs = (await findBrowsersUser(auth, caller)) === userId;
  return prove(auth, { token, userId, address, hash, byButton: false }, caller, isTheirs);
}

/** The hash of a new password; undefined when it is the one the account has. */
async function replacementFor(
  { db, secret }: AuthContext,
  { userId, address, password }: { userId: string; address: string; password: string },
): Promise<string | undefined> {
  const salting = { secret, address };
  const kept = await findPassword(db, userId);
  const samples = await listForeignSamples(db);
  if (kept && (await findMatch(password, [kept], { ...salting, samples }))) return undefined;
  return hashPassword(password, salting);
}

type Proving = {
  token: string;
  userId: string;
  address: string;
  hash?: string | undefined;
  byButton: boolean;
};

async function prove(
  auth: AuthContext,
  { token, userId, address, hash, byButton }: Proving,
  caller: Caller,
  staysSignedIn: boolean,
): Promise<VerificationOutcome> {
  const now = auth.now();
  try {
    const proved = await inTransaction(auth.db, async (db) => {
      await takeTurn(db, address);
      const user = await findUser(db, userId);
      // The account may have verified or claimed another address since the link was emailed.
      if (!user || user.emailVerified || user.email !== address) return false;
      if (!(await redeemProof(db, token, now))) return false;
      await proveAddress(db, { userId, address, now, secret: auth.secret });
      await removeProofs(db, userId);
      if (byButton) return true;
      // Someone else may have created the account: nothing of theirs opens it any more.
      await removeIdentities(db, userId);
      if (!hash) return true;
      await savePassword(db, { userId, hash, now });
      await removePasskeys(db, userId);
      await removeRecoveryCodes(db, userId);
      await removeSessions(db, userId);
      return true;
    });
    if (!proved) return { kind: 'dead' };
  } catch (error) {
    if (error instanceof AddressTakenError) return { kind: 'dead' };
    throw error;
  }
  const cookies = staysSignedIn
    ? await letIn(auth, { userId, isKnown: true }, caller)
    : [await markKnown(auth, userId, caller)];
  return { kind: 'verified', cookies, isSignedIn: staysSignedIn, userId, isChange: false };
}

/**
 * Ends a link because its recipient says that they did not request it; an account that only claims the address is
 * deleted with it. Returns its id, if there was one.
 */
export async function refuseVerification(auth: AuthContext, token: string): Promise<string | undefined> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const proof = await findProof(db, token, now);
    if (!proof?.userId || proof.kind === 'reset') return undefined;
    if (await isAddressDisabled(db, proof.address)) return undefined;
    await redeemProof(db, token, now);
    const user = await findUser(db, proof.userId);
    const isClaim = user && !user.emailVerified && user.email === proof.address;
    if (proof.kind !== 'verify' || !isClaim) return undefined;
    await removeUser(db, user.id);
    return user.id;
  });
}
