/** Makes the copy of a town for another day in a thread, so that the site goes on meanwhile. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { DayProgress, OnDayProgress } from '#app/people/request/services.server.ts';
import type { DatabaseLocation } from '#app/platform/open-database.server.ts';
import { findThreadFile } from '#app/platform/threads/idle-thread.server.ts';
import { refuseWithoutSpace } from './copy-town.server.ts';

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
export async function makeDay(task: DayTask, signal: AbortSignal, onProgress?: OnDayProgress): Promise<void> {
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
