/** Copies of the town at other moments: made when one is requested, few at a time, and deleted soon after. */

import type { DayProgress, OnDayProgress, OtherDays } from '#app/people/request/services.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { OtherDay } from './open-other-day.server.ts';

/** At most this many copies are open; another one takes the place of the one that was used the longest ago. */
const MOST_OPEN = 2;
/** A copy, or why there is none, is deleted when nobody has looked at it for this long. */
const IDLE_MS = 15 * MINUTE_MS;
/** A day that waits for others is not prepared when nobody has looked at it for this long: its page refreshes itself. */
const FORGOTTEN_MS = MINUTE_MS;
/** A town of usual size is ready within this time, so no one sees how its copy is prepared. */
const SOON_MS = 1000;

type Kept = {
  day: Promise<OtherDay>;
  progress: DayProgress;
  /** Once it is there. */
  database?: Database;
  error?: Error;
  lookedAt: number;
  /** Not before it is there, or has failed. */
  timer?: NodeJS.Timeout;
};

type OpenOtherDays = OtherDays & { close: () => Promise<void> };

/** Nobody waits for the day any more. */
class Forgotten extends Error {}

type MakeDay = (
  moment: number,
  options: { signal: AbortSignal; onProgress: OnDayProgress },
) => Promise<OtherDay>;

/** `make` opens a copy. One is made at a time. `onFailure` receives why one could not be made. */
export function openOtherDays(
  make: MakeDay,
  {
    onFailure,
    soonMs = SOON_MS,
    now = Date.now,
  }: { onFailure: (error: Error) => void; soonMs?: number; now?: () => number },
): OpenOtherDays {
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

  async function makeRoom(): Promise<void> {
    const open = [...kept].filter(([, { database }]) => database).map(([moment]) => moment);
    for (const oldest of open.slice(0, Math.max(0, open.length - MOST_OPEN + 1))) await end(oldest);
  }

  function start(moment: number): Kept {
    const entry = { progress: { step: 'waiting', done: 0, total: 0 }, lookedAt: now() } as Kept;
    const onProgress: OnDayProgress = (progress) => {
      entry.progress = progress;
    };
    entry.day = making.then(async () => {
      if (now() - entry.lookedAt > FORGOTTEN_MS) throw new Forgotten('nobody waits for this day');
      await makeRoom();
      onProgress({ step: 'copying', done: 0, total: 0 });
      return make(moment, { signal: ending.signal, onProgress });
    });
    making = entry.day
      .then(
        ({ database }) => {
          entry.database = database;
        },
        (error: Error) => {
          entry.error = error;
          if (error instanceof Forgotten) kept.delete(moment);
          else if (!ending.signal.aborted) onFailure(error);
        },
      )
      .then(() => {
        if (entry.error instanceof Forgotten) return;
        entry.timer = setTimeout(() => end(moment), IDLE_MS);
        entry.timer.unref();
      });
    return entry;
  }

  /** The last used is the last in the map. */
  function use(moment: number, found: Kept): void {
    found.timer?.refresh();
    found.lookedAt = now();
    kept.delete(moment);
    kept.set(moment, found);
  }

  return {
    find(moment) {
      const found = kept.get(moment);
      if (!found) return undefined;
      use(moment, found);
      const { progress, database, error } = found;
      return { progress, ...(database && { database }), ...(error && { error }) };
    },
    async open(moment) {
      const found = kept.get(moment);
      if (found?.error) clearTimeout(found.timer);
      const entry = found && !found.error ? found : start(moment);
      use(moment, entry);
      return (await entry.day).database;
    },
    async openSoon(moment) {
      const { promise: soon, resolve } = Promise.withResolvers<undefined>();
      const timer = setTimeout(resolve, soonMs);
      return Promise.race([this.open(moment).catch(() => undefined), soon]).finally(() =>
        clearTimeout(timer),
      );
    },
    async close() {
      ending.abort();
      for (const moment of [...kept.keys()]) await end(moment);
    },
  };
}
