import type { Stopwatch } from '#app/platform/database/lease.server.ts';

export type ManualStopwatch = Stopwatch & {
  /** Shows this many milliseconds from now on, and wakes nobody. */
  set: (elapsed: number) => void;
  /** Advances the time and wakes the waiting code; resolves when that has finished, as far as can be detected. */
  pass: (ms: number) => Promise<void>;
};

type Sleeper = { until: number; wake: () => void };

/** A stopwatch that only the test moves. With `other` it shows the time of that one. */
export function manualStopwatch(other?: ManualStopwatch): ManualStopwatch {
  let shown = 0;
  const sleepers = new Set<Sleeper>();
  const elapsed = () => other?.elapsed() ?? shown;
  return {
    elapsed,
    set: (ms) => {
      shown = ms;
    },
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { until: elapsed() + ms, wake: resolve };
        const stop = () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        };
        if (signal.aborted) return stop();
        sleepers.add(sleeper);
        signal.addEventListener('abort', stop, { once: true });
      }),
    async pass(ms) {
      // The code to be woken may be about to wait.
      await settled(() => sleepers.size > 0);
      shown += ms;
      for (const sleeper of [...sleepers].filter(({ until }) => until <= shown)) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
      await settled(() => sleepers.size > 0);
    },
  };
}

/** Lets running queries finish, until `done` or for at most a second. */
async function settled(done: () => boolean): Promise<void> {
  const start = performance.now();
  do await new Promise((resolve) => setImmediate(resolve));
  while (!done() && performance.now() - start < 1000);
}
