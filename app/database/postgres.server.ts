import { Kysely, type PostgresPool } from 'kysely';
import { capabilitiesOf } from './capabilities.ts';
import type { Database, WriteDb } from './handles.ts';
import { listPostgresServers } from './postgres-address.ts';
import type { Connection, Result } from './postgres-connection.server.ts';
import { ProvenDialect } from './postgres-dialect.server.ts';
import { openFreshness } from './postgres-freshness.server.ts';
import { listenForChanges } from './postgres-notices.server.ts';
import { openPool, type Pool } from './postgres-pool.server.ts';
import { openReplicas, type Reading } from './postgres-replicas.server.ts';
import { openAmong } from './postgres-servers.server.ts';
import { countQuery } from './query-count.ts';
import type { Tables } from './tables.ts';

/** Opens pools that connect at the first query. `replicaUrl` as in DatabaseLocation. */
export function openPostgres(url: string, replicaUrl = ''): Database {
  const open = openAmong(listPostgresServers(url), 'primary');
  const primary = openPool({ open, onChange: () => freshness.noteChange() });
  const replicas = replicaUrl ? listPostgresServers(replicaUrl) : [];
  const freshness = openFreshness(primary, { hasReplicas: replicas.length > 0 });
  const reading = replicas.length > 0 ? openReplicas(replicas, primary, freshness) : undefined;
  const write = handleOn(lend(primary));
  let endListening: (() => Promise<void>) | undefined;
  return {
    read: reading ? handleOn(asPool(reading, primary)) : write,
    write,
    capabilities: capabilitiesOf('postgres'),
    revisions: {
      ...freshness,
      listen: () => {
        endListening ??= listenForChanges(open, freshness.noteChange);
      },
    },
    async close() {
      await endListening?.();
      await Promise.all([primary.close(), reading?.close()]);
    },
  };
}

function handleOn(pool: PostgresPool): WriteDb {
  return new Kysely<Tables>({ dialect: new ProvenDialect({ pool }), log: countQuery });
}

/** What Kysely uses of the library's pool and its clients. */
function lend(pool: Pool): PostgresPool {
  return kyselyPool(async () => {
    const connection = await pool.take();
    return {
      query: (text, values) => connection.query(text, values),
      release: () => pool.give(connection),
    };
  });
}

/** Each query finds its own connection; a snapshot has one of the primary's. */
function asPool(reading: Reading, primary: Pool): PostgresPool {
  return kyselyPool(async () => {
    let connection: Connection | undefined;
    return {
      async query(text, values) {
        if (text.startsWith('start transaction')) connection = await primary.take();
        return connection ? connection.query(text, values) : reading.query(text, values);
      },
      release: () => connection && primary.give(connection),
    };
  });
}

type Lent = {
  query: (text: string, values?: readonly unknown[]) => Promise<Result>;
  release: () => void;
};

function kyselyPool(connect: () => Promise<Lent>): PostgresPool {
  return { options: {}, connect, end: async () => undefined } as unknown as PostgresPool;
}
