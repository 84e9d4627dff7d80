import { type SqlBool, sql } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { keyedHash } from './keyed-hash.ts';

/**
 * The first `free` attempts cost nothing; each further one is followed by a wait of 1, 2, 4 … 60 minutes. A day without
 * an attempt resets the counter.
 */
type Backoff = { free: number };

/** At most `limit` attempts in a window that begins with the first of them. */
type Window = { limit: number; windowMs: number };

/** What is counted, and how much of it is allowed (R-04, R-09). */
const LIMITS = {
  account: { free: 10 },
  claim: { free: 10 },
  device: { free: 10 },
  network: { limit: 25, windowMs: 5 * MINUTE_MS },
  register: { limit: 10, windowMs: HOUR_MS },
  'new-voter': { limit: 5, windowMs: MINUTE_MS },
  'mail-hour': { limit: 3, windowMs: HOUR_MS },
  'mail-day': { limit: 6, windowMs: DAY_MS },
  'mail-network': { limit: 10, windowMs: HOUR_MS },
  'device-mail-hour': { limit: 3, windowMs: HOUR_MS },
  'device-mail-day': { limit: 6, windowMs: DAY_MS },
  // Emails that strangers can trigger on the whole site; the town's settings contain the number.
  'site-mail': { limit: 100, windowMs: HOUR_MS },
  'site-mail-note': { limit: 1, windowMs: HOUR_MS },
  'site-mail-letter': { limit: 1, windowMs: DAY_MS },
  // A provider's webhook whose signature does not cover its content, for as long as the signature is accepted.
  'webhook-token': { limit: 1, windowMs: 10 * HOUR_MS },
  // What a network sends with public forms, the files of it, and what all visitors send together (R-51, R-47).
  'public-form': { limit: 5, windowMs: HOUR_MS },
  'public-file': { limit: 5, windowMs: DAY_MS },
  'public-form-site': { limit: 200, windowMs: HOUR_MS },
  // A page with a public form is good for sending it once.
  'form-token': { limit: 1, windowMs: 3 * HOUR_MS },
  // New rows of the activity log that the whole site writes about visitors and about members (R-66).
  'visitor-rows': { limit: 100, windowMs: HOUR_MS },
  'member-rows': { limit: 200, windowMs: HOUR_MS },
} as const satisfies Record<string, Backoff | Window>;

/** How long attempts are counted, at most: a day without one resets the counters that wait. */
export const COUNTED_MS = Math.max(
  DAY_MS,
  ...Object.values(LIMITS).map((limit) => ('windowMs' in limit ? limit.windowMs : 0)),
);

export type Limit = keyof typeof LIMITS;

/**
 * Whose attempts a counter counts. `share` is how many times the limit this subject gets, rounded down; `most` replaces
 * the number of a window.
 */
export type Subject = { limit: Limit; key: string; share: number; most?: number | undefined };

/**
 * The counter of an account's address, a device or a network. Its key is an HMAC with the site's secret: addresses
 * can't be found out by trying, from the table or a backup of it.
 */
export function subjectOf(secret: string, limit: Limit, of: string, share = 1): Subject {
  return { limit, key: `${limit}:${keyedHash(secret, `throttle ${limit}`, of)}`, share };
}

/** The single counter of the whole site for a limit. */
export function siteSubject(limit: Limit): Subject {
  return { limit, key: limit, share: 1 };
}

/**
 * Counts an attempt and returns how long to wait in milliseconds: 0 when it is allowed. One statement decides, so that
 * no more than allowed pass, in any number of processes. `now` is UTC epoch milliseconds.
 */
export async function takeTry(db: WriteDb, subject: Subject, now: number): Promise<number> {
  const rule = LIMITS[subject.limit];
  if ('free' in rule) return (await takeFree(db, subject, rule, now)) ? 0 : findWait(db, subject, now);
  const limit = Math.floor((subject.most ?? rule.limit) * subject.share);
  return (await takeSlot(db, subject, { ...rule, limit }, now)) ? 0 : findWait(db, subject, now);
}

/**
 * Counts an attempt for each subject, or for none when one of them has to wait. Returns how long in milliseconds, 0
 * when it is allowed.
 */
export function takeTries(db: WriteDb, subjects: Subject[], now: number): Promise<number> {
  return inTransaction(db, async (transaction) => {
    const taken: Subject[] = [];
    for (const subject of subjects) {
      const waitMs = await takeTry(transaction, subject, now);
      if (waitMs === 0) {
        taken.push(subject);
        continue;
      }
      await returnTries(transaction, taken);
      return waitMs;
    }
    return 0;
  });
}

/**
 * How long until each of the subjects could take an attempt, in milliseconds: 0 when they could now. Counts and writes
 * nothing. Only for windows.
 */
export async function findLongestWait(db: ReadDb, subjects: Subject[], now: number): Promise<number> {
  if (subjects.length === 0) return 0;
  const rows = await db
    .selectFrom('throttle')
    .select(['subject', 'tries', 'expiresAt'])
    .where(
      'subject',
      'in',
      subjects.map(({ key }) => key),
    )
    .where('expiresAt', '>', now)
    .execute();
  const counted = new Map(rows.map((row) => [row.subject, row]));
  const waits = subjects.map((subject) => {
    const rule: Backoff | Window = LIMITS[subject.limit];
    const row = counted.get(subject.key);
    if ('free' in rule || !row) return 0;
    const isFull = row.tries >= Math.floor((subject.most ?? rule.limit) * subject.share);
    return isFull ? Math.max(Number(row.expiresAt) - now, 1000) : 0;
  });
  return Math.max(...waits);
}

async function takeFree(db: WriteDb, subject: Subject, { free }: Backoff, now: number): Promise<boolean> {
  const tries = sql<number>`case when throttle."expiresAt" <= ${now} then 1 else throttle.tries + 1 end`;
  // 2 to the power of the number of attempts over the limit, up to an hour.
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
    .values({ subject: subject.key, tries: 1, blockedUntil: 0, ...first })
    .onConflict((conflict) => conflict.column('subject').doUpdateSet(further).where(condition))
    .returning('tries')
    .executeTakeFirst();
  return taken !== undefined;
}

async function findWait(db: WriteDb, subject: Subject, now: number): Promise<number> {
  const row = await db
    .selectFrom('throttle')
    .select(['blockedUntil', 'expiresAt'])
    .where('subject', '=', subject.key)
    .executeTakeFirst();
  const until = (row?.blockedUntil || row?.expiresAt) ?? now;
  return Math.max(until - now, 1000);
}

/** Takes back an attempt of each subject. */
export async function returnTries(db: WriteDb, subjects: Subject[]): Promise<void> {
  for (const subject of subjects) await returnTry(db, subject);
}

/** Takes back an attempt that was counted and harmless. A counter at zero is deleted. */
export async function returnTry(db: WriteDb, subject: Subject): Promise<void> {
  await db
    .updateTable('throttle')
    // It was allowed, so nothing blocked the subject before it.
    .set((eb) => ({ tries: eb('tries', '-', 1), blockedUntil: 0 }))
    .where('subject', '=', subject.key)
    .where('tries', '>', 0)
    .execute();
  await db.deleteFrom('throttle').where('subject', '=', subject.key).where('tries', '=', 0).execute();
}

/** Resets the counters of subjects that have just been verified. */
export async function forgetTries(db: WriteDb, subject: Subject): Promise<void> {
  await db.deleteFrom('throttle').where('subject', '=', subject.key).execute();
}

/** More than a town needs in a day; a row is about 100 bytes. */
const MOST_COUNTERS = 50_000;

/**
 * Deletes counters that no longer block anyone. If strangers filled the table nevertheless, the `most` counters with
 * the most attempts stay.
 */
export async function purgeThrottles(db: WriteDb, now: number, most = MOST_COUNTERS): Promise<void> {
  await db.deleteFrom('throttle').where('expiresAt', '<=', now).execute();
  const counted = await db
    .selectFrom('throttle')
    .select((eb) => eb.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  const excess = Number(counted.count) - most;
  if (excess <= 0) return;
  await db
    .deleteFrom('throttle')
    .where('subject', 'in', (eb) =>
      eb.selectFrom('throttle').select('subject').orderBy('tries').orderBy('expiresAt').limit(excess),
    )
    .execute();
}
