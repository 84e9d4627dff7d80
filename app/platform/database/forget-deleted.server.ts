import { type Kysely, sql } from 'kysely';
import type { WriteDb } from './handles.ts';
import { postgresAdapterOf } from './postgres-adapter.ts';
import { inTransaction } from './transaction.ts';

/** Tables with the index in whose order PostgreSQL rewrites them. */
type Rewritten = { table: string; index: string };

/** How long others wait for a table before its rewriting is aborted. */
const LOCK_MS = 500;

/**
 * Removes deleted and replaced data from the database's own files. SQLite: the write-ahead log is checkpointed and
 * truncated (`secure_delete` overwrites deleted content of the file itself at once). PostgreSQL: the tables are
 * rewritten without dead rows, one after the other, so that no one waits for more than one of them; its write-ahead log
 * belongs to the server, and stays as long as the server keeps it.
 * Returns whether it succeeded; try again when a reader was in the way.
 */
export async function forgetDeleted(db: WriteDb, tables: Rewritten[]): Promise<boolean> {
  const adapter = postgresAdapterOf(db);
  if (!adapter) return emptyLog(db);
  for (const { table, index } of tables)
    await inTransaction(db, async (transaction) => {
      await adapter.liftTimeLimits(transaction as unknown as Kysely<never>);
      await sql`select set_config('lock_timeout', ${String(LOCK_MS)}, true)`.execute(transaction);
      await sql`cluster ${sql.table(table)} using ${sql.id(index)}`.execute(transaction);
    });
  return true;
}

/**
 * Whether everything running now began after the rows of a table were written: PostgreSQL keeps replaced rows for
 * anything older. True without rows, and on SQLite.
 */
export async function isVisibleToAll(db: WriteDb, table: string): Promise<boolean> {
  if (!postgresAdapterOf(db)) return true;
  const { rows } = await sql<{ isVisibleToAll: boolean | null }>`
    select bool_and(age(xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid) and not exists (
      select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_xmin is not null and age(backend_xmin) >= age(written.xmin))) as "isVisibleToAll"
    from ${sql.table(table)} as written`.execute(db);
  return rows[0]?.isVisibleToAll ?? true;
}

/**
 * Updates PostgreSQL's statistics before a job goes through many rows that were just written. SQLite doesn't need it.
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
