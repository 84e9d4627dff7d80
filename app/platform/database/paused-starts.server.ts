/** While an upgrade has the database, a site that is started again by its launcher or by systemd waits. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '#app/platform/time/durations.ts';

const FILE = '.upgrading';
const PAUSE_MS = 50;
/** Longer than a database takes to be put in place or restored: another process can get the number of one that was killed. */
const LONGEST_MS = 30 * MINUTE_MS;

/** Sites that start on the data folder wait until `permitStarts` is called or this process has ended in any way. */
export function pauseStarts(dataFolder: string): void {
  const file = join(dataFolder, FILE);
  if (readPauser(dataFolder) === process.pid) return;
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  rmSync(file, { force: true });
  writeFileSync(file, `${process.pid}\n`, { flag: 'wx', mode: 0o600 });
}

export function permitStarts(dataFolder: string): void {
  rmSync(join(dataFolder, FILE), { force: true });
}

/** Resolves when no upgrade is replacing the database in the data folder. What a killed one has left is deleted. */
export async function untilStartsArePermitted(dataFolder: string): Promise<void> {
  const end = performance.now() + LONGEST_MS;
  while (areStartsPaused(dataFolder) && performance.now() < end) await wait(PAUSE_MS);
  if (isUpgrading(dataFolder)) permitStarts(dataFolder);
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

function readPauser(dataFolder: string): number | undefined {
  try {
    return Number(readFileSync(join(dataFolder, FILE), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}
