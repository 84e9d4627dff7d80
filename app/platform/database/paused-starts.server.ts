/** While an upgrade has the database, a site that is started again by its launcher or by systemd waits. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

const FILE = '.upgrading';
/** Kept for the next pause, which may come on a full disk. */
const SPARE = '.upgrading-spare';
const PAUSE_MS = 50;
/** Longer than a database takes to be put in place or restored: another process can get the number of one that was killed. */
const LONGEST_MS = 30 * MINUTE_MS;

/** Sites that start on the data folder wait until `permitStarts` is called or this process has ended in any way. */
export function pauseStarts(dataFolder: string): void {
  const file = join(dataFolder, FILE);
  if (readPauser(dataFolder) === process.pid) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  rmSync(file, { force: true });
  if (readPauser(dataFolder, SPARE) === process.pid) renameSync(join(dataFolder, SPARE), file);
  else writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
}

/** This process may pause them again. */
export function permitStarts(dataFolder: string): void {
  if (readPauser(dataFolder) === process.pid) renameSync(join(dataFolder, FILE), join(dataFolder, SPARE));
}

/** It pauses them no more. */
export function endPauses(dataFolder: string): void {
  for (const name of [FILE, SPARE]) rmSync(join(dataFolder, name), { force: true });
}

/** Resolves when no upgrade is replacing the database in the data folder. What a killed one has left is deleted. */
export async function untilStartsArePermitted(dataFolder: string): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (areStartsPaused(dataFolder) && performance.now() < end) await wait(PAUSE_MS);
  if (isUpgrading(dataFolder)) rmSync(join(dataFolder, FILE), { force: true });
}

/** Whether an upgrade is replacing the database at this moment. */
export function areStartsPaused(dataFolder: string): boolean {
  const pid = readPauser(dataFolder);
  try {
    return pid !== undefined && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The same, or one was killed since the last start: fast enough for each write. */
export function isUpgrading(dataFolder: string): boolean {
  return existsSync(join(dataFolder, FILE));
}

function readPauser(dataFolder: string, name = FILE): number | undefined {
  try {
    return Number(readFileSync(join(dataFolder, name), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
