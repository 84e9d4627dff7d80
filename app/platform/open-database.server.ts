import type { Database } from '#app/platform/database/handles.ts';
import { openPostgres } from '#app/platform/postgres/open-postgres.server.ts';
import { openSqlite } from '#app/platform/sqlite/open-sqlite.server.ts';
import type { WriterAlarms } from '#app/platform/sqlite/sqlite-writer.server.ts';

export type DatabaseLocation = { dataFolder: string } | { url: string };

/**
 * Opens the database without reading it. Creates the data folder, readable by its owner only. SQLite opens its file at
 * once and throws when it can't; PostgreSQL connects at the first query. `alarms` are for problems the operator should
 * know of while it is open.
 */
export function openDatabase(location: DatabaseLocation, alarms: Partial<WriterAlarms> = {}): Database {
  const database = 'url' in location ? openPostgres(location.url) : openSqlite(location.dataFolder, alarms);
  return { ...database, close: once(database.close) };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
