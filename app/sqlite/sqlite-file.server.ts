import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Earlier ones can damage a database that several connections use at once (https://sqlite.org/wal.html#walresetbug). */
export const LEAST_SQLITE = '3.51.3';

/** Thrown, with one line for the operator, when a database cannot be used as it is. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError';
}

/** Above this the writer empties the log of changes as soon as no reader needs it. */
export const WAL_TRUNCATED_BYTES = 16 * 1024 ** 2;

/** Above this somebody should hear of it: only a reader that does not end lets it grow so far. */
export const WAL_ALARM_BYTES = 64 * 1024 ** 2;

/** Where the database of a data folder is. */
export function sqliteFile(dataFolder: string): string {
  return join(dataFolder, 'belfry.db');
}

/** Opens the one handle that may write. `file` is made when it is not there; throws when it cannot be opened. */
export function openForWriting(file: string, busyMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyMs });
  try {
    // page_size takes effect only before the first table; FULL keeps an acknowledged write over a power loss.
    database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full');
    database.exec(`pragma foreign_keys = on; pragma journal_size_limit = ${WAL_TRUNCATED_BYTES}`);
    // Enough for the pages one transaction works on.
    database.exec('pragma cache_size = -8000');
    // What was deleted must not stay readable in the file: who voted for what, addresses, sessions.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a handle that can only look, and waits for nobody. */
export function openForReading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  // For each of several handles. The system keeps the file's pages as well, and can drop them.
  database.exec('pragma cache_size = -8000; pragma query_only = on');
  return database;
}

/** Throws UnusableDatabaseError when this SQLite could damage the file. */
export function refuseOldSqlite(version: string): void {
  if (version.localeCompare(LEAST_SQLITE, 'en', { numeric: true }) >= 0) return;
  throw new UnusableDatabaseError(
    `SQLite ${version} is too old to keep data safe: ${LEAST_SQLITE} or newer is needed. Update Node, which brings it.`,
  );
}

/** The version of the SQLite that runs here. */
export function readSqliteVersion(database: DatabaseSync): string {
  return String(database.prepare('select sqlite_version() as version').get()?.version);
}

/**
 * What is wrong with the file, in SQLite's words; undefined when nothing was found. No further table is begun once
 * `budgetMs` are over, so that a large file delays nobody for long.
 */
export function findDamage(database: DatabaseSync, budgetMs: number): string | undefined {
  const end = performance.now() + budgetMs;
  try {
    for (const name of listTables(database)) {
      if (performance.now() > end) return undefined;
      const quoted = name.replaceAll('"', '""');
      const found = database
        .prepare(`pragma quick_check("${quoted}")`)
        .all()
        .map((row) => String(row.quick_check));
      if (found.join() !== 'ok') return found[0] ?? 'it cannot be read';
    }
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

function listTables(database: DatabaseSync): string[] {
  return database
    .prepare(`select name from sqlite_schema where type = 'table' and rootpage > 0 order by name`)
    .all()
    .map((row) => String(row.name));
}

/** The length of the log of changes (`-wal`) beside a database file, in bytes; 0 when there is none. */
export function readWalBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** What to do about a log of changes of so many bytes, in one line. */
export function describeLongLog(bytes: number): string {
  return (
    `The log of changes beside the database has grown to ${Math.round(bytes / 1024 ** 2)} MiB, because another program ` +
    'has been reading the database for long. End that program: the log shrinks with the next change.'
  );
}
