import { accessSync, constants, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { findLastEndedRun, findLastRun } from '#app/moving/backup/backup-run-store.server.ts';
import { findBackupPlan, leavesUnencrypted } from '#app/moving/backup/backup-settings.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type Bucket, listBucket } from '#app/platform/storage/bucket.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';

/** One per night, and one missed night. */
const OLDEST_MS = 50 * HOUR_MS;
const REMEDY = `Check Settings, under Backups, or make one now: ${commandLine('backup')}. Keep the newest on another machine, too`;

const AGAIN = `Check Settings, under Backups, then make one: ${commandLine('backup')}`;

/** The age of the newest backup in the data folder. `now` is UTC epoch milliseconds. */
export async function* checkBackups(dataFolder: string, now: number): AsyncGenerator<Finding> {
  const [newest] = await listBackupFiles(dataFolder);
  if (newest) {
    const hours = Math.max(0, Math.round((now - newest.at) / HOUR_MS));
    const age = `The newest backup is ${hours} ${hours === 1 ? 'hour' : 'hours'} old`;
    yield now - newest.at <= OLDEST_MS
      ? ok('backup-age', `${age}: ${newest.name}`)
      : warning('backup-age', `${age}. ${REMEDY}`);
    return;
  }
  const began = statSync(join(dataFolder, 'secret'), { throwIfNoEntry: false })?.mtimeMs ?? now;
  yield now - began <= OLDEST_MS
    ? ok(
        'backup-age',
        'There is no backup yet. The site is new, and makes the first one within an hour while it runs',
      )
    : warning('backup-age', `There is no backup. ${REMEDY}`);
}

const BUCKET_PATIENCE_MS = 15_000;

/** Whether the bucket for copies responds and accepts the key. Stores nothing there. */
export async function* checkBucket(bucket: Bucket | undefined): AsyncGenerator<Finding> {
  if (!bucket) return;
  try {
    await listBucket(bucket, 'belfry-', AbortSignal.timeout(BUCKET_PATIENCE_MS));
    yield ok('bucket', `The bucket ${bucket.address} is reachable`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ABORT_ERR' ? 'no response' : (code ?? message);
    yield problem(
      'bucket',
      `The bucket ${bucket.address} cannot be used (${reason}). Check the host, the name, the key and the region in BACKUP_BUCKET_URL`,
    );
  }
}

/** The outcome of the last backup, its copies and its test restore, and whether the second location is writable now. */
export async function* checkBackupRuns(db: ReadDb, bucket: Bucket | undefined): AsyncGenerator<Finding> {
  const [last, drill, plan] = await Promise.all([
    findLastEndedRun(db, ['scheduled', 'asked']),
    findLastRun(db, ['drill']),
    findBackupPlan(db),
  ]);
  if (last?.trouble) yield problem('last-backup', `The last backup had a problem: ${last.trouble} ${AGAIN}`);
  else if (last?.secondPlace) yield ok('last-backup', `A copy of the last backup is in ${last.secondPlace}`);
  if (drill?.trouble)
    yield problem(
      'restore-test',
      `The last trial restore failed: ${drill.trouble} Make a backup and test it: ${commandLine('restore --trial')}`,
    );
  if (leavesUnencrypted(plan, bucket))
    yield warning(
      'backup-encryption',
      'Second copies of backups are not encrypted, so anyone who gets one can read every account. Set a public key in Settings, under Backups',
    );
  const fault = plan.folder && findFolderFault(plan.folder);
  if (fault)
    yield problem(
      'backup-folder',
      `Second copies cannot be written to ${plan.folder} (${fault}). Mount it, let the site's user write to it, or choose another folder in Settings, under Backups`,
    );
}

/** Why a folder, or the one it would be created in, is not writable. */
function findFolderFault(folder: string): string | undefined {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats) return dirname(folder) === folder ? 'ENOENT' : findFolderFault(dirname(folder));
  if (!stats.isDirectory()) return 'ENOTDIR';
  try {
    accessSync(folder, constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}
