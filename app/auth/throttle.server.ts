import { createHash } from 'node:crypto';
import { type SqlBool, sql } from 'kysely';
import type { WriteDb } from '#app/database/handles.ts';

const MINUTE_MS = 60 * 1000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** So many tries are free; after each further one the subject waits 1, 2, 4 … 60 minutes. A quiet day forgets all. */
type Backoff = { free: number };

/** So many tries in a window that begins with the first of them. */
type Window = { limit: number; windowMs: number };

/** What is counted, and how much of it is allowed. */
export const LIMITS = {
  account: { free: 10 },
  claim: { free: 10 },
  device: { free: 10 },
  network: { limit: 25, windowMs: 5 * MINUTE_MS },
  register: { limit: 10, windowMs: HOUR_MS },
  'new-voter': { limit: 5, windowMs: MINUTE_MS },
  'mail-hour': { limit: 3, windowMs: HOUR_MS },
  'mail-day': { limit: 6, windowMs: DAY_MS },
  'mail-network': { limit: 10, windowMs: HOUR_MS },
  // How often it is written down that a member does the same again, that a network is held back at a door, or fails to come back from Google.
  'member-note': { limit: 20, windowMs: HOUR_MS },
  'held-back-note': { limit: 1, windowMs: HOUR_MS },
  'google-note': { limit: 25, windowMs: 5 * MINUTE_MS },
} as const satisfies Record<string, Backoff | Window>;

export type Limit = keyof typeof LIMITS;

/** `limit` says what is counted, `of` whose it is: an address, an account, a network. */
export type Subject = { limit: Limit; of: string };

/**
 * Counts a try and answers how long to wait in milliseconds: 0 when it may go ahead. One statement decides, so that of
 * many at once, in however many processes, no more than allowed go ahead. `now` is UTC epoch milliseconds. `most` stands
 * in for the number of a window.
 */
export async function takeTry(db: WriteDb, subject: Subject, now: number, most?: number): Promise<number> {
  const rule = LIMITS[subject.limit];
  const taken =
    'free' in rule
      ? await takeFree(db, subject, rule, now)
      : await takeSlot(db, subject, { ...rule, limit: most ?? rule.limit }, now);
  return taken ? 0 : findWait(db, subject, now);
}

async function takeFree(db: WriteDb, subject: Subject, { free }: Backoff, now: number): Promise<boolean> {
  const tries = sql<number>`case when throttle."expiresAt" <= ${now} then 1 else throttle.tries + 1 end`;
  // 2 to the power of how many were too many, up to an hour.
  const waitMs = sql<number>`cast(${MINUTE_MS} as bigint) * case
    when throttle.tries + 1 >= ${free + 6} then 60
    else 1 << (throttle.tries + 1 - ${free}) end`;
  const blockedUntil = sql<number>`case
    when throttle."expiresAt" <= ${now} or throttle.tries + 1 < ${free} then 0
    else cast(${now} as bigint) + ${waitMs} end`;
  return takeBy(db, subject, { expiresAt: now + DAY_MS }, { tries, blockedUntil, expiresAt: now + DAY_MS }, [
    sql<SqlBool>`throttle."blockedUntil" <= ${now}`,
  ]);
}

async function takeSlot(
  db: WriteDb,
  subject: Subject,
  { limit, windowMs }: Window,
  now: number,
): Promise<boolean> {
  const isOver = sql<SqlBool>`throttle."expiresAt" <= ${now}`;
  const tries = sql<number>`case when ${isOver} then 1 else throttle.tries + 1 end`;
  const expiresAt = sql<number>`case when ${isOver} then cast(${now + windowMs} as bigint) else throttle."expiresAt" end`;
  return takeBy(db, subject, { expiresAt: now + windowMs }, { tries, expiresAt }, [
    sql<SqlBool>`(${isOver} or throttle.tries < ${limit})`,
  ]);
}

type Change = Record<string, ReturnType<typeof sql<number>> | number>;

async function takeBy(
  db: WriteDb,
  subject: Subject,
  first: { expiresAt: number },
  further: Change,
  [condition]: [ReturnType<typeof sql<SqlBool>>],
): Promise<boolean> {
  const taken = await db
    .insertInto('throttle')
    .values({ subject: keyOf(subject), tries: 1, blockedUntil: 0, ...first })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(further).where(condition))
    .returning('tries')
    .executeTakeFirst();
  return taken !== undefined;
}

async function findWait(db: WriteDb, subject: Subject, now: number): Promise<number> {
  const row = await db
    .selectFrom('throttle')
    .select(['blockedUntil', 'expiresAt'])
    .where('subject', '=', keyOf(subject))
    .executeTakeFirst();
  const until = (row?.blockedUntil || row?.expiresAt) ?? now;
  return Math.max(until - now, 1000);
}

/** Takes back a try that was taken and did no harm. */
export async function returnTry(db: WriteDb, subject: Subject): Promise<void> {
  await db
    .updateTable('throttle')
    // It could be taken, so nothing held the subject back before it.
    .set((eb) => ({ tries: eb('tries', '-', 1), blockedUntil: 0 }))
    .where('subject', '=', keyOf(subject))
    .where('tries', '>', 0)
    .execute();
}

/** Forgets all tries: whoever it is about has shown to be the right one. */
export async function forgetTries(db: WriteDb, subject: Subject): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', keyOf(subject)).execute();
}

/** Removes counters that no longer hold anybody back. */
export async function purgeThrottles(db: WriteDb, now: number): Promise<void> {
  await db.deleteFrom('throttle').where('expiresAt', '<=', now).execute();
}

/** Whoever reads the table learns nobody's address from it. */
function keyOf({ limit, of }: Subject): string {
  return `${limit}:${createHash('sha256').update(of).digest('base64url')}`;
}
