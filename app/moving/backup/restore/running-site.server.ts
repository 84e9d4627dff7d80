import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { BackupError } from '#app/moving/backup/backup-error.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';

/** A site queries its database for work every two seconds; one that was silent for this long does not run. */
const SILENT_SECONDS = 10;

/**
 * Throws BackupError when a site, or anyone else, is using the database now. `before` says what is about to happen:
 * "restoring". Without a database no one can.
 */
export async function refuseRunningSite(location: DatabaseLocation, before: string): Promise<void> {
  if ('url' in location) return refuseBusyDatabase(location, before);
  const hold = lockSqlite(location.dataFolder, before);
  hold?.close();
}

/**
 * Makes this process the only one that has the town's file open, with everything that was written and no -wal or -shm
 * next to it. Undefined when there is no file, or it is damaged. Close it just before the file is replaced. Throws
 * BackupError when another process has it open: SQLite detects them by the kernel's locks.
 */
export function lockSqlite(dataFolder: string, before: string): DatabaseSync | undefined {
  const file = join(dataFolder, 'belfry.db');
  if (!existsSync(file)) return undefined;
  let connection: DatabaseSync | undefined;
  try {
    connection = new DatabaseSync(file, { timeout: 1000 });
    connection.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive; commit');
    return connection;
  } catch (error) {
    connection?.close();
    const { errcode = 0 } = error as { errcode?: number };
    if ([5, 6].includes(errcode & 0xff)) throw describeRunning(before);
    if ([11, 26].includes(errcode & 0xff)) return undefined;
    throw error;
  }
}

/** Throws BackupError when others than this connection are using its PostgreSQL database. */
export async function refuseBusyServer(db: WriteDb, before: string): Promise<void> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
    and (state <> 'idle' or state_change > clock_timestamp() - make_interval(secs => ${SILENT_SECONDS}))`.execute(
    db,
  );
  if (Number(rows[0]?.count) > 0) throw describeRunning(before);
}

async function refuseBusyDatabase(location: { url: string }, before: string): Promise<void> {
  const { write, close } = openDatabase(location);
  await refuseBusyServer(write, before).finally(close);
}

/** That someone is using the database, and what to do about it. */
export function describeRunning(before: string): BackupError {
  return new BackupError(
    `The site or another program is using the database. Stop it on every node before ${before}. A process that has crashed counts for another ${SILENT_SECONDS} seconds.`,
  );
}

/** In one step, which is one transaction for everyone who has the database open. */
const ALL_PAGES = 2 ** 31 - 1;
const MOST_TRIES = 20;
const PAUSE_MS = 250;

/**
 * Replaces the content of a folder's database with another one's, while others have it open: they see the old or the
 * new one, complete, and continue with the new one. Both have the same page size.
 */
export async function replaceContent(source: DatabaseSync, dataFolder: string): Promise<void> {
  for (let turn = 1; ; turn++) {
    try {
      await backup(source, join(dataFolder, 'belfry.db'), { rate: ALL_PAGES });
      return;
    } catch (error) {
      const isBusy = [5, 6].includes(((error as { errcode?: number }).errcode ?? 0) & 0xff);
      if (!isBusy || turn === MOST_TRIES) throw error;
      await wait(PAUSE_MS);
    }
  }
}
