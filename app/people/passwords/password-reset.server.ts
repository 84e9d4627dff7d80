import { isAddressDisabled } from '#app/people/accounts/disabled-accounts.server.ts';
import { addUser, findHolder, isClaimed } from '#app/people/accounts/user-store.server.ts';
import { passwordChangedLetter, resetLetter } from '#app/people/addresses/account-letters.ts';
import { proveAddress, takeTurn } from '#app/people/addresses/address-ownership.server.ts';
import {
  type AddressProof,
  createProof,
  findProof,
  redeemProof,
  removeProofs,
} from '#app/people/addresses/proof-store.server.ts';
import { leastPasswordLength } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext, Busy, Caller, Slowed } from '#app/people/auth-context.server.ts';
import { markKnown } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { takeMailTries } from '#app/people/sign-in/mail-limits.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { orBusy } from './hashing-queue.server.ts';
import { hashPassword } from './password-hash.server.ts';
import { findPasswordProblem } from './password-rules.server.ts';
import { savePassword } from './password-store.server.ts';

export type ResetRequestOutcome = { kind: 'sent' } | { kind: 'refused'; problem: string } | Slowed;

export type ResetLink = { kind: 'dead' } | { kind: 'living'; address: string; least: number };

export type ResetOutcome =
  | { kind: 'dead' }
  | { kind: 'refused'; problem: string }
  /** `cookies` make the browser known to the account. */
  | { kind: 'done'; userId: string; cookies: string[] };

/**
 * Emails a link to choose a new password, if an account holds or claims the address and none is disabled. Returns the
 * same, after the same work, otherwise.
 */
export async function requestReset(
  auth: AuthContext,
  email: string,
  caller: Caller = {},
): Promise<ResetRequestOutcome> {
  const address = parseEmailAddress(email);
  if (!address) return { kind: 'refused', problem: 'Enter an email address' };
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const waitMs = await takeMailTries(db, auth, address, caller);
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    const holder = await findHolder(db, address);
    const claimed = await isClaimed(db, address);
    const token = await createProof(db, { kind: 'reset', address, userId: holder?.id ?? null }, now);
    const isBlocked = await isAddressDisabled(db, address);
    if (!isBlocked && (holder || claimed))
      await queueMail(db, resetLetter(address, auth.settings.url, token), now);
    return { kind: 'sent' };
  });
}

/** Checking it changes nothing. */
export async function findResetLink(auth: AuthContext, token: string): Promise<ResetLink> {
  const proof = await findProof(auth.db, token, auth.now());
  if (proof?.kind !== 'reset' || (await isAddressDisabled(auth.db, proof.address))) return { kind: 'dead' };
  const { address } = proof;
  return { kind: 'living', address, least: await leastPasswordLength(auth.db, auth.settings, address) };
}

/**
 * Uses the link: its user has verified the address and gets the password. Accounts that only claimed the address are
 * deleted; if there was no other, the user gets a new, empty account. Every session and every other link ends,
 * and no one is logged in; but strangers can't lock this browser out any more.
 */
export function resetPasswordByLink(
  auth: AuthContext,
  { token, password }: { token: string; password: string },
  caller: Caller = {},
): Promise<ResetOutcome | Busy> {
  return orBusy(auth, caller, async () => {
    const link = await findResetLink(auth, token);
    if (link.kind === 'dead') return link;
    const problem = findPasswordProblem(password, { least: link.least, names: caller.names ?? [] });
    if (problem) return { kind: 'refused', problem };
    const hash = await hashPassword(password, { secret: auth.secret, address: link.address });
    const now = auth.now();
    const userId = await inTransaction(auth.db, async (db) => {
      await takeTurn(db, link.address);
      const proof = await findProof(db, token, now);
      if (!proof || (await isAddressDisabled(db, proof.address))) return undefined;
      if (!(await redeemProof(db, token, now))) return undefined;
      const userId = await findOrAddHolder(db, proof, now);
      if (!userId) return undefined;
      await proveAddress(db, { userId, address: link.address, now, secret: auth.secret });
      await savePassword(db, { userId, hash, now });
      await removeSessions(db, userId);
      await removeProofs(db, userId);
      await queueMail(db, passwordChangedLetter(link.address, auth.settings.url), now);
      return userId;
    });
    if (!userId) return { kind: 'dead' };
    return { kind: 'done', userId, cookies: [await markKnown(auth, userId, caller)] };
  });
}

/** If the address has passed to another account since the link was emailed, the link is invalid. */
async function findOrAddHolder(db: WriteDb, proof: AddressProof, now: number): Promise<string | undefined> {
  const holder = await findHolder(db, proof.address);
  if (holder) return holder.id === proof.userId ? holder.id : undefined;
  return proof.userId ? undefined : addUser(db, { newsletterOptIn: false, now });
}
