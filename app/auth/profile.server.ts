import type { Ledger, User } from './account-ledger.ts';
import { hashPassword, isPassword } from './password-hash.server.ts';
import { findPasswordProblem } from './password-rules.ts';

/** A person's own account, as the account page shows it. */
export type Profile = { email: string; newsletterOptIn: boolean; hasPassword: boolean };

/** Everything kept about a person, as it is handed out: instants in ISO 8601, UTC. */
export type ProfileExport = {
  email: string;
  emailVerified: boolean;
  newsletterOptIn: boolean;
  createdAt: string;
  signInMethods: { method: string; createdAt: string }[];
  sessions: { createdAt: string; expiresAt: string }[];
};

export type PasswordChange = { currentPassword: string; newPassword: string };

/** After a change every other session has ended; `cookies` keep this one. */
export type PasswordChangeOutcome =
  | { kind: 'changed'; cookies: string[] }
  | { kind: 'refused'; problems: { currentPassword?: string | undefined; newPassword?: string | undefined } };

export async function findProfile(ledger: Ledger, userId: string): Promise<Profile | undefined> {
  const user = await ledger.findUserById(userId);
  if (!user) return undefined;
  const hash = await ledger.findPasswordHash(userId);
  return { email: user.email, newsletterOptIn: user.newsletterOptIn, hasPassword: hash !== undefined };
}

export async function changePassword(
  ledger: Ledger,
  userId: string,
  { currentPassword, newPassword }: PasswordChange,
  least: number,
): Promise<PasswordChangeOutcome> {
  const hash = await ledger.findPasswordHash(userId);
  if (!hash || !(await isPassword(currentPassword, hash))) {
    return { kind: 'refused', problems: { currentPassword: 'This is not your current password' } };
  }
  const problem = findPasswordProblem(newPassword, least);
  if (problem) return { kind: 'refused', problems: { newPassword: problem } };
  await replacePassword(ledger, userId, newPassword);
  return { kind: 'changed', cookies: await ledger.openSession(userId) };
}

/** For the operator, who needs no current password: the problem, or undefined once it is done. Ends every session. */
export async function resetPassword(
  ledger: Ledger,
  user: User | undefined,
  { email, password }: { email: string; password: string },
  least: number,
): Promise<string | undefined> {
  if (!user) return `No account has the address ${email}`;
  const problem = findPasswordProblem(password, least);
  if (problem) return problem;
  await replacePassword(ledger, user.id, password);
  return undefined;
}

async function replacePassword(ledger: Ledger, userId: string, password: string): Promise<void> {
  const hash = await hashPassword(password);
  await ledger.transact(async (rows) => {
    await rows.savePasswordHash(userId, hash);
    await rows.removeSessions(userId);
  });
}

/** Everything kept about the person; undefined when the account is gone. */
export async function exportProfile(ledger: Ledger, userId: string): Promise<ProfileExport | undefined> {
  const user = await ledger.findUserById(userId);
  if (!user) return undefined;
  const [methods, sessions] = [await ledger.listSignInMethods(userId), await ledger.listSessions(userId)];
  return {
    email: user.email,
    emailVerified: user.emailVerified,
    newsletterOptIn: user.newsletterOptIn,
    createdAt: isoOf(user.createdAt),
    signInMethods: methods.map(({ method, createdAt }) => ({ method, createdAt: isoOf(createdAt) })),
    sessions: sessions.map(({ createdAt, expiresAt }) => ({
      createdAt: isoOf(createdAt),
      expiresAt: isoOf(expiresAt),
    })),
  };
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
