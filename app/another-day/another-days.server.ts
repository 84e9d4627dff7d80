/** Copies of the town at other moments: made when one is requested, few at a time, and deleted soon after. */
import { mkdir, rm } from 'node:fs/promises';
import { resolveLinks } from '#app/content/resolve-links.server.ts';
import type { Database } from '#app/database/handles.ts';
import { type DatabaseLocation, openDatabase } from '#app/open-database.server.ts';
import { nameWorkFolder, removeLeftovers } from '#app/storage/work-folder.server.ts';
import { makeDay } from './make-day.server.ts';

/** A town at another moment. `close` also deletes its copy. */
export type OtherDay = { moment: number; database: Database; close: () => Promise<void> };

export type CopySource = { from: DatabaseLocation; dataFolder: string; siteUrl: string };

/** How long a copy may take to be made. */
const MOST_MAKING_MS = 120_000;

/** The town at `moment`, UTC epoch milliseconds. Throws AnotherDayError without space, and TimeoutError. */
export async function openOtherDay(
  { from, dataFolder, siteUrl }: CopySource,
  { moment, now, signal }: { moment: number; now: number; signal?: AbortSignal },
): Promise<OtherDay> {
  await removeLeftovers(dataFolder);
  const folder = nameWorkFolder(dataFolder);
  const limit = AbortSignal.any([AbortSignal.timeout(MOST_MAKING_MS), ...(signal ? [signal] : [])]);
  await mkdir(folder, { mode: 0o700 });
  let opened: Database | undefined;
  const close = async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await makeDay({ from, folder, siteUrl, now, moment }, limit);
    opened = resolveLinks(openDatabase({ dataFolder: folder }), siteUrl);
    return { moment, database: opened, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** At most this many copies are open; another one takes the place of the one that was used the longest ago. */
const MOST_OPEN = 2;
/** A copy is deleted when nobody has looked at it for this long. */
const IDLE_MS = 15 * 60_000;

export type OtherDays = {
  /** The town's database at the moment: of the copy that is open, or a new one. One is made at a time. */
  open: (moment: number) => Promise<Database>;
  close: () => Promise<void>;
};

type Kept = { day: Promise<OtherDay>; timer: NodeJS.Timeout };

/** `make` opens a copy. */
export function openOtherDays(make: (moment: number, signal: AbortSignal) => Promise<OtherDay>): OtherDays {
  const kept = new Map<number, Kept>();
  const ending = new AbortController();
  let making: Promise<unknown> = Promise.resolve();

  async function end(moment: number): Promise<void> {
    const found = kept.get(moment);
    if (!found) return;
    kept.delete(moment);
    clearTimeout(found.timer);
    await found.day.then((day) => day.close()).catch(() => undefined);
  }

  function start(moment: number): Kept {
    const day = making.then(async () => {
      for (const oldest of [...kept.keys()].slice(0, Math.max(0, kept.size - MOST_OPEN))) await end(oldest);
      return make(moment, ending.signal);
    });
    making = day.catch(() => kept.delete(moment));
    const timer = setTimeout(() => end(moment), IDLE_MS);
    timer.unref();
    return { day, timer };
  }

  return {
    open(moment) {
      const found = kept.get(moment) ?? start(moment);
      found.timer.refresh();
      // The last used is the last in the map.
      kept.delete(moment);
      kept.set(moment, found);
      return found.day.then(({ database }) => database);
    },
    async close() {
      ending.abort();
      for (const moment of [...kept.keys()]) await end(moment);
    },
  };
}
