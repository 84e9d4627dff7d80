import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { commandLine } from '#app/command-line/command-line.ts';
import { listBackupFiles } from './backup-files.server.ts';
import { BackupError } from './backup-trouble.ts';

/**
 * Throws BackupError if a data folder contains the secret or backups of a town but not its database: it is lost or
 * elsewhere, and a new, empty town is probably not what the operator wants. The message says how to continue.
 */
export async function refuseLostDatabase(dataFolder: string): Promise<void> {
  if (existsSync(join(dataFolder, 'belfry.db'))) return;
  const [newest] = await listBackupFiles(dataFolder);
  if (!newest && !existsSync(join(dataFolder, 'secret'))) return;
  const found = newest ? 'backups' : 'the secret';
  const restore = commandLine(`restore ${newest?.file ?? 'FILE'}`);
  throw new BackupError(
    `The data folder ${dataFolder} contains ${found} of a town, but the database is missing. To restore the town, run: ${restore}. To start with an empty one, set BELFRY_START_EMPTY=1 for one start.`,
  );
}
