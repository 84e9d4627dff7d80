import { randomBytes } from 'node:crypto';
import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import type { Role } from '#app/people/request/policy.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { SessionRow } from '#app/platform/database/tables/operation-tables.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

/** How long a session lasts without a visit, and at most. */
export const SESSION_LIMITS = {
  member: { idleMs: 30 * DAY_MS, absoluteMs: 90 * DAY_MS },
  admin: { idleMs: 12 * HOUR_MS, absoluteMs: 7 * DAY_MS },
} as const;

/** Those of people who work on the site are shorter: their sessions can do more. */
export function sessionLimitsOf(kind: 'member' | Role): { idleMs: number; absoluteMs: number } {
  return SESSION_LIMITS[kind === 'member' ? 'member' : 'admin'];
}

const NOTED_EVERY_MS = 10 * MINUTE_MS;

export type Session = SessionRow;

const sessionColumns = [
  'tokenHash',
  'id',
  'device',
  'userId',
  'createdAt',
  'lastSeenAt',
  'provedAt',
] as const;

/** Opens a session whose user has just been identified, and returns its token: 256 random bits, stored as a hash. */
export async function createSession(
  db: WriteDb,
  { userId, device = null }: { userId: string; device?: string | null | undefined },
  now: number,
): Promise<string> {
  const token = createToken();
  const id = randomBytes(16).toString('hex');
  const session = { tokenHash: hashOfToken(token), id, userId, device };
  await db
    .insertInto('session')
    .values({ ...session, createdAt: now, lastSeenAt: now, provedAt: now })
    .execute();
  return token;
}

/** The session of the token, however old: `isLiving` says whether it is still valid. */
export function findSession(db: ReadDb, token: string): Promise<Session | undefined> {
  return db
    .selectFrom('session')
    .select(sessionColumns)
    .where('tokenHash', '=', hashOfToken(token))
    .executeTakeFirst();
}

export function isLiving(session: Session, kind: 'member' | Role, now: number): boolean {
  const { idleMs, absoluteMs } = sessionLimitsOf(kind);
  return now < session.lastSeenAt + idleMs && now < session.createdAt + absoluteMs;
}

/** Records the visit, at most once in ten minutes. */
export async function recordLastSeen(db: WriteDb, session: Session, now: number): Promise<void> {
  if (now < session.lastSeenAt + NOTED_EVERY_MS) return;
  await db
    .updateTable('session')
    .set({ lastSeenAt: now })
    .where('tokenHash', '=', session.tokenHash)
    .where('lastSeenAt', '<=', now - NOTED_EVERY_MS)
    .execute();
}

/** Records that the user has just confirmed their identity. */
export async function recordProof(db: WriteDb, tokenHash: string, now: number): Promise<void> {
  await db.updateTable('session').set({ provedAt: now }).where('tokenHash', '=', tokenHash).execute();
}

export function listSessions(db: ReadDb, userId: string): Promise<Session[]> {
  return db
    .selectFrom('session')
    .select(sessionColumns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

export async function removeSession(db: WriteDb, token: string): Promise<void> {
  await db.deleteFrom('session').where('tokenHash', '=', hashOfToken(token)).execute();
}

/** Ends one session of the user by its id. False when the user has no such session. */
export async function removeSessionById(db: WriteDb, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Ends every other session of the same user, and returns how many. */
export async function removeOtherSessions(
  db: WriteDb,
  { userId, id }: Pick<Session, 'userId' | 'id'>,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('id', '<>', id)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Ends every session of the user. */
export async function removeSessions(db: WriteDb, userId: string): Promise<void> {
  await db.deleteFrom('session').where('userId', '=', userId).execute();
}

/** Deletes expired sessions. */
export async function purgeSessions(db: WriteDb, now: number): Promise<void> {
  const { idleMs, absoluteMs } = SESSION_LIMITS.member;
  await db
    .deleteFrom('session')
    .where((eb) => eb.or([eb('lastSeenAt', '<=', now - idleMs), eb('createdAt', '<=', now - absoluteMs)]))
    .execute();
}
