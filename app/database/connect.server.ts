import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { type Capabilities, capabilitiesOf } from './capabilities.ts';
import type { ReadDb, WriteDb } from './handles.ts';
import { nodeSqliteDialect } from './node-sqlite.server.ts';
import { countQuery } from './query-count.ts';
import type { Tables } from './tables.ts';

/** An open database. `close` ends both handles and may be awaited more than once. */
export type Database = {
  read: ReadDb;
  write: WriteDb;
  capabilities: Capabilities;
  close: () => Promise<void>;
};

/** `replicaUrl` may name several, separated by commas: reads take turns among them. */
export type DatabaseLocation = { dataFolder: string } | { url: string; replicaUrl?: string | undefined };

/**
 * Opens the database without touching its contents. The data folder is made, readable by its owner only.
 * SQLite opens its file at once and throws when it cannot; PostgreSQL connects at the first query.
 */
export function openDatabase(location: DatabaseLocation): Database {
  return 'url' in location
    ? openPostgres(location.url, location.replicaUrl)
    : openSqlite(location.dataFolder);
}

function openSqlite(dataFolder: string): Database {
  const file = join(dataFolder, 'belfry.db');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const isNew = !existsSync(file);
  const writer = openSqliteWriter(file);
  if (isNew) chmodSync(file, 0o600);
  const write = new Kysely<Tables>({ dialect: nodeSqliteDialect(() => writer), log: countQuery });
  const read = new Kysely<Tables>({
    dialect: nodeSqliteDialect(() => openSqliteReader(file)),
    log: countQuery,
  });
  const close = once(async () => {
    await read.destroy();
    await write.destroy();
    if (writer.isOpen) writer.close();
  });
  return { read, write, capabilities: capabilitiesOf('sqlite'), close };
}

function openSqliteWriter(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000 });
  // page_size takes effect only before the first table; FULL keeps an acknowledged write over a power loss.
  database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full');
  database.exec('pragma foreign_keys = on; pragma cache_size = -64000');
  return database;
}

function openSqliteReader(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true });
  database.exec('pragma cache_size = -64000; pragma query_only = on');
  return database;
}

function openPostgres(url: string, replicaUrl: string | undefined): Database {
  const write = postgresHandle([url]);
  const read = replicaUrl ? postgresHandle(replicaUrl.split(',').map((part) => part.trim())) : write;
  const close = once(async () => {
    await write.destroy();
    if (read !== write) await read.destroy();
  });
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

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
