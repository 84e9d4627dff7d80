import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { basename, isAbsolute, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { removeOldBackups } from './backup-files.server.ts';
import type { BackupPlan } from './backup-settings.server.ts';
import { SUPPRESSION_FILE } from './suppression.server.ts';
import { partialNameOf, putInPlace, removeLeftovers } from './work-folder.server.ts';

export type Copied = { secondPlace: string | null; trouble: string | null };

/**
 * Brings a backup to the second place of the plan, with the list of who opted out or left, compares it there byte by
 * byte, and keeps as many there as here. Never throws: `trouble` says in a sentence why it could not be done.
 */
export async function copyToSecondPlace(
  plan: BackupPlan,
  file: string,
  { dataFolder }: { dataFolder: string; signal?: AbortSignal | undefined },
): Promise<Copied> {
  if (plan.folder === '') return { secondPlace: null, trouble: null };
  try {
    await copyToFolder(plan.folder, file);
    const list = join(dataFolder, SUPPRESSION_FILE);
    if (existsSync(list)) await copyFile(list, join(plan.folder, SUPPRESSION_FILE));
    await removeOldBackups(plan.folder, 'scheduled', plan.keep);
    return { secondPlace: plan.folder, trouble: null };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      secondPlace: null,
      trouble: `The backup is good, but no copy of it could be brought to ${plan.folder} (${code ?? message}).`,
    };
  }
}

async function copyToFolder(folder: string, file: string): Promise<void> {
  if (!isAbsolute(folder)) throw new Error('it is no full path');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeLeftovers(folder);
  const target = join(folder, basename(file));
  const partial = partialNameOf(target);
  try {
    await copyFile(file, partial);
    if ((await hashOf(partial)) !== (await hashOf(file))) throw new Error('the copy is not the same');
    await putInPlace(partial, target);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
