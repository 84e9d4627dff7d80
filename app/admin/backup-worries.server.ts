import { findLastRun } from '#app/backup/backup-run-store.server.ts';
import { findBackupPlan, findPause, leavesUnencrypted } from '#app/backup/backup-settings.server.ts';
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
};

export async function findBackupWorries(
  db: ReadDb,
  town: Town,
  { dataFolder, backupBucket }: Pick<Settings, 'dataFolder' | 'backupBucket'>,
): Promise<BackupWorries> {
  const [last, drill, pause, plan, revealing] = await Promise.all([
    findLastRun(db, ['scheduled', 'asked']),
    findLastRun(db, ['drill']),
    findPause(db),
    findBackupPlan(db),
    listRevealingBackups(dataFolder),
  ]);
  return {
    failed: last?.trouble ?? null,
    drillFailed: drill?.trouble ?? null,
    restoredFrom: pause ? formatLongDate(pause.madeAt, town) : null,
    revealing,
    isExposed: leavesUnencrypted(plan, backupBucket),
  };
}
