import type { WriteDb } from './handles.ts';

/** Runs `work` as a whole: when it throws, nothing of it was done. Within a transaction it becomes part of that one. */
export function inTransaction<Result>(db: WriteDb, work: (db: WriteDb) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

const MOST_TRIES = 4;
const MEETINGS = new Set(['40001', '40P01', '55P03']);

/**
 * The same for work that may meet other work on the same rows: when PostgreSQL ends one of two that wait for each other
 * (SQLSTATE 40001, 40P01, and 55P03 when both waited too long), it is done again, so `work` must do nothing outside the
 * database.
 */
export async function inRepeatedTransaction<Result>(
  db: WriteDb,
  work: (db: WriteDb) => Promise<Result>,
): Promise<Result> {
  for (let turn = 1; ; turn++) {
    try {
      return await inTransaction(db, work);
    } catch (error) {
      const { code } = (error ?? {}) as { code?: string };
      if (turn === MOST_TRIES || db.isTransaction || !MEETINGS.has(code ?? '')) throw error;
    }
  }
}
