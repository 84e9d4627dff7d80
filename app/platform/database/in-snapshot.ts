import type { ReadDb, WriteDb } from './handles.ts';

/**
 * Runs `work` with a handle whose queries all see the database as it was at the first of them, whatever others write
 * meanwhile. For everything that needs two or more queries to agree. Within a transaction or another snapshot it
 * becomes part of that one. `work` must read only with the handle it receives, and wait for nothing but the database:
 * it holds a connection, and SQLite can't truncate its write-ahead log meanwhile. PostgreSQL ends it after 10 idle
 * seconds.
 *
 * SQLite: a read transaction on a connection of its own. PostgreSQL: a transaction that is `repeatable read, read
 * only`.
 */
export function inSnapshot<Result>(db: ReadDb, work: (db: ReadDb) => Promise<Result>): Promise<Result> {
  // Every handle is a Kysely; the narrower type only hides the methods that write.
  const handle = db as WriteDb;
  if (handle.isTransaction) return work(handle);
  return handle
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((snapshot) => work(snapshot));
}
