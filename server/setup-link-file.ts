import { rmSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Stores the one-time link, readable by the site's user only, and returns the file's name. */
export async function writeSetupLink(dataFolder: string, link: string): Promise<string> {
  const file = fileOf(dataFolder);
  await mkdir(dataFolder, { recursive: true, mode: 0o700 });
  await writeFile(`${file}.partial`, `${link}\n`, { mode: 0o600 });
  await rename(`${file}.partial`, file);
  return file;
}

/** Deletes a link that an earlier start has stored. */
export function removeSetupLink(dataFolder: string): void {
  rmSync(fileOf(dataFolder), { force: true });
}

function fileOf(dataFolder: string): string {
  return join(dataFolder, 'setup-link');
}
