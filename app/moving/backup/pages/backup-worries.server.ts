import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isBackupLate } from '#app/moving/backup/backup-due.ts';
import { readBackupFile } from '#app/moving/backup/backup-file.server.ts';
import { type BackupFile, listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import {
  findFirstRun,
  findLastEndedRun,
  findLastGoodRun,
  findRestoreTest,
  isTestOverdue,
} from '#app/moving/backup/backup-run-store.server.ts';
import { findBackupPlan, leavesUnencrypted } from '#app/moving/backup/backup-settings.server.ts';
import type { Manifest } from '#app/moving/backup/manifest.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { formatLongDate } from '#app/platform/time/town-time.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import type { Town } from '#app/town/town.ts';

/** Problems with backups for the administrator; null where there are none. */
export type BackupWorries = {
  /** Why the last backup, or its test restore, failed. A backup with a problem may have been made. */
  failed: string | null;
  isMade: boolean;
  drillFailed: string | null;
  /** That backups are made automatically, and the last good one is too old. */
  late: string | null;
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

const BACKUPS = ['scheduled', 'asked'] as const;

export async function findBackupWorries(
  db: ReadDb,
  town: Town,
  { dataFolder, backupBucket }: Pick<Settings, 'dataFolder' | 'backupBucket'>,
  now: number,
): Promise<BackupWorries> {
  const [last, good, first, drill, pause, plan, revealing, files] = await Promise.all([
    findLastEndedRun(db, [...BACKUPS]),
    findLastGoodRun(db, [...BACKUPS]),
    findFirstRun(db, [...BACKUPS]),
    findRestoreTest(db),
    findPause(db),
    findBackupPlan(db),
    listRevealingBackups(dataFolder),
    listBackupFiles(dataFolder),
  ]);
  const since = Number(good?.at ?? first?.at ?? findBeginning(dataFolder) ?? now);
  const isLate = !pause && isBackupLate(plan, since, now);
  return {
    late: isLate ? describeLate(good && Number(good.at), since, { town, now }) : null,
    failed: last?.trouble ?? null,
    isMade: Boolean(last?.file),
    drillFailed: drill?.trouble ?? null,
    restoredFrom: pause ? formatLongDate(pause.madeAt, town) : null,
    revealing,
    isExposed: leavesUnencrypted(plan, backupBucket),
    tested: drill && drill.trouble === null ? formatLongDate(drill.at, town) : null,
    isTestOverdue: !pause && isTestOverdue(drill, files, now),
  };
}

function describeLate(good: number | undefined, since: number, { town, now }: { town: Town; now: number }) {
  const hours = Math.floor((now - since) / HOUR_MS);
  const last =
    good === undefined ? 'None was made yet.' : `The last one is of ${formatLongDate(good, town)}.`;
  return `There has been no backup for ${hours} hours. ${last} If the site was running, its backups are ended before they finish: look for the reason in the log.`;
}

/** When the site was started for the first time; undefined where that is unknown. */
function findBeginning(dataFolder: string): number | undefined {
  return statSync(join(dataFolder, 'secret'), { throwIfNoEntry: false })?.mtimeMs;
}

class EnoughRead extends Error {}

/** What was found out about files that never change, by their name and size. */
const known = new Map<string, boolean>();
const MOST_KNOWN = 1000;

/**
 * The names of the backups in a data folder that show who voted for what: those with votes from before ballots were
 * stored separately from voters. Encrypted ones can't be inspected and are not listed.
 */
async function listRevealingBackups(dataFolder: string): Promise<string[]> {
  const revealing: string[] = [];
  for (const file of await listBackupFiles(dataFolder))
    if (await isRevealing(file)) revealing.push(file.name);
  return revealing;
}

async function isRevealing({ file, name, bytes }: BackupFile): Promise<boolean> {
  const key = `${name} ${bytes}`;
  const found = known.get(key) ?? hasLinkedVotes(await readManifest(file));
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

function hasLinkedVotes(manifest: Manifest | undefined): boolean {
  return manifest?.tables.some(({ name, rows }) => name === 'poll_vote' && rows > 0) ?? false;
}

/** Reads only the beginning of the file. Undefined when it can't be read. */
async function readManifest(file: string): Promise<Manifest | undefined> {
  let manifest: Manifest | undefined;
  await readBackupFile(file, {
    async onManifest(read) {
      manifest = read;
      throw new EnoughRead();
    },
    onRows: async () => undefined,
  }).catch(() => undefined);
  return manifest;
}
