import { type Kysely, PostgresAdapter, PostgresDialect, sql } from 'kysely';

/**
 * Kysely's dialect, except for the migration lock: it belongs to the migrations' transaction instead of a session,
 * because behind a pooler the next statement may use another session. Must be taken within a transaction.
 */
export class SiteDialect extends PostgresDialect {
  override createAdapter(): SiteAdapter {
    return new SiteAdapter();
  }
}

/** The number of Kysely's own lock, so that versions of this site that use Kysely's lock wait as well. */
export const MIGRATION_LOCK = '3853314791062309107';

class SiteAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<never>): Promise<void> {
    await this.liftTimeLimits(db);
    await sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {
    // Released at the end of its transaction.
  }

  /** The connection recognizes this statement and lifts its own limit as well. */
  async liftTimeLimits(db: Kysely<never>): Promise<void> {
    await sql`select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', '0', true)`.execute(db);
  }
}
