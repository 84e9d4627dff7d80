import type { Database } from './handles.ts';
import { openPostgres } from './postgres.server.ts';
import { openSqlite } from './sqlite.server.ts';

/** `replicaUrl` may name several, separated by commas: reads take turns among them. */
export type DatabaseLocation = { dataFolder: string } | { url: string; replicaUrl?: string | undefined };

/**
 * Opens the database without touching its contents. The data folder is made, readable by its owner only.
 * SQLite opens its file at once and throws when it cannot; PostgreSQL connects at the first query.
 */
export function openDatabase(location: DatabaseLocation): Database {
  const database =
    'url' in location ? openPostgres(location.url, location.replicaUrl) : openSqlite(location.dataFolder);
  return { ...database, close: once(database.close) };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work();
    return running;
  };
}
