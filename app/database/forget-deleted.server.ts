import { type Kysely, sql } from 'kysely';
import type { WriteDb } from './handles.ts';
import { postgresAdapterOf } from './postgres-adapter.ts';
import { inTransaction } from './transaction.ts';

/** Tables with the index in whose order PostgreSQL writes them anew. */
type Rewritten = { table: string; index: string };

/** Whoever waits for a table that is rewritten waits no longer than that before the rewriting gives up. */
const LOCK_MS = 500;

/**
 * Removes what was deleted or changed before from the database's own files. SQLite: the write-ahead log is written back
 * and emptied (deleted content of the file itself is overwritten at once, by `secure_delete`). PostgreSQL: the tables
 * are written anew without dead rows; its write-ahead log is the server's, and stays as long as the server keeps it.
 * Returns whether it could be done; it is to be tried again when a reader was in the way.
 */
export async function forgetDeleted(db: WriteDb, tables: Rewritten[]): Promise<boolean> {
  const adapter = postgresAdapterOf(db);
  if (!adapter) return emptyLog(db);
  await inTransaction(db, async (transaction) => {
    await adapter.liftTimeLimits(transaction as unknown as Kysely<never>);
    await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(transaction);
    for (const { table, index } of tables)
      await sql`cluster ${sql.table(table)} using ${sql.id(index)}`.execute(transaction);
  });
  return true;
}

/**
 * Whether everything that runs now began after the rows of a table were written: as long as something older runs,
 * PostgreSQL keeps what they replaced for it. Without rows, and on SQLite, it is so.
 */
export async function isSettled(db: WriteDb, table: string): Promise<boolean> {
  if (!postgresAdapterOf(db)) return true;
  const { rows } = await sql<{ isSettled: boolean | null }>`
    select bool_and(age(xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid) and not exists (
      select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_xmin is not null and age(backend_xmin) >= age(written.xmin))) as "isSettled"
    from ${sql.table(table)} as written`.execute(db);
  return rows[0]?.isSettled ?? true;
}

/**
 * Has PostgreSQL look at how large tables are and what is in them, before a job goes through many rows that were written
 * a moment ago. SQLite needs none of it.
 */
export async function renewStatistics(db: WriteDb, tables: string[]): Promise<void> {
  const adapter = postgresAdapterOf(db);
  if (!adapter) return;
  await inTransaction(db, async (transaction) => {
    await adapter.liftTimeLimits(transaction as unknown as Kysely<never>);
    for (const table of tables) await sql`analyze ${sql.table(table)}`.execute(transaction);
  });
}

async function emptyLog(db: WriteDb): Promise<boolean> {
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
  return rows[0]?.busy === 0;
}
