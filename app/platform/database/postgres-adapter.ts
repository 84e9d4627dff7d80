import type { Kysely } from 'kysely';
import type { WriteDb } from './handles.ts';

/** What the adapter of a PostgreSQL handle can do beyond Kysely's. */
export type PostgresAdapter = {
  /** Until the transaction ends, its statements can take as long as they need. */
  liftTimeLimits: (transaction: Kysely<never>) => Promise<void>;
};

/**
 * The adapter of a PostgreSQL handle; undefined for SQLite. Not checked by its class, because server and site are built
 * separately.
 */
export function postgresAdapterOf(db: WriteDb): PostgresAdapter | undefined {
  const { adapter } = db.getExecutor();
  return 'liftTimeLimits' in adapter ? (adapter as unknown as PostgresAdapter) : undefined;
}

/**
 * Lets the statements of a transaction take as long as they need, until it ends: for imports, backups and other tasks
 * an operator waits for. Otherwise PostgreSQL ends a statement after three seconds. SQLite has no such limit.
 */
export async function liftTimeLimits(transaction: WriteDb): Promise<void> {
  const adapter = postgresAdapterOf(transaction);
  if (!adapter) return;
  if (!transaction.isTransaction) throw new Error('time limits are lifted for a transaction');
  await adapter.liftTimeLimits(transaction as unknown as Kysely<never>);
}
