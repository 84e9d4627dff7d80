import { statSync } from 'node:fs';
import { join } from 'node:path';
import { BackupError } from '#app/moving/backup/backup-error.ts';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';

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
