/** A copy of the town in a SQLite file of its own, to be brought to another moment. */
import { once } from 'node:events';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { copyDatabaseFile } from '#app/backup/snapshot.server.ts';
import { readDatabaseSize } from '#app/database/database-size.server.ts';
import { type DatabaseLocation, openDatabase } from '#app/open-database.server.ts';
import { findThreadFile } from '#app/threads/thread-file.server.ts';

/** The day can't be shown. The message says why and what to do. */
export class AnotherDayError extends Error {
  override name = 'AnotherDayError';
}

/** A larger database takes too long and too much of the disk. */
const MOST_BYTES = 8 * 1024 ** 3;
/** What stays free for the site itself, besides the copy and its changes. */
const LEAST_FREE_BYTES = 512 * 1024 ** 2;

/**
 * Copies the whole town into `folder`, as of one moment. The site can keep running. Throws AnotherDayError without
 * enough space, and the signal's reason when it fires.
 */
export async function copyTown(from: DatabaseLocation, folder: string, signal: AbortSignal): Promise<void> {
  await refuseWithoutSpace(from, folder);
  const file = join(folder, 'belfry.db');
  if ('url' in from) await copyRows({ from, folder, file }, signal);
  else await copyDatabaseFile(join(from.dataFolder, 'belfry.db'), file);
  signal.throwIfAborted();
}

async function refuseWithoutSpace(from: DatabaseLocation, folder: string): Promise<void> {
  const bytes = await sizeOf(from);
  const { bavail, bsize } = await statfs(folder);
  if (bytes > MOST_BYTES)
    throw new AnotherDayError('The database is larger than 8 GB, so no copy is made of it.');
  if (bavail * bsize < 2 * bytes + LEAST_FREE_BYTES)
    throw new AnotherDayError(
      'There is not enough space on the disk for a copy of the town. Free some, and try again.',
    );
}

async function sizeOf(from: DatabaseLocation): Promise<number> {
  if (!('url' in from)) return (await stat(join(from.dataFolder, 'belfry.db'))).size;
  const { read, close } = openDatabase(from);
  try {
    return await readDatabaseSize(read);
  } finally {
    await close();
  }
}

/** What the thread copies: the rows of a database into a new file. */
export type RowsTask = { from: DatabaseLocation; folder: string; file: string };

const MOST_MEGABYTES = 256;

async function copyRows(task: RowsTask, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(findThreadFile('copy-rows-thread', import.meta.url), {
    name: 'copy-rows',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(thread, 'exit');
  } finally {
    signal.removeEventListener('abort', end);
  }
}
