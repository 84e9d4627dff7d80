import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { capabilitiesOf } from './capabilities.ts';
import type { Database } from './handles.ts';
import { nodeSqliteDialect } from './node-sqlite.server.ts';
import { countQuery } from './query-count.ts';
import type { Tables } from './tables.ts';

/** Opens the town's file, which is made when it is not there. Throws when it cannot be opened. */
export function openSqlite(dataFolder: string): Database {
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
  const close = async () => {
    await read.destroy();
    await write.destroy();
    if (writer.isOpen) writer.close();
  };
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
