import { findAccount } from '#app/people/accounts/disabled-accounts.server.ts';
import { findUser, type User } from '#app/people/accounts/user-store.server.ts';
import { passwordChangedLetter } from '#app/people/addresses/account-letters.ts';
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import { leastPasswordLength } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext, Busy, Caller, Slowed } from '#app/people/auth-context.server.ts';
import { renewProof } from '#app/people/sessions/browser-session.server.ts';
import { letInByPassword } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { clearSignInCounters } from '#app/people/sign-in/sign-in-counters.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { orBusy } from './hashing-queue.server.ts';
import { checkPassword, type PasswordCheck } from './password-check.server.ts';
import { hashPassword } from './password-hash.server.ts';
import { findPasswordProblem } from './password-rules.server.ts';
import { findPassword, lockPassword, savePassword } from './password-store.server.ts';

type PasswordChange = { currentPassword: string; newPassword: string };

/** After a change, every other session has ended; `cookies` keep this one. */
type PasswordChangeOutcome =
  | { kind: 'changed'; cookies: string[] }
  | { kind: 'refused'; problems: { currentPassword?: string | undefined; newPassword?: string | undefined } }
  | Slowed
  | Busy;

/** Whether the password is the user's own; attempts are counted. Throws HashingBusyError. */
export async function checkOwnPassword(
  auth: AuthContext,
  user: User,
  password: string,
  caller: Caller,
): Promise<PasswordCheck> {
  const kept = await findPassword(auth.db, user.id);
  const candidates = kept ? [{ userId: user.id, ...kept, isHolder: user.emailVerified }] : [];
  return checkPassword(auth, { address: user.email, candidates, password }, caller);
}

/** Accepts the logged-in user's password as confirmation of their identity; attempts are counted. */
export function proveByPassword(
  auth: AuthContext,
  { request, userId, password }: { request: Request; userId: string; password: string },
  caller: Caller = {},
): Promise<{ kind: 'proved' } | { kind: 'wrong' } | Slowed | Busy> {
  return orBusy(auth, caller, async () => {
    const user = await findUser(auth.db, userId);
    if (!user) return { kind: 'wrong' };
    const check = await checkOwnPassword(auth, user, password, caller);
    if (check.kind !== 'right') return check;
    await renewProof(auth, request);
    return { kind: 'proved' };
  });
}

const NOT_CURRENT = 'This is not your current password';

/** Changes the password of a user who knows the current one. */
export function changePassword(
  auth: AuthContext,
  userId: string,
  { currentPassword, newPassword }: PasswordChange,
  caller: Caller = {},
): Promise<PasswordChangeOutcome> {
  return orBusy(auth, caller, async () => {
    const user = await findUser(auth.db, userId);
    const check = user && (await checkOwnPassword(auth, user, currentPassword, caller));
    if (check?.kind === 'slowed') return check;
    if (!user || check?.kind !== 'right') {
      return { kind: 'refused', problems: { currentPassword: NOT_CURRENT } };
    }
    const least = await leastPasswordLength(auth.db, auth.settings, user.email);
    const problem = findPasswordProblem(newPassword, { least, names: caller.names ?? [] });
    if (problem) return { kind: 'refused', problems: { newPassword: problem } };
    const hash = await replacePassword(auth, user, newPassword, check.candidate.hash);
    const cookies = hash && (await letInByPassword(auth, { userId, hash, isKnown: true }, caller));
    return cookies
      ? { kind: 'changed', cookies }
      : { kind: 'refused', problems: { currentPassword: NOT_CURRENT } };
  });
}

/**
 * For the operator, who needs no current password: the problem, or undefined on success. Ends every session. Throws
 * HashingBusyError.
 */
export async function resetPassword(
  auth: AuthContext,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const user = await findAccount(auth, email);
  if (!user) return `No account has the address ${email}`;
  const least = await leastPasswordLength(auth.db, auth.settings, user.email);
  const problem = findPasswordProblem(password, { least });
  if (problem) return problem;
  await replacePassword(auth, user, password);
  return undefined;
}

/**
 * Ends every session and every emailed link of the user, notifies them, and resets failed logins at their
 * address. Returns the new hash; undefined, with nothing done, when the password is no longer the one of `current`.
 */
async function replacePassword(
  auth: AuthContext,
  user: User,
  password: string,
  current?: string,
): Promise<string | undefined> {
  const hash = await hashPassword(password, { secret: auth.secret, address: user.email });
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    if (current && !(await lockPassword(db, user.id, current))) return undefined;
    await savePassword(db, { userId: user.id, hash, now });
    await removeSessions(db, user.id);
    await removeProofs(db, user.id);
    await clearSignInCounters(db, auth.secret, user.email);
    // A claimed address may be a stranger's.
    if (user.emailVerified) await queueMail(db, passwordChangedLetter(user.email, auth.settings.url), now);
    return hash;
  });
}
