import type { WriteDb } from './handles.ts';

/** Runs `work` as a whole: when it throws, nothing of it was done. Within a transaction it becomes part of that one. */
export function inTransaction<Result>(db: WriteDb, work: (db: WriteDb) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}

const MOST_TRIES = 3;

/**
 * The same for work that may meet other work on the same rows: when PostgreSQL ends one of two that wait for each other
 * (SQLSTATE 40001, 40P01), it is done again, so `work` must do nothing outside the database.
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
      if (turn === MOST_TRIES || db.isTransaction || (code !== '40001' && code !== '40P01')) throw error;
    }
  }
}
