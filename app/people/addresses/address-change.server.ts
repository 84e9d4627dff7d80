import { findUser } from '#app/people/accounts/user-store.server.ts';
import {
  findAdminEmail,
  isAdministrator,
  saveAdminEmail,
} from '#app/people/administrator/administrator-address.server.ts';
import { removePassword } from '#app/people/passwords/password-store.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { type AuthContext, type Caller, letIn, type Slowed } from '#app/people/sign-in/desk.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { addressChangedLetter } from './account-letters.ts';
import { AddressTakenError, claimAddress, proveAddress, takeTurn } from './address-ownership.server.ts';
import { findProof, redeemProof, removeProofs } from './proof-store.server.ts';
import { findVerificationLink, mailVerification, type VerificationOutcome } from './verification.server.ts';

export type AddressChangeOutcome = { kind: 'sent' } | { kind: 'refused'; problem: string } | Slowed;

/**
 * Emails a link to the new address; the account keeps its address until the link is used. An account without a verified
 * address claims the new one at once. The user must have confirmed their identity recently.
 */
export async function requestAddressChange(
  desk: AuthContext,
  userId: string,
  email: string,
  caller: Caller = {},
): Promise<AddressChangeOutcome> {
  const { settings } = desk;
  const address = parseEmailAddress(email);
  if (!address) return { kind: 'refused', problem: 'Enter an email address' };
  return inTransaction(desk.db, async (db) => {
    const user = await findUser(db, userId);
    if (!user || user.email === address) return { kind: 'refused', problem: 'This is already your address' };
    if (settings.adminEmail && (await isAdministrator(db, settings, user))) {
      return { kind: 'refused', problem: `The administrator's address is set to ${settings.adminEmail}` };
    }
    const kind = user.emailVerified ? 'change' : 'verify';
    const waitMs = await mailVerification(db, desk, { userId, address, kind }, caller);
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    if (!user.emailVerified) {
      await claimAddress(db, { userId, address, now: desk.now() });
      await removeProofs(db, userId, { except: address });
    }
    return { kind: 'sent' };
  });
}

/**
 * Uses a link of kind `change` in a browser that is logged in to its account: every other session and link ends, and
 * the old address is notified. The administrator stays the administrator.
 */
export async function changeAddress(
  desk: AuthContext,
  token: string,
  caller: Caller,
): Promise<VerificationOutcome> {
  const { settings } = desk;
  const now = desk.now();
  const link = await findVerificationLink(desk, token, caller);
  const proof = await findProof(desk.db, token, now);
  if (link.kind === 'dead' || !proof?.userId || proof.kind !== 'change') return { kind: 'dead' };
  if (link.kind !== 'button') return { kind: 'login' };
  const { userId, address } = proof;
  try {
    const changed = await inTransaction(desk.db, async (db) => {
      await takeTurn(db, address);
      const user = await findUser(db, userId);
      if (!user || !(await redeemProof(db, token, now))) return false;
      const isAdmin = await isAdministrator(db, settings, user);
      await proveAddress(db, { userId, address, now, secret: desk.secret });
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
    cookies: await letIn(desk, { userId, isKnown: true }, caller),
    isSignedIn: true,
    userId,
    isChange: true,
  };
}
