import { findUser } from '#app/people/accounts/user-store.server.ts';
import {
  findAdminEmail,
  findConfiguredEmail,
  isAdministrator,
  saveAdminEmail,
} from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext, Busy, Caller, Slowed } from '#app/people/auth-context.server.ts';
import { orBusy } from '#app/people/passwords/hashing-queue.server.ts';
import { removePassword } from '#app/people/passwords/password-store.server.ts';
import { letIn } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { addressChangedLetter } from './account-letters.ts';
import { AddressTakenError, claimAddress, proveAddress, takeTurn } from './address-ownership.server.ts';
import { findProof, redeemProof, removeProofs } from './proof-store.server.ts';
import {
  findVerificationLink,
  mailVerification,
  type VerificationOutcome,
  verifyAddress,
} from './verification.server.ts';

export type AddressChangeOutcome = { kind: 'sent' } | { kind: 'refused'; problem: string } | Slowed;

/**
 * Emails a link to the new address; the account keeps its address until the link is used. An account without a verified
 * address claims the new one at once. The user must have confirmed their identity recently.
 */
export async function requestAddressChange(
  auth: AuthContext,
  userId: string,
  email: string,
  caller: Caller = {},
): Promise<AddressChangeOutcome> {
  const { settings } = auth;
  const address = parseEmailAddress(email);
  if (!address) return { kind: 'refused', problem: 'Enter an email address' };
  return inTransaction(auth.db, async (db) => {
    const user = await findUser(db, userId);
    if (!user || user.email === address) return { kind: 'refused', problem: 'This is already your address' };
    const configured = await findConfiguredEmail(db, settings);
    if (configured && (await isAdministrator(db, settings, user))) {
      return { kind: 'refused', problem: `The administrator's address is set to ${configured}` };
    }
    const kind = user.emailVerified ? 'change' : 'verify';
    const waitMs = await mailVerification(db, auth, { userId, address, kind }, caller);
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    if (!user.emailVerified) {
      await claimAddress(db, { userId, address, now: auth.now() });
      await removeProofs(db, userId, { except: address });
    }
    return { kind: 'sent' };
  });
}

/**
 * Uses a link that was emailed to verify an address, or to change to it. `password` is for a link that requires one.
 */
export async function followVerificationLink(
  auth: AuthContext,
  token: string,
  password: string | undefined,
  caller: Caller,
): Promise<VerificationOutcome | Busy> {
  const changed = await changeAddress(auth, token, caller);
  return changed.kind === 'dead'
    ? orBusy(auth, caller, () => verifyAddress(auth, token, password, caller))
    : changed;
}

/**
 * Uses a link of kind `change` in a browser that is logged in to its account: every other session and link ends, and
 * the old address is notified. The administrator stays the administrator.
 */
async function changeAddress(auth: AuthContext, token: string, caller: Caller): Promise<VerificationOutcome> {
  const { settings } = auth;
  const now = auth.now();
  const link = await findVerificationLink(auth, token, caller);
  const proof = await findProof(auth.db, token, now);
  if (link.kind === 'dead' || !proof?.userId || proof.kind !== 'change') return { kind: 'dead' };
  if (link.kind !== 'button') return { kind: 'login' };
  const { userId, address } = proof;
  try {
    const changed = await inTransaction(auth.db, async (db) => {
      await takeTurn(db, address);
      const user = await findUser(db, userId);
      if (!user || !(await redeemProof(db, token, now))) return false;
      const isAdmin = await isAdministrator(db, settings, user);
      await proveAddress(db, { userId, address, now, secret: auth.secret });
      if (isAdmin) await saveAdminEmail(db, address);
      // A member's password may be shorter than the administrator's must be: a new one has to be chosen by email.
      else if (address === (await findAdminEmail(db, settings))) await removePassword(db, userId);
      await removeSessions(db, userId);
      await removeProofs(db, userId);
      await queueMail(db, addressChangedLetter(user.email, settings.url, address), now);
      return true;
    });
    if (!changed) return { kind: 'dead' };
  } catch (error) {
    if (error instanceof AddressTakenError) return { kind: 'dead' };
    throw error;
  }
  return {
    kind: 'verified',
    cookies: await letIn(auth, { userId, isKnown: true }, caller),
    isSignedIn: true,
    userId,
    isChange: true,
  };
}
