import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFolderHolder } from '#app/platform/database/data-folder-lock.server.ts';
import { explainError } from '../../server/explain-error.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';

const MIB = 1024 ** 2;
const LEAST_FREE_MIB = 512;
/** Below this, saving can fail at any moment. */
const FULL_MIB = 16;
const MOST_LOG_MIB = 64;

/** The folder itself: its permissions, who uses it, how much space there is. Leaves nothing behind. */
export function* checkDataFolder(folder: string): Generator<Finding> {
  const stats = statSync(folder, { throwIfNoEntry: false });
  if (!stats?.isDirectory()) {
    yield problem(
      'data-folder',
      `There is no data folder ${folder}. Start the site once, or set the right one: BELFRY_DATA=…`,
    );
    return;
  }
  yield checkWritable(folder);
  yield checkPrivate('data-folder-private', folder, stats.mode);
  yield checkHolder(folder);
  yield checkRoom(folder);
  yield* checkLog(folder);
}

function checkHolder(folder: string): Finding {
  try {
    const holder = findFolderHolder(folder);
    if (!holder) return ok('data-folder-use', 'No site is using the data folder');
    return ok(
      'data-folder-use',
      `The data folder is in use by ${holder.what || 'another process'} (process ${holder.pid})`,
    );
  } catch (error) {
    return problem('data-folder-use', explainError(error));
  }
}

/** A backup needs the space of everything in it, and while it is made, the database a second time. */
function checkRoom(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder);
  const free = Math.floor((bavail * bsize) / MIB);
  const used = Math.ceil(sizeOf(folder) / MIB);
  const wanted = Math.max(LEAST_FREE_MIB, 2 * used);
  const what = `${free} MiB are free for the data folder, which uses ${used} MiB`;
  if (free < FULL_MIB)
    return problem(
      'disk-space',
      `The disk is full: ${free} MiB are free for the data folder ${folder}. Free some space (df -h)`,
    );
  if (free >= wanted) return ok('disk-space', what);
  return warning(
    'disk-space',
    `${what}. A backup needs ${2 * used} MiB and the site ${LEAST_FREE_MIB} MiB. Free some space before saving fails`,
  );
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size, 0);
}

/** It grows while a reader keeps the database open. */
function* checkLog(folder: string): Generator<Finding> {
  const stats = statSync(join(folder, 'belfry.db-wal'), { throwIfNoEntry: false });
  if (!stats) return;
  const size = Math.ceil(stats.size / MIB);
  yield size <= MOST_LOG_MIB
    ? ok('write-ahead-log', `The write-ahead log is ${size} MiB`)
    : warning(
        'write-ahead-log',
        `The write-ahead log has grown to ${size} MiB because a program keeps reading the database. Close the program that has belfry.db open, or restart the site`,
      );
}

function checkWritable(folder: string): Finding {
  const probe = join(folder, `.doctor-${randomBytes(8).toString('hex')}`);
  try {
    writeFileSync(probe, '', { flag: 'wx', mode: 0o600 });
    rmSync(probe);
    return ok('data-folder-writable', `The data folder ${folder} is writable`);
  } catch (error) {
    return problem('data-folder-writable', explainError(error));
  }
}

export function checkSecretFile(folder: string): Finding {
  const file = join(folder, 'secret');
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats)
    return warning(
      'secret',
      `There is no ${file}. The next start creates one, and everyone has to log in again`,
    );
  return checkPrivate('secret', file, stats.mode);
}

/** Windows has no such bits and reports everything as readable by all. */
function checkPrivate(id: 'data-folder-private' | 'secret', path: string, mode: number): Finding {
  const remedy = id === 'secret' ? 'chmod 600' : 'chmod 700';
  return process.platform === 'win32' || (mode & 0o077) === 0
    ? ok(id, `Only its owner can read ${path}`)
    : problem(id, `Others on this machine can read ${path}. Run: ${remedy} ${path}`);
}
