import { statSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { BackupError } from './backup-error.ts';

/** A backup in a folder, by its name. `at` is UTC epoch milliseconds. */
export type BackupFile = { name: string; file: string; kind: string; at: number; bytes: number };

const NAME = /^belfry-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z-]+?)(-[0-9a-f]{6})?\.belfry$/;

/** Where the backups of a data folder are. */
export function backupFolderOf(dataFolder: string): string {
  return join(dataFolder, 'backups');
}

/** The complete backups in a data folder, newest first. */
export function listBackupFiles(dataFolder: string): Promise<BackupFile[]> {
  return listBackupsIn(backupFolderOf(dataFolder));
}

/** The same for any folder; none if it doesn't exist. */
async function listBackupsIn(folder: string): Promise<BackupFile[]> {
  const names = await readdir(folder).catch(() => []);
  const found: BackupFile[] = [];
  for (const name of names) {
    const backup = parseName(name);
    const facts = backup && (await stat(join(folder, name)).catch(() => undefined));
    if (backup && facts?.isFile())
      found.push({ ...backup, name, file: join(folder, name), bytes: facts.size });
  }
  return found.sort((one, other) => (one.name < other.name ? 1 : -1));
}

/** Why a backup was made, from its name; undefined when the name is not a backup's. */
export function kindOfBackup(name: string): string | undefined {
  return parseName(name)?.kind;
}

function parseName(name: string): { kind: string; at: number } | undefined {
  const match = NAME.exec(name);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, kind = ''] = match;
  return { kind, at: Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) };
}

/** Deletes all but the newest `keep` backups of a kind in a folder. */
export async function removeOldBackups(folder: string, kind: string, keep: number): Promise<void> {
  const ofKind = (await listBackupsIn(folder)).filter((backup) => backup.kind === kind);
  for (const { file } of ofKind.slice(keep)) await rm(file, { force: true });
}

/** A first start that was killed creates the database, and then the secret. */
const FIRST_START_MS = 10_000;

/**
 * Throws BackupError if a data folder contains the secret or backups of a town but no database, or an empty file: it
 * is lost or elsewhere, and a new, empty town is probably not what the operator wants. The message says how to continue.
 */
export async function refuseLostDatabase(dataFolder: string): Promise<void> {
  const database = statSync(join(dataFolder, 'belfry.db'), { throwIfNoEntry: false });
  if (database && database.size > 0) return;
  const [newest] = await listBackupFiles(dataFolder);
  const secret = statSync(join(dataFolder, 'secret'), { throwIfNoEntry: false });
  const since = secret && database ? secret.mtimeMs - database.mtimeMs : undefined;
  if (!newest && (!secret || (since !== undefined && since >= 0 && since < FIRST_START_MS))) return;
  const found = newest ? 'backups' : 'the secret';
  const restore = commandLine(`restore ${newest?.file ?? 'FILE'}`);
  throw new BackupError(
    `The data folder ${dataFolder} contains ${found} of a town, but the database is ${database ? 'empty' : 'missing'}. To restore the town, run: ${restore}. To start with an empty one, set BELFRY_START_EMPTY=1 for one start.`,
  );
}
