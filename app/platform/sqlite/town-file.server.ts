import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { capabilitiesOf } from '#app/platform/database/capabilities.ts';
import type { Database } from '#app/platform/database/handles.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { soleDialect } from './sqlite-dialect.server.ts';

/** A SQLite database that no one else uses, with the underlying connection. */
export type TownFile = { database: Database; connection: DatabaseSync };

/**
 * Opens a file, or `:memory:`, for this process alone and for speed: nothing in it is safe until `close` has returned
 * and the file was synced.
 */
export function openTownFile(file: string): TownFile {
  const connection = new DatabaseSync(file);
  connection.exec('pragma page_size = 8192; pragma journal_mode = delete; pragma synchronous = off');
  connection.exec('pragma foreign_keys = on; pragma cache_size = -16000');
  return townFileOver(connection);
}

/** Opens a file that others may use, read-only. */
export function openToRead(file: string): TownFile {
  const connection = new DatabaseSync(file, { timeout: 5000 });
  connection.exec('pragma query_only = on');
  return townFileOver(connection);
}

function townFileOver(connection: DatabaseSync): TownFile {
  const handle = new Kysely<Tables>({ dialect: soleDialect(connection) });
  const close = async () => {
    await handle.destroy();
    if (connection.isOpen) connection.close();
  };
  const database = { read: handle, write: handle, capabilities: capabilitiesOf('sqlite'), close };
  return { database, connection };
}

/** What SQLite's integrity check reports, at most ten lines; empty when the database is sound. */
export function listDamages(connection: DatabaseSync): string[] {
  const found = connection.prepare('pragma integrity_check(10)').all() as { integrity_check: string }[];
  const damages = found.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  const orphans = connection.prepare('pragma foreign_key_check').all() as { table: string }[];
  return [
    ...damages,
    ...orphans.slice(0, 10).map(({ table }) => `a row of ${table} refers to a missing row`),
  ];
}
