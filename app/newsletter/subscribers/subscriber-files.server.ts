import { randomUUID } from 'node:crypto';
import { chmod, copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR_MS } from '#app/platform/time/durations.ts';

/** Files wait here between the check and the import. */
const KEPT_MS = HOUR_MS;

function folderOf(dataFolder: string): string {
  return join(dataFolder, 'imports');
}

/** Keeps an uploaded list for an hour, readable by the site only, and returns the id to find it by. */
export async function keepImportFile(dataFolder: string, path: string): Promise<string> {
  const folder = folderOf(dataFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const id = randomUUID();
  const kept = join(folder, `${id}.csv`);
  await copyFile(path, kept);
  await chmod(kept, 0o600);
  return id;
}

/** The path of a kept list; undefined when it is gone, or on another machine. */
export async function findImportFile(dataFolder: string, id: string): Promise<string | undefined> {
  if (!/^[0-9a-f-]{36}$/.test(id)) return undefined;
  const path = join(folderOf(dataFolder), `${id}.csv`);
  return (await stat(path).catch(() => undefined)) && path;
}

export async function removeImportFile(dataFolder: string, id: string): Promise<void> {
  const path = await findImportFile(dataFolder, id);
  if (path) await rm(path, { force: true });
}

/** Deletes lists that nobody imported within an hour. `now` is UTC epoch milliseconds. */
export async function removeOldImportFiles(dataFolder: string, now: number): Promise<void> {
  const folder = folderOf(dataFolder);
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    const { mtimeMs = now } = (await stat(path).catch(() => undefined)) ?? {};
    if (mtimeMs <= now - KEPT_MS) await rm(path, { force: true });
  }
}
