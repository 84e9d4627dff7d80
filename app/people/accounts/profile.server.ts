import { passwordChangedLetter } from '#app/people/addresses/account-letters.ts';
import { hasOpenLink, removeProofs } from '#app/people/addresses/proof-store.server.ts';
import { leastPasswordLength } from '#app/people/administrator/administrator-address.server.ts';
import { listPasskeys } from '#app/people/passkeys/passkey-store.server.ts';
import { findRecoveryCodesStatus } from '#app/people/passkeys/recovery-code-store.server.ts';
import { checkPassword, type PasswordCheck } from '#app/people/passwords/password-check.server.ts';
import { hashPassword } from '#app/people/passwords/password-hash.server.ts';
import { findPasswordProblem } from '#app/people/passwords/password-rules.server.ts';
import { findPassword, lockPassword, savePassword } from '#app/people/passwords/password-store.server.ts';
import { listSessions, removeSessions, SESSION_LIMITS } from '#app/people/sessions/session-store.server.ts';
import {
  type AuthContext,
  type Caller,
  letInByPassword,
  type Slowed,
} from '#app/people/sign-in/desk.server.ts';
import { clearSignInCounters } from '#app/people/sign-in/sign-in-counters.server.ts';
import { listVotesOf } from '#app/people/voters/votes-of-account.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot, inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { parseAccountName } from './account-name.ts';
import { listIdentities } from './identity-store.server.ts';
import { findUser, saveName, type User } from './user-store.server.ts';

/** A user's own account, as the account page shows it. */
export type Profile = {
  email: string;
  name: string | null;
  emailVerified: boolean;
  newsletterOptIn: boolean;
  hasPassword: boolean;
  hasGoogle: boolean;
  /** A link that confirms the address was emailed and still works. */
  hasOpenLink: boolean;
};

/** Everything stored about a user, for export: instants in ISO 8601, UTC. */
export type ProfileExport = {
  email: string;
  name: string | null;
  emailVerified: boolean;
  newsletterOptIn: boolean;
  createdAt: string;
  signInMethods: { method: string; createdAt: string }[];
  passkeys: { name: string; createdAt: string; lastUsedAt: string | null }[];
  recoveryCodesLeft: number;
  /** `device` is browser and system as text, null if unknown. */
  sessions: { device: string | null; createdAt: string; lastUsedAt: string; expiresAt: string }[];
  /** `votedAt` is rounded to the hour. In closed polls, no one knows the choice any more. */
  votes: { poll: string; votedAt: string; options?: string[]; receipt?: string }[];
};

export type PasswordChange = { currentPassword: string; newPassword: string };

/** After a change, every other session has ended; `cookies` keep this one. */
export type PasswordChangeOutcome =
  | { kind: 'changed'; cookies: string[] }
  | { kind: 'refused'; problems: { currentPassword?: string | undefined; newPassword?: string | undefined } }
  | Slowed;

export async function findProfile({ db, now }: AuthContext, userId: string): Promise<Profile | undefined> {
  const user = await findUser(db, userId);
  if (!user) return undefined;
  const { email, name, emailVerified, newsletterOptIn } = user;
  const hasPassword = (await findPassword(db, userId)) !== undefined;
  const hasGoogle = (await listIdentities(db, userId)).length > 0;
  const hasLink = !emailVerified && (await hasOpenLink(db, { userId, address: email, now: now() }));
  return { email, name, emailVerified, newsletterOptIn, hasPassword, hasGoogle, hasOpenLink: hasLink };
}

/** Whether the password is the user's own; attempts are counted. Throws HashingBusyError. */
export async function checkOwnPassword(
  desk: AuthContext,
  user: User,
  password: string,
  caller: Caller,
): Promise<PasswordCheck> {
  const kept = await findPassword(desk.db, user.id);
  const candidates = kept ? [{ userId: user.id, ...kept, isHolder: user.emailVerified }] : [];
  return checkPassword(desk, { address: user.email, candidates, password }, caller);
}

/** Saves the name that the user typed; returns what is wrong with it, with nothing changed. */
export async function changeName(
  { db }: AuthContext,
  userId: string,
  typed: string,
): Promise<string | undefined> {
  const parsed = parseAccountName(typed);
  if ('problem' in parsed) return parsed.problem;
  await saveName(db, userId, parsed.name);
  return undefined;
}

const NOT_CURRENT = 'This is not your current password';

/** Throws HashingBusyError. */
export async function changePassword(
  desk: AuthContext,
  userId: string,
  { currentPassword, newPassword }: PasswordChange,
  caller: Caller,
): Promise<PasswordChangeOutcome> {
  const user = await findUser(desk.db, userId);
  const check = user && (await checkOwnPassword(desk, user, currentPassword, caller));
  if (check?.kind === 'slowed') return check;
  if (!user || check?.kind !== 'right') {
    return { kind: 'refused', problems: { currentPassword: NOT_CURRENT } };
  }
  const least = await leastPasswordLength(desk.db, desk.settings, user.email);
  const problem = findPasswordProblem(newPassword, { least, names: caller.names ?? [] });
  if (problem) return { kind: 'refused', problems: { newPassword: problem } };
  const hash = await replacePassword(desk, user, newPassword, check.candidate.hash);
  const cookies = hash && (await letInByPassword(desk, { userId, hash, isKnown: true }, caller));
  return cookies
    ? { kind: 'changed', cookies }
    : { kind: 'refused', problems: { currentPassword: NOT_CURRENT } };
}

/**
 * For the operator, who needs no current password: the problem, or undefined on success. Ends every session. Throws
 * HashingBusyError.
 */
export async function resetPassword(
  desk: AuthContext,
  user: User | undefined,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  if (!user) return `No account has the address ${email}`;
  const least = await leastPasswordLength(desk.db, desk.settings, user.email);
  const problem = findPasswordProblem(password, { least });
  if (problem) return problem;
  await replacePassword(desk, user, password);
  return undefined;
}

/**
 * Ends every session and every emailed link of the user, notifies them, and resets failed logins at their
 * address. Returns the new hash; undefined, with nothing done, when the password is no longer the one of `current`.
 */
async function replacePassword(
  desk: AuthContext,
  user: User,
  password: string,
  current?: string,
): Promise<string | undefined> {
  const hash = await hashPassword(password, { secret: desk.secret, address: user.email });
  const now = desk.now();
  return inTransaction(desk.db, async (db) => {
    if (current && !(await lockPassword(db, user.id, current))) return undefined;
    await savePassword(db, { userId: user.id, hash, now });
    await removeSessions(db, user.id);
    await removeProofs(db, user.id);
    await clearSignInCounters(db, desk.secret, user.email);
    // A claimed address may be a stranger's.
    if (user.emailVerified) await queueMail(db, passwordChangedLetter(user.email, desk.settings.url), now);
    return hash;
  });
}

/** Everything stored about the user; undefined when the account is gone. */
export function exportProfile({ db }: AuthContext, userId: string): Promise<ProfileExport | undefined> {
  return inSnapshot(db, (read) => exportFrom(read, userId));
}

async function exportFrom(db: ReadDb, userId: string): Promise<ProfileExport | undefined> {
  const user = await findUser(db, userId);
  if (!user) return undefined;
  const password = await findPassword(db, userId);
  const methods = [
    ...(password ? [{ method: 'password', createdAt: password.createdAt }] : []),
    ...(await listIdentities(db, userId)).map(({ issuer, createdAt }) => ({ method: issuer, createdAt })),
  ];
  const sessions = await listSessions(db, userId);
  const votes = await listOwnVotes(db, userId);
  return {
    email: user.email,
    name: user.name,
    emailVerified: user.emailVerified,
    newsletterOptIn: user.newsletterOptIn,
    createdAt: isoOf(user.createdAt),
    signInMethods: methods.map(({ method, createdAt }) => ({ method, createdAt: isoOf(createdAt) })),
    passkeys: (await listPasskeys(db, userId)).map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdAt: isoOf(createdAt),
      lastUsedAt: lastUsedAt === null ? null : isoOf(lastUsedAt),
    })),
    recoveryCodesLeft: (await findRecoveryCodesStatus(db, userId)).left,
    sessions: sessions.map(({ device, createdAt, lastSeenAt }) => ({
      device,
      createdAt: isoOf(createdAt),
      lastUsedAt: isoOf(lastSeenAt),
      expiresAt: isoOf(createdAt + SESSION_LIMITS.member.absoluteMs),
    })),
    votes,
  };
}

async function listOwnVotes(db: ReadDb, userId: string): Promise<ProfileExport['votes']> {
  const votes = await listVotesOf(db, userId);
  return votes.map(({ pollId: poll, votedAt, choices, receipt }) => ({
    poll,
    votedAt: isoOf(votedAt),
    ...(choices === undefined ? {} : { options: choices.split(' ') }),
    ...(receipt === undefined ? {} : { receipt }),
  }));
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
