import { once } from 'node:events';
import { mkdir, rm } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import type { DayProgress, OnDayProgress } from '#app/people/request/services.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import { nameWorkFolder, removeLeftovers } from '#app/platform/storage/work-folder.server.ts';
import { findThreadFile } from '#app/platform/threads/idle-thread.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { refuseWithoutSpace } from './copy-town.server.ts';

/** A town at another moment. `close` also deletes its copy. */
export type OtherDay = { moment: number; database: Database; close: () => Promise<void> };

type CopySource = { from: DatabaseLocation; dataFolder: string; siteUrl: string };

/** How long preparing a copy may take. A million items take minutes on a small machine. */
const MOST_MAKING_MS = 30 * MINUTE_MS;

type Opening = { moment: number; now: number; signal?: AbortSignal; onProgress?: OnDayProgress };

/** The town at `moment`, UTC epoch milliseconds. Throws AsOfError without space, and TimeoutError. */
export async function openOtherDay(
  { from, dataFolder, siteUrl }: CopySource,
  { moment, now, signal, onProgress }: Opening,
): Promise<OtherDay> {
  await removeLeftovers(dataFolder);
  const folder = nameWorkFolder(dataFolder);
  const limit = AbortSignal.any([AbortSignal.timeout(MOST_MAKING_MS), ...(signal ? [signal] : [])]);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let opened: Database | undefined;
  const close = async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeDay({ from, folder, siteUrl, now, moment }, limit, onProgress);
    opened = resolveLinks(openDatabase({ dataFolder: folder }), siteUrl);
    return { moment, database: opened, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Instants are UTC epoch milliseconds. */
export type DayTask = {
  from: DatabaseLocation;
  folder: string;
  siteUrl: string;
  now: number;
  moment: number;
};

const MOST_MEGABYTES = 256;

/**
 * Copies the town into `folder`, as it is at the moment. Throws AsOfError without enough space, and the signal's
 * reason when it fires.
 */
async function makeDay(task: DayTask, signal: AbortSignal, onProgress?: OnDayProgress): Promise<void> {
  await refuseWithoutSpace(task.from, task.folder);
  signal.throwIfAborted();
  const thread = new Worker(findThreadFile('other-day-thread', import.meta.url), {
    name: 'other-day',
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  });
  if (onProgress) thread.on('message', (progress: DayProgress) => onProgress(progress));
  const end = () => void thread.terminate();
  signal.addEventListener('abort', end, { once: true });
  try {
    await once(thread, 'exit');
  } finally {
    signal.removeEventListener('abort', end);
  }
  signal.throwIfAborted();
}
