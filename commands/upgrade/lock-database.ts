/** How an upgrade keeps everyone else from writing, or from using the database at all. */
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { BackupError } from '#app/moving/backup/backup-error.ts';
import { lockPostgresTown } from '#app/moving/backup/restore/postgres-town.server.ts';
import { describeRunning, lockSqlite } from '#app/moving/backup/restore/running-site.server.ts';
import {
  FolderInUseError,
  type FolderLock,
  lockDataFolder,
} from '#app/platform/database/data-folder-lock.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { locationOf } from '../backup/backup-typed.ts';

/** A site that was asked to stop closes its database as the last step. */
const STOP_MS = 15_000;

/** A connection in whose transaction no one else can write, and what `readChanges` returned then. */
export type Held = { connection: DatabaseSync; changes: number };

/**
 * From the only writer to the only user: everything is in the file, without a log next to it, and nothing was written
 * since. Throws BackupError when another program has it open.
 */
export function makeSole({ connection, changes }: Held): void {
  try {
    connection.exec('commit; pragma locking_mode = exclusive; begin immediate');
    const isChanged = readChanges(connection) !== changes;
    connection.exec('commit');
    if (isChanged) throw new BackupError('Another program has written to the database during the upgrade.');
    connection.exec('pragma journal_mode = delete; begin exclusive; commit');
  } catch (error) {
    const { errcode = 0 } = error as { errcode?: number };
    throw [5, 6].includes(errcode & 0xff) ? describeRunning('upgrading') : error;
  }
}

/**
 * Throws BackupError when another program has the upgraded database open. Other errors, such as that of a full disk,
 * don't matter: it is given up.
 */
export function closeNewer(dataFolder: string): void {
  try {
    lockSqlite(dataFolder, 'going back')?.close();
  } catch (error) {
    if (error instanceof BackupError) throw error;
  }
}

/** From now on, no other connection can write to the SQLite database at `file`. Throws when it stays locked for ten seconds. */
export function lockSqliteWrites(file: string): Held {
  const connection = new DatabaseSync(file, { timeout: 10_000 });
  connection.exec('begin immediate');
  return { connection, changes: readChanges(connection) };
}

/** From now on, no one else can write to the town on PostgreSQL. Returns what lets others write again. */
export async function lockPostgresWrites(settings: Settings): Promise<() => Promise<void>> {
  const database = openDatabase(locationOf(settings));
  const release = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const work = database.write.transaction().execute(async (db) => {
    await lockPostgresTown(db);
    isHeld.resolve();
    await release.promise;
  });
  await Promise.race([isHeld.promise, work]).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  return async () => {
    release.resolve();
    await work.finally(() => database.close());
  };
}

/** The lock of the data folder, once the site that was asked to stop has ended; throws FolderInUseError after 15 seconds. */
export async function lockWhenStopped(dataFolder: string): Promise<FolderLock> {
  const end = performance.now() + STOP_MS;
  for (;;) {
    try {
      return lockDataFolder(dataFolder, 'an upgrade');
    } catch (error) {
      if (!(error instanceof FolderInUseError) || performance.now() > end) throw error;
      await wait(20);
    }
  }
}

/** Differs after another connection has written. */
function readChanges(connection: DatabaseSync): number {
  return Number(connection.prepare('pragma data_version').get()?.data_version);
}
