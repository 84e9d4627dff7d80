import { chmod, mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { MailError } from './mail-error.ts';
import { plainLine } from './plain-line.ts';

/** How long an email stays in the folder. */
const KEPT_MS = 7 * DAY_MS;

/** Where emails go without a mail server. */
export function mailFolderOf(dataFolder: string): string {
  return join(dataFolder, 'mail');
}

/**
 * Writes the message to `name`.eml, readable by the owner of the folder only. The same name again replaces it,
 * complete at every moment. Throws MailError.
 */
export async function writeMailFile(folder: string, name: string, raw: Buffer): Promise<void> {
  const file = join(folder, `${name}.eml`);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // An existing folder may have been open to others.
    await chmod(folder, 0o700);
    await rm(`${file}.part`, { force: true });
    await writeFile(`${file}.part`, raw, { mode: 0o600, flag: 'wx' });
    await rename(`${file}.part`, file);
  } catch (error) {
    throw new MailError('unwritable', plainLine((error as Error).message, 300));
  }
}

/** Deletes what is older than seven days at `now` (UTC epoch milliseconds). Does nothing without the folder. */
export async function removeOldMailFiles(folder: string, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => /\.eml(\.part)?$/.test(each))) {
    const file = join(folder, name);
    const stats = await stat(file).catch(() => undefined);
    if (stats && stats.mtimeMs < now - KEPT_MS) await rm(file, { force: true });
  }
}
