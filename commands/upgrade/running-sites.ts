/** The site that an upgrade stops, and the one that takes its place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findFolderHolder, SITE_HOLDER } from '#app/platform/database/data-folder-lock.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { askReadiness, localAddressOf } from '../doctor/doctor-surroundings.ts';
import { folderOf } from './versions.ts';

const PAUSE_MS = 100;
/** A site finishes its requests within ten seconds. */
const STOP_MS = 12_000;

/** The processes of sites: on SQLite the one that has the data folder, and those of these versions. */
export function findSites({ dataFolder, databaseUrl }: Settings, versions: string[]): number[] {
  const holder = databaseUrl ? undefined : findFolderHolder(dataFolder);
  const pids = versions.flatMap((version) => findStarted(folderOf(version)));
  return [...new Set([...(holder?.what.startsWith(SITE_HOLDER) ? [holder.pid] : []), ...pids])];
}

/** Whether a site of another version than this one is running; on PostgreSQL, one of `other`. */
export function isOtherRunning(
  { dataFolder, databaseUrl }: Settings,
  version: string,
  other: string | undefined,
): boolean {
  if (databaseUrl) return other !== undefined && findStarted(folderOf(other)).length > 0;
  const holder = findFolderHolder(dataFolder);
  return holder?.version !== undefined && holder.version !== version;
}

/** Processes of `belfry start` of the version in the folder. A system without /proc has none. */
function findStarted(folder: string): number[] {
  const tool = join(folder, 'build', 'server', 'on-host.js');
  return listProcesses().filter((pid) => {
    const words = readCommand(pid);
    const at = words.indexOf(tool);
    return at > 0 && words[at + 1] === 'start';
  });
}

function listProcesses(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Boolean);
  } catch {
    return [];
  }
}

function readCommand(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

/** Ends the processes in order, and after a while in any way; returns when they are gone. */
export async function stopSites(pids: number[]): Promise<void> {
  // A site of a checkout becomes the launcher of the release, with the same id.
  const sites = pids.map((pid) => ({ pid, command: readCommand(pid).join() }));
  const areGone = () =>
    sites.every(({ pid, command }) => !isAlive(pid) || readCommand(pid).join() !== command);
  for (const { pid } of sites) signal(pid, 'SIGTERM');
  const end = performance.now() + STOP_MS;
  while (!areGone() && performance.now() < end) await wait(PAUSE_MS / 5);
  if (areGone()) return;
  for (const { pid } of sites) signal(pid, 'SIGKILL');
  while (!areGone()) await wait(PAUSE_MS / 5);
}

/** One that has ended and that its parent has not asked for yet counts as gone. */
function isAlive(pid: number): boolean {
  try {
    return signal(pid, 0) && !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether the process is there and this user may end it. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** Waits until the site of this version, of any if that is undefined, is ready. Returns why it is not, after `seconds`. */
export async function untilReady(
  settings: Settings,
  version: string | undefined,
  seconds: number,
): Promise<{ problem: string | undefined }> {
  const end = performance.now() + seconds * 1000;
  for (;;) {
    const problem = await findProblem(settings, version);
    if (problem === undefined || performance.now() > end) return { problem };
    await wait(PAUSE_MS);
  }
}

async function findProblem(settings: Settings, version: string | undefined): Promise<string | undefined> {
  if (version !== undefined && !isStarted(settings, version))
    return `no site of Belfry ${version} is running`;
  const address = localAddressOf(settings);
  const readiness = await askReadiness(address);
  return readiness.status === 'ready' ? undefined : `${address} ${readiness.reason}`;
}

function isStarted({ databaseUrl, dataFolder }: Settings, version: string): boolean {
  return databaseUrl
    ? findStarted(folderOf(version)).length > 0
    : findFolderHolder(dataFolder)?.version === version;
}
