import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { DAY_MS } from '#app/platform/time/durations.ts';

const WORK = /^\.work-(\d+)-[0-9a-f]{12}$/;
const PARTIAL = /\.(\d+)-[0-9a-f]{12}\.partial$/;

/**
 * Runs `work` with a new folder inside `parent`, and deletes it afterwards; leftovers of killed processes are deleted
 * first. All of it is readable by its owner only.
 */
export async function withWorkFolder<Result>(
  parent: string,
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await removeLeftovers(parent);
  const folder = nameWorkFolder(parent);
  await mkdir(folder, { mode: 0o700 });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The path of a new folder inside `parent`, which `removeLeftovers` deletes when this process has ended without doing so. */
export function nameWorkFolder(parent: string): string {
  return join(parent, `.work-${process.pid}-${randomBytes(6).toString('hex')}`);
}

/** The name under which `file` is written until it is complete. */
export function partialNameOf(file: string): string {
  return `${file}.${process.pid}-${randomBytes(6).toString('hex')}.partial`;
}

/** Longer than any work takes: in containers, the process of a later start can have the same number. */
const MAX_WORK_MS = DAY_MS;

/** Deletes the incomplete files of processes that have ended, and those that are a day old (F10). */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  for (const name of names) {
    const pid = (WORK.exec(name) ?? PARTIAL.exec(name))?.[1];
    const path = join(folder, name);
    if (pid !== undefined && !(isAlive(Number(pid)) && (await isRecent(path))))
      await rm(path, { recursive: true, force: true });
  }
}

async function isRecent(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && stats.mtimeMs > Date.now() - MAX_WORK_MS;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Gives a complete file its name, so that after a power loss there is the whole file under it or none. */
export async function moveToFinalName(partial: string, file: string): Promise<void> {
  await syncPath(partial);
  await rename(partial, file);
  await syncPath(dirname(file));
}

/** Waits until it is on the disk. Folders can't be opened on Windows, where this is left to the system. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    if (process.platform === 'win32') return undefined;
    throw error;
  });
  try {
    await handle?.sync();
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  } finally {
    await handle?.close();
  }
}

/** The SHA-256 of a file, in hexadecimal. Throws when it can't be read. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Gives a file another place, also on another disk: the folder of the pictures, where uploads arrive, can be a volume. */
export async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from, { force: true });
  }
}
