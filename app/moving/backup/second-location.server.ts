import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve, sep } from 'node:path';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import {
  type Bucket,
  listBucket,
  putIntoBucket,
  readFromBucket,
  removeFromBucket,
} from '#app/platform/storage/bucket.server.ts';
import {
  hashFile,
  moveToFinalName,
  partialNameOf,
  removeLeftovers,
  withWorkFolder,
} from '#app/platform/storage/work-folder.server.ts';
import { backupFolderOf, kindOfBackup, removeOldBackups } from './backup-files.server.ts';
import type { BackupPlan } from './backup-settings.server.ts';
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

/** A disk or a store that does not respond for this long counts as failed. */
const PATIENCE_MS = 15_000;

/**
 * Why a folder can't hold the second copies of backups, as a sentence; undefined when a file was written there, read
 * back and deleted. Creates the folder if it is missing. Never throws.
 */
export async function findFolderProblem(folder: string, dataFolder: string): Promise<string | undefined> {
  const real = await resolveExisting(folder);
  if (isInside(real, await resolveExisting(projectFolder)))
    return 'This folder is part of the program. Enter a folder outside it, preferably on another disk';
  if (isInside(real, await resolveExisting(dataFolder)))
    return 'This folder is inside the data folder. Enter a folder outside it, preferably on another disk';
  return problemOf('The folder', async () => {
    await makeFolder(folder);
    const file = join(folder, `.belfry-test-${randomBytes(6).toString('hex')}`);
    const text = randomBytes(32).toString('hex');
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(text);
      await handle.sync();
      await handle.close();
      if ((await readFile(file, 'utf8')) !== text)
        throw new Error('data written there reads back differently');
    } finally {
      await rm(file, { force: true });
    }
  });
}

/**
 * Why a bucket can't hold copies of backups, as a sentence; undefined when a small object was stored there, read back
 * and deleted. Never throws.
 */
export async function findBucketProblem(bucket: Bucket, dataFolder: string): Promise<string | undefined> {
  const problem = await problemOf(`The bucket ${bucket.address}`, (signal) =>
    withWorkFolder(backupFolderOf(dataFolder), async (work) => {
      const name = `belfry-test-${randomBytes(6).toString('hex')}`;
      const text = randomBytes(32).toString('hex');
      await writeFile(join(work, name), text, { mode: 0o600 });
      await putIntoBucket(bucket, name, join(work, name), signal);
      const stored = await readFromBucket(bucket, name, signal);
      await removeFromBucket(bucket, name, signal);
      if (stored !== text) throw new Error('data stored there reads back differently');
    }),
  );
  return problem && `${problem}. Check BACKUP_BUCKET_URL`;
}

async function problemOf(
  what: string,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<string | undefined> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () =>
      reject(new Error(`no response within ${PATIENCE_MS / 1000} seconds`)),
    );
  });
  try {
    await Promise.race([work(signal), late]);
    return undefined;
  } catch (error) {
    return `${what} cannot be used (${describeLocationError(error)})`;
  }
}

/** Not mkdir's `recursive`, which never returns where no one can create a folder, as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const { code } = await mkdir(folder, { mode: 0o700 }).then(
    () => ({ code: undefined }),
    (error: NodeJS.ErrnoException) => error,
  );
  if (code === undefined || code === 'EEXIST') return;
  if (code === 'ENOENT' && dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 });
}

/** The path without symbolic links, as far as it exists. */
async function resolveExisting(path: string): Promise<string> {
  const full = resolve(path);
  const real = await realpath(full).catch(() => undefined);
  if (real !== undefined || dirname(full) === full) return real ?? full;
  return join(await resolveExisting(dirname(full)), basename(full));
}

function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`);
}

const meanings: Record<string, string> = {
  EACCES: "the site's user may not write there",
  EPERM: "the site's user may not write there",
  EROFS: 'the site has read-only access; under systemd, add the folder to ReadWritePaths in belfry.service',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its quota is exceeded',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'part of the path is a file',
  ENOTFOUND: 'the host does not exist',
  ECONNREFUSED: 'nothing responds there',
};

/** Why a location for copies failed: the system's code and its meaning, or the message. One line without a period. */
function describeLocationError(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (typeof code !== 'string') return message;
  return meanings[code] ? `${code}: ${meanings[code]}` : code;
}
