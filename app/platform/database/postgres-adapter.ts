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
