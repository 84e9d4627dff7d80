import { mkdir, rm } from 'node:fs/promises';
import { resolveLinks } from '#app/items/text/resolve-links.server.ts';
import type { OnDayProgress } from '#app/people/request/services.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { type DatabaseLocation, openDatabase } from '#app/platform/open-database.server.ts';
import { nameWorkFolder, removeLeftovers } from '#app/platform/storage/work-folder.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { makeDay } from './make-day.server.ts';

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
