import type { Kysely } from 'kysely';
import type { WriteDb } from './handles.ts';
import { postgresAdapterOf } from './postgres-adapter.ts';

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
