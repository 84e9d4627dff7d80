import { Kysely, type PostgresPool } from 'kysely';
import { capabilitiesOf } from '#app/platform/database/capabilities.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { countQuery } from '#app/platform/database/query-count.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { listPostgresServers } from './postgres-address.ts';
import { SiteDialect } from './postgres-dialect.server.ts';
import { openFreshness } from './postgres-freshness.server.ts';
import { listenForChanges } from './postgres-notices.server.ts';
import { openPool, type Pool } from './postgres-pool.server.ts';
import { openAmong } from './postgres-servers.server.ts';

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
