import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Earlier versions can damage a database that several connections use at once
 * (https://sqlite.org/wal.html#walresetbug).
 */
export const LEAST_SQLITE = '3.51.3';

/** Thrown, with one line for the operator, when a database can't be used as it is. */
export class UnusableDatabaseError extends Error {
  override name = 'UnusableDatabaseError';
}

/** Above this, the writer truncates the write-ahead log as soon as no reader needs it. */
export const WAL_TRUNCATED_BYTES = 16 * 1024 ** 2;

/** Above this, the operator is warned: only a reader that does not end lets it grow so far. */
export const WAL_ALARM_BYTES = 64 * 1024 ** 2;

/** The database file in a data folder. */
export function sqliteFile(dataFolder: string): string {
  return join(dataFolder, 'belfry.db');
}

const WRITE_AHEAD = 2;

/**
 * Whether `file` is a database with a write-ahead log, and no log is left of an end that was cut short: then it can be
 * read as it is. False if there is no such file.
 */
export function isAtRest(file: string): boolean {
  if (!statSync(file, { throwIfNoEntry: false })?.isFile() || readWalBytes(file) > 0) return false;
  const header = Buffer.alloc(20);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  // https://sqlite.org/fileformat.html#the_database_header: how it is written, and how it is read.
  const isDatabase = header.toString('latin1', 0, 16) === 'SQLite format 3\0';
  return isDatabase && header[18] === WRITE_AHEAD && header[19] === WRITE_AHEAD;
}

/** Opens the only handle that can write. Creates `file` if it does not exist; throws when it can't be opened. */
export function openForWriting(file: string, busyMs: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: busyMs });
  try {
    // page_size takes effect only before the first table; with FULL, an acknowledged write survives a power loss.
    database.exec('pragma page_size = 8192; pragma journal_mode = wal; pragma synchronous = full');
    database.exec(`pragma foreign_keys = on; pragma journal_size_limit = ${WAL_TRUNCATED_BYTES}`);
    // Enough for the pages of one transaction.
    database.exec('pragma cache_size = -8000');
    // Deleted data must not stay readable in the file: who voted for what, addresses, sessions.
    database.exec('pragma secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Opens a handle that can only read and never waits. */
export function openForReading(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  // Per handle, of which there are several. The system caches the file, too, and can drop that memory
  // (docs/decisions/0038).
  database.exec('pragma cache_size = -8000; pragma query_only = on');
  return database;
}

/** Throws UnusableDatabaseError when this SQLite could damage the file. */
export function refuseOldSqlite(version: string): void {
  if (version.localeCompare(LEAST_SQLITE, 'en', { numeric: true }) >= 0) return;
  throw new UnusableDatabaseError(
    `SQLite ${version} is too old to keep data safe: ${LEAST_SQLITE} or newer is required. Update Node, which includes it.`,
  );
}

/**
 * What is wrong with the file, in SQLite's words; undefined if nothing was found. Starts no further table after
 * `budgetMs`, so that a large file delays no one for long.
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

/** The size of the write-ahead log (`-wal`) of a database file in bytes; 0 if there is none. */
export function readWalBytes(file: string): number {
  return statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0;
}

/** What to do about a write-ahead log of this size, in one line. */
export function describeLongLog(bytes: number): string {
  return (
    `The database's write-ahead log has grown to ${Math.round(bytes / 1024 ** 2)} MiB because another program ` +
    'has kept the database open for a long time. Stop that program, and the log will shrink with the next change.'
  );
}
