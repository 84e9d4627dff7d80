import type { WriteDb } from './handles.ts';

/** Runs `work` as a whole: when it throws, nothing of it was done. Within a transaction it becomes part of that one. */
export function inTransaction<Result>(db: WriteDb, work: (db: WriteDb) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
