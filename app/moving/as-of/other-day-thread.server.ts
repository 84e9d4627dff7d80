/** Runs in a thread of its own: copying a large town, and bringing it to another moment, is a minute of computing. */
import { parentPort, workerData } from 'node:worker_threads';
import { collections } from '#app/collections.server.ts';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import type { OnDayProgress } from '#app/people/request/services.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { copyTown } from './copy-town.server.ts';
import { bringToMoment } from './go-back.server.ts';
import type { DayTask } from './open-other-day.server.ts';

const { from, folder, siteUrl, now, moment } = workerData as DayTask;

/** Each message is a turn of the site's event loop. */
const MESSAGES_EVERY_MS = 200;
let lastAt = 0;
const onProgress: OnDayProgress = (progress) => {
  const at = performance.now();
  if (at - lastAt < MESSAGES_EVERY_MS) return;
  lastAt = at;
  parentPort?.postMessage(progress);
};

await copyTown(from, folder, onProgress);
const { read, write, close } = openDatabase({ dataFolder: folder });
const database = resolveLinks({ read, write }, siteUrl);
// Ends with the thread.
const { signal } = new AbortController();
try {
  const town = await findTown(database.read);
  await bringToMoment(database.write, { collections, town, siteUrl, now, moment, signal, onProgress });
} finally {
  await close();
}
