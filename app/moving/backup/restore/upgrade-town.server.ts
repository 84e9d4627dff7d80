import { basename } from 'node:path';
import { sql } from 'kysely';
import { BackupError, StoppedError, type Watching } from '#app/moving/backup/backup-error.ts';
import { backupFolderOf, removeOldBackups } from '#app/moving/backup/backup-files.server.ts';
import { recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import { type TakenBackup, takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { Database } from '#app/platform/database/handles.ts';
import {
  listPendingMigrations,
  listRunMigrations,
  migrate,
  refuseNewer,
} from '#app/platform/database/migrate-database.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import type { DatabaseLocation } from '#app/platform/open-database.server.ts';

type UpgradeOptions = Watching & {
  location: DatabaseLocation;
  dataFolder: string;
  media: MediaFiles;
  /** UTC epoch milliseconds. */
  now: number;
  withoutBackup?: boolean;
  /** A backup is about to be made. */
  onBackup?: (() => void) | undefined;
};

/** Which migrations have run, and where the backup from before is; an empty database needs none. */
type Upgraded = { ran: string[]; backup: string | undefined };

/**
 * What users see about an upgrade: what has run, where the backup is, and the way back. Empty when nothing was
 * done.
 */
export function describeUpgrade({ ran, backup }: Upgraded): string[] {
  const names = ran.length > 0 ? ` (${ran.join(', ')})` : '';
  const done = `The database was upgraded to this version${names}.`;
  if (!backup) return ran.length > 0 ? [done] : [];
  return [
    `${done} The backup from before the upgrade is ${backup}`,
    `To go back, stop the site, install the previous version, and run: ${commandLine(`restore ${backup}`)}`,
  ];
}

const LOCK = 7_232_701;
const KEPT = 3;

/**
 * Brings the database to this version's schema. If it contains a town, it is backed up first, and that backup is
 * test-restored (R-69); without it nothing is changed. One node does it while the others wait. If it is interrupted at
 * any step, the old schema is there, and the next call starts again. Throws NewerDatabaseError, UnreleasedDatabaseError
 * and BackupError.
 */
export async function upgradeTown(database: Database, options: UpgradeOptions): Promise<Upgraded> {
  await refuseNewer(database);
  if (!(await isOlder(database))) return { ran: await run(database), backup: undefined };
  return oneAtATime(database, async () => {
    // Meanwhile another node may have done it.
    const isStillOlder = await isOlder(database);
    const started = performance.now();
    const taken = isStillOlder && !options.withoutBackup ? await takeBackupBefore(options) : undefined;
    const ran = await run(database);
    if (taken) {
      const { file, bytes, rows } = taken;
      const tookMs = Math.round(performance.now() - started);
      const outcome = { at: options.now, tookMs, file: basename(file), bytes, rows };
      await recordRun(database.write, { kind: 'before-upgrade', ...outcome });
      await removeOldBackups(backupFolderOf(options.dataFolder), 'before-upgrade', KEPT);
    }
    return { ran, backup: taken?.file };
  });
}

async function isOlder(database: Database): Promise<boolean> {
  const done = await listRunMigrations(database);
  return done.length > 0 && (await listPendingMigrations(database)).length > 0;
}

async function run(database: Database): Promise<string[]> {
  return (await migrate(database)).map(({ migrationName }) => migrationName);
}

async function takeBackupBefore(options: UpgradeOptions): Promise<TakenBackup> {
  options.onBackup?.();
  try {
    return await takeBackup({ ...options, kind: 'before-upgrade' });
  } catch (error) {
    if (error instanceof StoppedError) throw error;
    throw new BackupError(
      `The database is from an older version, and the backup before its upgrade failed: ${(error as Error).message} Nothing was changed. To upgrade without a backup, run: ${commandLine('migrate --without-backup')}`,
    );
  }
}

/** Nodes of one PostgreSQL wait for each other; two processes on one folder at worst make two backups. */
function oneAtATime<Result>({ write, capabilities }: Database, work: () => Promise<Result>): Promise<Result> {
  if (capabilities.dialect === 'sqlite') return work();
  return write.transaction().execute(async (db) => {
    await sql`set local statement_timeout = 0`.execute(db);
    await sql`set local lock_timeout = 0`.execute(db);
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(db);
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);
    return work();
  });
}
