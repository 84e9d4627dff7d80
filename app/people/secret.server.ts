import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Settings, SettingsError } from '#app/platform/settings/settings.server.ts';

const LEAST_LENGTH = 32;

/**
 * The secret that signs cookies: the configured one, otherwise the one in the data folder's file `secret`, created at
 * the first start and readable by its owner only. Throws SettingsError when that file can be read by others or is
 * damaged; the message never contains the secret.
 */
export function openSecret({ secret, dataFolder }: Settings): string {
  if (secret) return secret;
  const file = join(dataFolder, 'secret');
  makeOnce(file, dataFolder);
  refuseReadableByOthers(file);
  const kept = readFileSync(file, 'utf8').trim();
  if (kept.length < LEAST_LENGTH) {
    throw new SettingsError(
      `${file} is damaged. Delete it and start again. Everyone will have to log in again.`,
    );
  }
  return kept;
}

/** Complete under another name first: of two processes that start together, one wins, and neither sees half a file. */
function makeOnce(file: string, dataFolder: string): void {
  if (exists(file)) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const draft = `${file}.${randomBytes(8).toString('hex')}`;
  writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined;
}

function refuseReadableByOthers(file: string): void {
  // Windows has no such bits and reports every file as readable by all.
  if (process.platform === 'win32' || (statSync(file).mode & 0o077) === 0) return;
  throw new SettingsError(
    `${file} contains the signing secret, and other users can read it. Run: chmod 600 ${file}`,
  );
}
