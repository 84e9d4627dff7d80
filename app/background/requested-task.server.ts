import type { WatchedTask } from './schedule.server.ts';

/** Where the administrator's request for a job is kept. Times are UTC epoch milliseconds. */
export type Request = {
  /** When the job was last requested; undefined where it has run since. */
  find: () => Promise<number | undefined>;
  /** The job has run for the request of this time; a later one remains. */
  settle: (at: number) => Promise<void>;
};

/** A job that runs once for what was requested before it started, whether or not it fails. */
export function requestedTask(
  name: string,
  { find, settle }: Request,
  run: (signal: AbortSignal) => Promise<void>,
): WatchedTask {
  return {
    name,
    hasWork: async () => (await find()) !== undefined,
    async work(signal) {
      const at = await find();
      if (at === undefined) return;
      await run(signal).finally(() => (signal.aborted ? undefined : settle(at)));
    },
  };
}
