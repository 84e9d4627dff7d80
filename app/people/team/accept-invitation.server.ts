/** An invitation is accepted once: with a new account, or by the account that has verified its address. */
import { findNameProblem, readAccountName } from '#app/people/accounts/account-name.ts';
import { isAddressDisabled } from '#app/people/accounts/disabled-accounts.server.ts';
import { addUser, findHolder, findUser, saveName } from '#app/people/accounts/user-store.server.ts';
import { AddressTakenError, proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext, Caller, FieldProblems, SignInOutcome } from '#app/people/auth-context.server.ts';
import { orBusy } from '#app/people/passwords/hashing-queue.server.ts';
import { hashPassword } from '#app/people/passwords/password-hash.server.ts';
import {
  findPasswordProblem,
  LEAST_ADMIN_PASSWORD_LENGTH,
} from '#app/people/passwords/password-rules.server.ts';
import { savePassword } from '#app/people/passwords/password-store.server.ts';
import { letIn } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { findInvitation, type Invitation, redeemInvitation } from './invitation-store.server.ts';
import { declinedLetter } from './team-letters.ts';

/** What an open invitation needs: a new account, or a login with the existing one. Undefined when it no longer works. */
export async function findOpenInvitation(
  auth: AuthContext,
  token: string,
): Promise<(Invitation & { hasAccount: boolean }) | undefined> {
  const invitation = await findInvitation(auth.db, token, auth.now());
  if (!invitation || (await isAddressDisabled(auth.db, invitation.address))) return undefined;
  const holder = await findHolder(auth.db, invitation.address);
  return { ...invitation, hasAccount: holder !== undefined };
}

/** `dead`: the link was used, has expired, or was withdrawn. */
export type AcceptOutcome = SignInOutcome | { kind: 'dead' };

/** Accepts with a new account, whose address the emailed link has verified, and logs it in. */
export function acceptWithNewAccount(
  auth: AuthContext,
  { token, name, password }: { token: string; name: string; password: string },
  caller: Caller,
): Promise<AcceptOutcome> {
  return orBusy(auth, caller, async () => {
    const invitation = await findOpenInvitation(auth, token);
    // Without the link, no one can have a password hashed.
    if (!invitation || invitation.hasAccount) return { kind: 'dead' };
    const problems = problemsOf({ name, password }, caller.names);
    if (problems.name || problems.password) return { kind: 'refused', problems };
    const { address } = invitation;
    const hash = await hashPassword(password, { secret: auth.secret, address });
    return accept(auth, { token, caller, isNew: true }, async (db, now) => {
      if (await findHolder(db, address)) return undefined;
      const userId = await addUser(db, { newsletterOptIn: false, now });
      await proveAddress(db, { userId, address, now, secret: auth.secret });
      await savePassword(db, { userId, hash, now });
      await saveName(db, userId, readAccountName(name));
      return userId;
    });
  });
}

/** Accepts for the account that is logged in, if it has verified the invited address. Its password stays. */
export async function acceptWithAccount(
  auth: AuthContext,
  { token, userId, name }: { token: string; userId: string; name: string },
  caller: Caller,
): Promise<AcceptOutcome> {
  const invitation = await findOpenInvitation(auth, token);
  if (!invitation) return { kind: 'dead' };
  const problem = nameProblemOf(name);
  if (problem) return { kind: 'refused', problems: { name: problem } };
  return accept(auth, { token, caller, isNew: false }, async (db) => {
    const user = await findUser(db, userId);
    if (!user?.emailVerified || user.isDisabled || user.email !== invitation.address) return undefined;
    await saveName(db, userId, readAccountName(name));
    // Sessions of a reader last longer, and may be forgotten on a device of others.
    await removeSessions(db, userId);
    return userId;
  });
}

function problemsOf(
  { name, password }: { name: string; password: string },
  names: readonly string[] = [],
): FieldProblems {
  return {
    name: nameProblemOf(name),
    password: findPasswordProblem(password, { least: LEAST_ADMIN_PASSWORD_LENGTH, names }),
  };
}

/** Others see who changed what by name, so there has to be one. */
function nameProblemOf(name: string): string | undefined {
  return findNameProblem(name) ?? (name.trim() === '' ? 'Enter your name' : undefined);
}

type Accepting = { token: string; caller: Caller; isNew: boolean };

/** `findAccount` finds or creates the account in the transaction that uses the link up. */
async function accept(
  auth: AuthContext,
  { token, caller, isNew }: Accepting,
  findAccount: (db: WriteDb, now: number) => Promise<string | undefined>,
): Promise<AcceptOutcome> {
  const now = auth.now();
  try {
    const userId = await inTransaction(auth.db, async (db) => {
      const invitation = await findInvitation(db, token, now);
      if (!invitation || !(await redeemInvitation(db, token, now))) return undefined;
      const account = await findAccount(db, now);
      if (account === undefined) throw new AddressTakenError('the invitation is for another account');
      const administrator = await findAdministrator(db, auth.settings);
      if (administrator?.id !== account)
        await db.updateTable('site_user').set({ role: invitation.role }).where('id', '=', account).execute();
      return account;
    });
    if (userId === undefined) return { kind: 'dead' };
    const cookies = await letIn(auth, { userId, isKnown: true }, caller);
    return { kind: 'signedIn', cookies, userId, isNew };
  } catch (error) {
    if (error instanceof AddressTakenError) return { kind: 'dead' };
    throw error;
  }
}

/** Ends the invitation, and notifies who sent it. False when it no longer works. */
export function declineInvitation(auth: AuthContext, token: string): Promise<boolean> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const invitation = await findInvitation(db, token, now);
    if (!invitation || !(await redeemInvitation(db, token, now))) return false;
    const inviter = invitation.invitedBy ? await findUser(db, invitation.invitedBy) : undefined;
    if (inviter?.emailVerified)
      await queueMail(db, declinedLetter(inviter.email, auth.settings.url, invitation.address), now);
    return true;
  });
}
