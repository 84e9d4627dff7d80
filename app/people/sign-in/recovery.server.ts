import { findUser } from '#app/people/accounts/user-store.server.ts';
import { recoveryCodesMadeLetter, recoveryCodeUsedLetter } from '#app/people/addresses/account-letters.ts';
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import { leastPasswordLength } from '#app/people/administrator/administrator-address.server.ts';
import {
  type AuthContext,
  type Busy,
  type Caller,
  networkSubjects,
  type Slowed,
} from '#app/people/auth-context.server.ts';
import {
  findCodeOwner,
  findRecoveryCodesStatus,
  redeemRecoveryCode,
  replaceRecoveryCodes,
} from '#app/people/passkeys/recovery-code-store.server.ts';
import { orBusy, refuseWhenFull } from '#app/people/passwords/hashing-queue.server.ts';
import { hashPassword } from '#app/people/passwords/password-hash.server.ts';
import { findPasswordProblem } from '#app/people/passwords/password-rules.server.ts';
import { savePassword } from '#app/people/passwords/password-store.server.ts';
import { markKnown } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { forgetTries, returnTries, subjectOf, takeTries } from '#app/platform/throttle/throttle.server.ts';

/**
 * Creates new recovery codes, which replace all earlier ones, and notifies the owner by email. They are never shown
 * again.
 */
export async function makeRecoveryCodes(auth: AuthContext, userId: string): Promise<string[]> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const user = await findUser(db, userId);
    if (user?.emailVerified) await queueMail(db, recoveryCodesMadeLetter(user.email, auth.settings.url), now);
    return replaceRecoveryCodes(db, userId, now);
  });
}

type RecoveryEntry = { email: string; code: string; password: string };

export type RecoveryOutcome =
  | { kind: 'done'; userId: string; cookies: string[] }
  | { kind: 'refused'; problems: { code?: string; password?: string } }
  | Slowed;

/** The same whether the address has no account, or the code is not one of the account's. */
const WRONG_CODE = 'This recovery code is wrong or was already used';

/**
 * Lets a user who has lost their password choose a new one with a recovery code, which is then used up. Every session
 * and every emailed link ends; passkeys stay; no one is logged in, but the browser is known from then on. Attempts
 * count per network.
 */
export function recoverByCode(
  auth: AuthContext,
  { email, code, password }: RecoveryEntry,
  caller: Caller = {},
): Promise<RecoveryOutcome | Busy> {
  return orBusy(auth, caller, async () => {
    refuseWhenFull();
    const networks = networkSubjects(auth, 'network', caller);
    const waitMs = await takeTries(auth.db, networks, auth.now());
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    const address = parseEmailAddress(email) ?? '';
    const owner = await findCodeOwner(auth.db, address, code);
    if (!owner || (await findUser(auth.db, owner))?.isDisabled !== false)
      return { kind: 'refused', problems: { code: WRONG_CODE } };
    await returnTries(auth.db, networks);
    // Only now, because the required length reveals who is the administrator.
    const least = await leastPasswordLength(auth.db, auth.settings, address);
    const problem = findPasswordProblem(password, { least, names: caller.names ?? [] });
    if (problem) return { kind: 'refused', problems: { password: problem } };
    const hash = await hashPassword(password, { secret: auth.secret, address });
    const done = await replaceByCode(auth, { userId: owner, address, code, hash });
    if (!done) return { kind: 'refused', problems: { code: WRONG_CODE } };
    return { kind: 'done', userId: owner, cookies: [await markKnown(auth, owner, caller)] };
  });
}

async function replaceByCode(
  auth: AuthContext,
  { userId, address, code, hash }: { userId: string; address: string; code: string; hash: string },
): Promise<boolean> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const user = await findUser(db, userId);
    if (user?.email !== address || user.isDisabled || !(await redeemRecoveryCode(db, userId, code)))
      return false;
    await savePassword(db, { userId, hash, now });
    await removeSessions(db, userId);
    await removeProofs(db, userId);
    if (!user.emailVerified) return true;
    await forgetTries(db, subjectOf(auth.secret, 'account', address));
    const { left } = await findRecoveryCodesStatus(db, userId);
    await queueMail(db, recoveryCodeUsedLetter(address, auth.settings.url, left), now);
    return true;
  });
}
