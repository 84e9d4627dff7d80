import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';

const LOCK = '.lock';
const HOLDER = '.lock-holder';
/** A process that only checks holds the lock for a moment; one that wants the lock waits for that long. */
const WAIT_MS = 1000;
/** SQLite's result code when another process holds the lock. */
const BUSY = 5;

/** How the site names itself as a holder; its address follows. */
export const SITE_HOLDER = 'the site ';

/** Which process uses a data folder, as that process recorded when it began. */
export type FolderHolder = {
  pid: number;
  host: string;
  what: string;
  /** Of Belfry; absent in what earlier versions recorded. */
  version?: string;
};

/** Another process uses the data folder. The message is one line that names it and says what to do. */
export class FolderInUseError extends Error {
  override name = 'FolderInUseError';
}

export type FolderLock = { release: () => void };

/** Without a reference, the connection would be closed by the garbage collector, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Makes this process the only one that serves, restores or moves the data of a folder, until it releases the folder or
 * ends in any way: the lock is the kernel's, on a file that SQLite keeps open, so `kill -9` leaves none behind. `what`
 * describes for others what the process does there. Creates the folder, readable by its owner only. Throws
 * FolderInUseError when another process holds it, or this one already.
 */
export function lockDataFolder(dataFolder: string, what: string): FolderLock {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const lock = new DatabaseSync(join(dataFolder, LOCK), { timeout: WAIT_MS });
  try {
    // In memory: otherwise a killed process leaves a journal file behind.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    throw isBusy(error) ? new FolderInUseError(lineAbout(dataFolder)) : error;
  }
  held.add(lock);
  const holder: FolderHolder = { pid: process.pid, host: hostname(), what, version: versionOfBelfry() };
  writeFileSync(join(dataFolder, HOLDER), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  return {
    release() {
      if (!held.delete(lock)) return;
      rmSync(join(dataFolder, HOLDER), { force: true });
      lock.close();
    },
  };
}

/**
 * The process that holds the data folder; undefined if none does. `what` is empty if the process has not recorded it
 * yet. Creates no file. Throws when the folder can't be read.
 */
export function findFolderHolder(dataFolder: string): FolderHolder | undefined {
  const lock = openExisting(join(dataFolder, LOCK));
  if (!lock) return undefined;
  try {
    lock.prepare('select count(*) from sqlite_master').get();
    return undefined;
  } catch (error) {
    if (isBusy(error)) return readHolder(dataFolder);
    throw error;
  } finally {
    lock.close();
  }
}

/**
 * The process that last used the data folder and ended without releasing it, because it crashed or was killed.
 * Undefined if the last one ended in order, and while another one uses the folder. Creates no file.
 */
export function findLostHolder(dataFolder: string): FolderHolder | undefined {
  if (!existsSync(join(dataFolder, HOLDER)) || findFolderHolder(dataFolder)) return undefined;
  return readHolder(dataFolder);
}

function openExisting(file: string): DatabaseSync | undefined {
  try {
    return new DatabaseSync(file, { readOnly: true });
  } catch {
    return undefined;
  }
}

/** From a file next to the lock: opening and closing the lock's own file would release a lock of this process. */
function readHolder(dataFolder: string): FolderHolder {
  try {
    return JSON.parse(readFileSync(join(dataFolder, HOLDER), 'utf8')) as FolderHolder;
  } catch {
    return { pid: 0, host: hostname(), what: '' };
  }
}

function lineAbout(dataFolder: string): string {
  const { pid, host, what } = readHolder(dataFolder);
  const where = host === hostname() ? '' : ` on ${host}`;
  const who = what ? `${what} (process ${pid}${where})` : 'another process';
  return `The data folder ${dataFolder} is in use by ${who}. Stop it first, or choose another folder: BELFRY_DATA=…`;
}

function isBusy(error: unknown): boolean {
  return (((error ?? {}) as { errcode?: number }).errcode ?? 0) % 256 === BUSY;
}
