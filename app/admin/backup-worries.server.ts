import { listBackupFiles } from '#app/backup/backup-files.server.ts';
import { findLastRun } from '#app/backup/backup-run-store.server.ts';
import { findBackupPlan, findPause, leavesUnencrypted } from '#app/backup/backup-settings.server.ts';
import { findRestoreTest, isTestOverdue } from '#app/backup/restore-test.server.ts';
import { listRevealingBackups } from '#app/backup/revealing-backups.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import { formatLongDate } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

/** Problems with backups for the administrator; null where there are none. */
export type BackupWorries = {
  /** Why the last backup, or its test restore, failed. */
  failed: string | null;
  drillFailed: string | null;
  /** The day of the restored backup, while schedules are paused. */
  restoredFrom: string | null;
  /** The names of backups that reveal who voted for what. */
  revealing: string[];
  /** Second copies are not encrypted. */
  isExposed: boolean;
  /** The day of the last restore test that passed, and whether the next one is late. */
  tested: string | null;
  isTestOverdue: boolean;
};

export async function findBackupWorries(
  db: ReadDb,
  town: Town,
  { dataFolder, backupBucket }: Pick<Settings, 'dataFolder' | 'backupBucket'>,
  now: number,
): Promise<BackupWorries> {
  const [last, drill, pause, plan, revealing, files] = await Promise.all([
    findLastRun(db, ['scheduled', 'asked']),
    findRestoreTest(db),
    findPause(db),
    findBackupPlan(db),
    listRevealingBackups(dataFolder),
    listBackupFiles(dataFolder),
  ]);
  return {
    failed: last?.trouble ?? null,
    drillFailed: drill?.trouble ?? null,
    restoredFrom: pause ? formatLongDate(pause.madeAt, town) : null,
    revealing,
    isExposed: leavesUnencrypted(plan, backupBucket),
    tested: drill && drill.trouble === null ? formatLongDate(drill.at, town) : null,
    isTestOverdue: !pause && isTestOverdue(drill, files, now),
  };
}
