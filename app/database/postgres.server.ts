import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { capabilitiesOf } from './capabilities.ts';
import type { Database, WriteDb } from './handles.ts';
import { countQuery } from './query-count.ts';
import type { Tables } from './tables.ts';

/** Opens pools that connect at the first query. `replicaUrl` as in DatabaseLocation. */
export function openPostgres(url: string, replicaUrl: string | undefined): Database {
  const write = postgresHandle([url]);
  const read = replicaUrl ? postgresHandle(replicaUrl.split(',').map((part) => part.trim())) : write;
  const close = async () => {
    await write.destroy();
    if (read !== write) await read.destroy();
  };
  return { read, write, capabilities: capabilitiesOf('postgres'), close };
}

function postgresHandle(urls: string[]): WriteDb {
  const pools = urls.map(openPool);
  let turn = 0;
  const pool: PostgresPool = {
    options: (pools[0] as pg.Pool).options,
    connect: () => (pools[turn++ % pools.length] as pg.Pool).connect(),
    end: async () => {
      await Promise.all(pools.map((each) => each.end()));
    },
  };
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: countQuery });
}

function openPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    types: { getTypeParser: parserOfType as typeof pg.types.getTypeParser },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => undefined);
  return pool;
}

const BIGINT = 20;

/** 64-bit integers become numbers as in SQLite: epoch milliseconds and counts stay far below 2^53. */
function parserOfType(oid: number, format?: 'text' | 'binary'): unknown {
  return oid === BIGINT ? Number : pg.types.getTypeParser(oid, format as 'text');
}
