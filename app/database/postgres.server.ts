import { Kysely, type PostgresPool } from 'kysely';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './handles.ts';
import { listPostgresServers } from './postgres-address.ts';
import { ProvenDialect } from './postgres-dialect.server.ts';
import { openPool, type Pool } from './postgres-pool.server.ts';
import { openAmong } from './postgres-servers.server.ts';
import { countQuery } from './query-count.ts';
import type { Tables } from './tables.ts';

/** Opens pools that connect at the first query. `replicaUrl` as in DatabaseLocation. */
export function openPostgres(url: string, _replicaUrl: string | undefined): Database {
  const primary = openPool({ open: openAmong(listPostgresServers(url), 'primary') });
  const pool = asKyselyPool(primary);
  const write = new Kysely<Tables>({ dialect: new ProvenDialect({ pool }), log: countQuery });
  const close = async () => {
    await write.destroy();
    await primary.close();
  };
  return { read: write, write, capabilities: capabilitiesOf('postgres'), close };
}

function asKyselyPool(pool: Pool): PostgresPool {
  return {
    options: {},
    connect: async () => {
      const connection = await pool.take();
      return {
        query: (text: string, values?: readonly unknown[]) => connection.query(text, values),
        release: () => pool.give(connection),
      } as unknown as Awaited<ReturnType<PostgresPool['connect']>>;
    },
    end: pool.close,
  };
}
