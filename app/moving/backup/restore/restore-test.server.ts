/** What is known about the test restores of backups. */

import type { BackupFile } from '#app/moving/backup/backup-files.server.ts';
import type { TownCounts } from '#app/moving/backup/town-counts.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

/** A test each week is on time until then. */
const OVERDUE_MS = 8 * DAY_MS;

/**
 * What a restore test counted on the site at that time and in the file; `file` is null for an encrypted backup from
 * before counts were stored. 'compared': an encrypted file whose key is not here was compared byte for byte with what
 * was restored when it was made.
 */
export type Checked = { how: 'restored' | 'compared'; site: TownCounts; file: TownCounts | null };

/** A restore test: when (UTC epoch milliseconds), of which file, how long it took, and why it failed. */
export type RestoreTest = {
  at: number;
  tookMs: number;
  file: string | null;
  trouble: string | null;
  checked: Checked | undefined;
};

/** The last restore test; undefined before the first. */
export async function findRestoreTest(db: ReadDb): Promise<RestoreTest | undefined> {
  const run = await db
    .selectFrom('backup_run')
    .select(['at', 'tookMs', 'file', 'trouble', 'checked'])
    .where('kind', '=', 'drill')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run) return undefined;
  const checked = run.checked === null ? undefined : (JSON.parse(run.checked) as Checked);
  return { ...run, at: Number(run.at), tookMs: Number(run.tookMs), checked };
}

/** Whether the weekly test is late: the last one, or without any the oldest backup, is more than eight days old. */
export function isTestOverdue(
  last: Pick<RestoreTest, 'at'> | undefined,
  backups: Pick<BackupFile, 'at'>[],
  now: number,
): boolean {
  if (backups.length === 0) return false;
  const since = last?.at ?? Math.min(...backups.map(({ at }) => at));
  return now - since > OVERDUE_MS;
}

/** The last test of a file: when, and why it failed. */
export type FileTest = { at: number; trouble: string | null };

/** The last test of each of these files, by name; every backup is test-restored when it is made. */
export async function findFileTests(db: ReadDb, names: string[]): Promise<Map<string, FileTest>> {
  if (names.length === 0) return new Map();
  const runs = await db
    .selectFrom('backup_run')
    .select(['file', 'at', 'kind', 'trouble'])
    .where('file', 'in', names)
    .orderBy('at')
    .orderBy('id')
    .execute();
  return new Map(
    runs.map(({ file, at, kind, trouble }) => [
      file as string,
      // A backup that was made was restored, whatever went wrong with its second copy.
      { at: Number(at), trouble: kind === 'drill' ? trouble : null },
    ]),
  );
}
