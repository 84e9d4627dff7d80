import { setTimeout as delay } from 'node:timers/promises';
import type { WriteDb } from './handles.ts';

/** Deadlocks and serialization failures: PostgreSQL has rolled back the whole transaction, and it can be retried. */
const CONFLICTS = new Set(['40001', '40P01']);
/** A lock timeout, which may have been an undetected deadlock. */
const LOCK_TIMEOUT = '55P03';

const MOST_TRIES = 4;
/** Each of these has already waited a second. */
const MOST_LOCK_TRIES = 3;
/** Two transactions that timed out on each other's locks at the same moment would otherwise collide again. */
const LOCK_STAGGER_MS = 250;

/**
 * Runs `work` as a transaction: if it throws, nothing was saved. Within a transaction it becomes part of that one. When
 * PostgreSQL aborts it because of concurrent transactions (SQLSTATE 40001, 40P01, 55P03), it is retried, at most four
 * times in all, so `work` must do nothing outside the database that must not be repeated.
 */
export async function inTransaction<Result>(
  db: WriteDb,
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  if (db.isTransaction) return work(db);
  for (let turn = 1; ; turn++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (turn >= triesFor(error)) throw error;
      if (codeOf(error) === LOCK_TIMEOUT) await delay(Math.random() * LOCK_STAGGER_MS);
    }
  }
}

function triesFor(error: unknown): number {
  const code = codeOf(error);
  if (CONFLICTS.has(code)) return MOST_TRIES;
  return code === LOCK_TIMEOUT ? MOST_LOCK_TRIES : 1;
}

function codeOf(error: unknown): string {
  return ((error ?? {}) as { code?: string }).code ?? '';
}
