import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import {
  type Bucket,
  listBucket,
  putIntoBucket,
  removeFromBucket,
} from '#app/platform/storage/bucket.server.ts';
import {
  hashFile,
  moveToFinalName,
  partialNameOf,
  removeLeftovers,
} from '#app/platform/storage/work-folder.server.ts';
import { kindOfBackup, removeOldBackups } from './backup-files.server.ts';
import type { BackupPlan } from './backup-settings.server.ts';
import { describeLocationError } from './location-errors.ts';
import { SUPPRESSION_FILE } from './suppression.server.ts';

const FOLDER_SETTING = 'the folder for second copies in Settings, under Backups';

type Copied = { secondPlace: string | null; trouble: string | null };

type Copying = {
  dataFolder: string;
  bucket?: Bucket | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Copies a backup to the second location, a folder of the plan or a bucket or both, with the list of users who opted
 * out or left, verifies it there, and keeps as many there as here. Never throws: `trouble` says in a sentence why it
 * failed.
 */
export async function copyToSecondLocation(
  plan: BackupPlan,
  file: string,
  copying: Copying,
): Promise<Copied> {
  const { dataFolder, bucket, signal } = copying;
  const list = join(dataFolder, SUPPRESSION_FILE);
  const files = existsSync(list) ? [file, list] : [file];
  const places: string[] = [];
  const troubles: string[] = [];
  const attempt = async (place: string, setting: string, work: () => Promise<void>) => {
    try {
      await work();
      places.push(place);
    } catch (error) {
      troubles.push(
        `The backup is good, but it could not be copied to ${place} (${describeLocationError(error)}). Check ${setting}.`,
      );
    }
  };
  if (plan.folder !== '') await attempt(plan.folder, FOLDER_SETTING, () => fillFolder(plan, files));
  if (bucket)
    await attempt(bucket.address, 'BACKUP_BUCKET_URL', () => fillBucket(plan, files, bucket, signal));
  return { secondPlace: places.join(', ') || null, trouble: troubles.join(' ') || null };
}

async function fillFolder({ folder, keep }: BackupPlan, files: string[]): Promise<void> {
  for (const file of files) await copyToFolder(folder, file);
  await removeOldBackups(folder, 'scheduled', keep);
}

async function fillBucket(
  { keep }: BackupPlan,
  files: string[],
  bucket: Bucket,
  signal: AbortSignal | undefined,
): Promise<void> {
  for (const file of files) await putIntoBucket(bucket, basename(file), file, signal);
  const names = await listBucket(bucket, 'belfry-', signal);
  const scheduled = names.filter((name) => kindOfBackup(name) === 'scheduled');
  for (const name of scheduled.slice(0, -keep)) await removeFromBucket(bucket, name, signal);
}

async function copyToFolder(folder: string, file: string): Promise<void> {
  if (!isAbsolute(folder)) throw new Error('it is not a full path');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  const target = join(folder, basename(file));
  const partial = partialNameOf(target);
  try {
    await copyFile(file, partial);
    if ((await hashFile(partial)) !== (await hashFile(file)))
      throw new Error('the copy differs from the original');
    await moveToFinalName(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}
