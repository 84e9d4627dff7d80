import type { Kysely } from 'kysely';
import type { WriteDb } from './handles.ts';

/** What the adapter of a handle on PostgreSQL can do beyond Kysely's. */
export type PostgresAdapter = {
  /** Until the transaction ends, its statements may take as long as they need. */
  liftTimeLimits: (transaction: Kysely<never>) => Promise<void>;
};

/** The adapter of a handle on PostgreSQL; undefined for SQLite. Not by its class: server and site are built apart. */
export function postgresAdapterOf(db: WriteDb): PostgresAdapter | undefined {
  const { adapter } = db.getExecutor();
  return 'liftTimeLimits' in adapter ? (adapter as unknown as PostgresAdapter) : undefined;
}
