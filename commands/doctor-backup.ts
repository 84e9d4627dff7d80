import { statSync } from 'node:fs';
import { join } from 'node:path';
import { listBackupFiles } from '#app/backup/backup-files.server.ts';
import { commandLine } from '#app/command-line/command-line.ts';
import { type Finding, ok, warning } from './doctor-finding.ts';

const HOUR_MS = 3_600_000;
/** One a night, and a night that was missed. */
const OLDEST_MS = 50 * HOUR_MS;
const REMEDY = `Look into Settings, under Backups, or make one now: ${commandLine('backup')}. Keep the newest on another machine, too`;

/** How old the newest backup in the data folder is. `now` is UTC epoch milliseconds. */
export async function* checkBackups(dataFolder: string, now: number): AsyncGenerator<Finding> {
  const [newest] = await listBackupFiles(dataFolder);
  if (newest) {
    const age = `The newest backup is ${Math.max(0, Math.round((now - newest.at) / HOUR_MS))} hours old`;
    yield now - newest.at <= OLDEST_MS ? ok(`${age}: ${newest.name}`) : warning(`${age}. ${REMEDY}`);
    return;
  }
  const began = statSync(join(dataFolder, 'secret'), { throwIfNoEntry: false })?.mtimeMs ?? now;
  yield now - began <= OLDEST_MS
    ? ok('There is no backup yet: the site is new, and the first is made at night')
    : warning(`There is no backup. ${REMEDY}`);
}
