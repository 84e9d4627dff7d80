import { hasOpenLink } from '#app/people/addresses/proof-store.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { listPasskeys } from '#app/people/passkeys/passkey-store.server.ts';
import { findRecoveryCodesStatus } from '#app/people/passkeys/recovery-code-store.server.ts';
import { findPassword } from '#app/people/passwords/password-store.server.ts';
import { logOut } from '#app/people/sessions/open-session.server.ts';
import { listSessions, SESSION_LIMITS } from '#app/people/sessions/session-store.server.ts';
import { listVotesOf } from '#app/people/voters/votes-of-account.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inSnapshot, inTransaction } from '#app/platform/database/transaction.ts';
import { withdrawMailsTo } from '#app/platform/mail/mail-queue.server.ts';
import { parseAccountName } from './account-name.ts';
import { listIdentities } from './identity-store.server.ts';
import { findHolder, findUser, isClaimed, removeUser, saveName } from './user-store.server.ts';

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

export async function findProfile({ db, now }: AuthContext, userId: string): Promise<Profile | undefined> {
  const user = await findUser(db, userId);
  if (!user) return undefined;
  const { email, name, emailVerified, newsletterOptIn } = user;
  const hasPassword = (await findPassword(db, userId)) !== undefined;
  const hasGoogle = (await listIdentities(db, userId)).length > 0;
  const hasLink = !emailVerified && (await hasOpenLink(db, { userId, address: email, now: now() }));
  return { email, name, emailVerified, newsletterOptIn, hasPassword, hasGoogle, hasOpenLink: hasLink };
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

/** Deletes the account and everything stored about the user: the Set-Cookie headers that end the session. */
export async function deleteAccount(auth: AuthContext, request: Request, userId: string): Promise<string[]> {
  await inTransaction(auth.db, (db) => removeAccount(db, auth, userId));
  return logOut(auth, request);
}

/** With the emails waiting for the address, unless another account claims it. */
async function removeAccount(db: WriteDb, { secret, now }: AuthContext, userId: string): Promise<void> {
  const user = await findUser(db, userId);
  if (!user) return;
  const holder = { email: user.email, isVerified: user.emailVerified };
  await removeUser(db, userId, { secret, holder });
  if (!user.email) return;
  const isOthers = (await isClaimed(db, user.email)) || (await findHolder(db, user.email)) !== undefined;
  if (!isOthers) await withdrawMailsTo(db, user.email, now());
}

function isoOf(at: number): string {
  return new Date(at).toISOString();
}
