import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { BackupError } from '#app/moving/backup/backup-trouble.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';

/**
 * Throws BackupError if a data folder contains the secret or backups of a town but no database, or an empty file: it
 * is lost or elsewhere, and a new, empty town is probably not what the operator wants. The message says how to continue.
 */
export async function refuseLostDatabase(dataFolder: string): Promise<void> {
  const database = statSync(join(dataFolder, 'belfry.db'), { throwIfNoEntry: false });
  if (database && database.size > 0) return;
  const [newest] = await listBackupFiles(dataFolder);
  const secret = statSync(join(dataFolder, 'secret'), { throwIfNoEntry: false });
  // A first start that was killed creates the database before the secret.
  if (!newest && (!secret || (database && secret.mtimeMs >= database.mtimeMs))) return;
  const found = newest ? 'backups' : 'the secret';
  const restore = commandLine(`restore ${newest?.file ?? 'FILE'}`);
  throw new BackupError(
    `The data folder ${dataFolder} contains ${found} of a town, but the database is ${database ? 'empty' : 'missing'}. To restore the town, run: ${restore}. To start with an empty one, set BELFRY_START_EMPTY=1 for one start.`,
  );
}
