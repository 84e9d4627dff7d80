import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import {
  type Bucket,
  putIntoBucket,
  readFromBucket,
  removeFromBucket,
} from '#app/platform/storage/bucket.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { backupFolderOf } from './backup-files.server.ts';
import { describeLocationError } from './location-errors.ts';

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
