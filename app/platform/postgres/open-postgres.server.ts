import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from 'kysely';
import { capabilitiesOf } from '#app/platform/database/capabilities.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { countQuery } from '#app/platform/database/query-count.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { listPostgresServers } from './postgres-address.ts';
import { listenForChanges, openFreshness } from './postgres-freshness.server.ts';
import { openAmong } from './postgres-opening.server.ts';
import { openPool, type Pool } from './postgres-pool.server.ts';

/** Opens a pool that connects at the first query, to the primary among the servers in `url`. */
export function openPostgres(url: string): Database {
  const open = openAmong(listPostgresServers(url));
  const pool = openPool({ open, onChange: () => freshness.noteChange() });
  const freshness = openFreshness(pool);
  const handle = new Kysely<Tables>({ dialect: new SiteDialect({ pool: lend(pool) }), log: countQuery });
  let endListening: (() => Promise<void>) | undefined;
  return {
    read: handle,
    write: handle,
    capabilities: capabilitiesOf('postgres'),
    counters: {
      ...freshness,
      listen: () => {
        endListening ??= listenForChanges(open, freshness.noteChange);
      },
    },
    async close() {
      await endListening?.();
      await pool.close();
    },
  };
}

/** The part of the library's pool and clients that Kysely uses. */
function lend(pool: Pool): PostgresPool {
  const connect = async () => {
    const connection = await pool.take();
    return {
      query: (text: string, values?: readonly unknown[]) => connection.query(text, values),
      release: () => pool.give(connection),
    };
  };
  return { options: {}, connect, end: async () => undefined } as unknown as PostgresPool;
}

/**
 * Kysely's dialect, except for the migration lock: it belongs to the migrations' transaction instead of a session,
 * because behind a pooler the next statement may use another session. Must be taken within a transaction.
 */
class SiteDialect extends PostgresDialect {
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
