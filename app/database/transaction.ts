import { setTimeout as delay } from 'node:timers/promises';
import type { WriteDb } from './handles.ts';

/** Deadlocks and serialization failures: PostgreSQL has undone the whole transaction, and it may be run again. */
const CONFLICTS = new Set(['40001', '40P01']);
/** Waited for a lock too long, which may have been a deadlock that nobody has looked for yet. */
const LOCK_TIMEOUT = '55P03';

const MOST_TRIES = 4;
/** Each of these has waited a second already. */
const MOST_LOCK_TRIES = 2;
/** Two that gave up on each other's locks at the same moment would otherwise meet again. */
const LOCK_STAGGER_MS = 250;

/**
 * Runs `work` as a whole: when it throws, nothing of it was done. Within a transaction it becomes part of that one.
 * When PostgreSQL ends it because of what others do at the same time (SQLSTATE 40001, 40P01, 55P03), it is run again, at
 * most four times in all, so `work` must do nothing outside the database that must not be done twice.
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
