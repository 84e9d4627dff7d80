/** What remains of a town that a restore replaces. */
import { existsSync } from 'node:fs';
import { cp, link, mkdir, readdir } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { throwIfStopped } from '#app/moving/backup/backup-error.ts';
import { backupFolderOf } from '#app/moving/backup/backup-files.server.ts';
import { type BackupOptions, takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { listRunMigrations } from '#app/platform/database/migrate-database.server.ts';
import { mediaFolderOf } from '#app/platform/media/media.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';

/** Errors of a damaged town, or of one whose schema this version does not know. */
const CANNOT_BE_BACKED_UP = ['BackupError', 'NewerDatabaseError', 'UnreleasedDatabaseError'];

/**
 * A verified backup of the current town. If that is impossible (damaged, or from a newer version), its files are
 * copied.
 */
export async function keepCopy({
  location,
  dataFolder,
  media,
  now,
  signal,
  onProgress,
}: Omit<BackupOptions, 'kind'>): Promise<string | undefined> {
  if (await isEmpty(location)) return undefined;
  try {
    const kind = 'before-restore';
    return (await takeBackup({ location, dataFolder, media, kind, now, signal, onProgress })).file;
  } catch (error) {
    throwIfStopped(signal);
    const { name } = error as Error;
    if ('url' in location || !CANNOT_BE_BACKED_UP.includes(name)) throw error;
    return copyFiles(location.dataFolder, now);
  }
}

async function copyFiles(dataFolder: string, now: number): Promise<string> {
  const time = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const folder = join(backupFolderOf(dataFolder), `files-${time}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of ['belfry.db', 'belfry.db-wal', 'belfry.db-shm']) {
    const file = join(dataFolder, name);
    if (existsSync(file)) await cp(file, join(folder, name), { force: true });
  }
  await linkFiles(mediaFolderOf(dataFolder), mediaFolderOf(folder));
  return folder;
}

/** The same files under a second name, which take no space: those of pictures that the backup does not have. */
async function linkFiles(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const target = join(to, relative(from, entry.parentPath), entry.name);
    if (entry.isDirectory()) await mkdir(target, { recursive: true, mode: 0o700 });
    else if (!existsSync(target)) {
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await link(join(entry.parentPath, entry.name), target);
    }
  }
}

async function isEmpty(location: DatabaseLocation): Promise<boolean> {
  if (!('url' in location)) return !existsSync(join(location.dataFolder, 'belfry.db'));
  const { write, close } = openDatabase(location);
  try {
    return (await listRunMigrations({ write })).length === 0;
  } finally {
    await close();
  }
}
