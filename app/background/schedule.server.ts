import { Cron } from 'croner';
import { LEASE_MS, type Leases, realStopwatch, type Stopwatch } from '#app/platform/database/lease.server.ts';

type Work = {
  /** Its name in the log, and in the database's row about its holder. */
  name: string;
  /** Ends soon after the signal fires: with the current step. */
  work: (signal: AbortSignal) => Promise<void>;
};

/**
 * Runs on a schedule. `when` is a cron pattern in UTC. `everywhere`: runs in each process, on that process's own state.
 */
export type TimedTask = Work & { when: string; everywhere?: boolean };

/** Runs whenever there is something to do, which is checked every two seconds and soon after a nudge. */
export type WatchedTask = Work & { hasWork: () => Promise<boolean> };

export type Schedule = {
  /** There is, or soon will be, something to do for the watched job of this name. */
  nudge: (name: string) => void;
  /** Lets every job finish its current step; resolves when all have, within ten seconds at most. */
  stop: () => Promise<void>;
};

export type ScheduleOptions = {
  timed: TimedTask[];
  watched: WatchedTask[];
  leases: Leases;
  /** A job failed for the first time since it worked; it is retried at its next time. */
  report: (name: string, error: unknown) => void;
  stopwatch?: Stopwatch;
};

const ASK_MS = 2000;
// A nudge comes from within a transaction, which needs a moment to commit.
const NUDGE_MS = 150;
const STOP_MS = 8000;

/** Starts the jobs of this process. Of all processes on one database, one runs each job at a time. */
export function startTasks({
  timed,
  watched,
  leases,
  report,
  stopwatch = realStopwatch,
}: ScheduleOptions): Schedule {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  const failing = new Set<string>();
  const track = (job: Work, work: Promise<unknown>) => {
    const settled = work
      .then(
        () => void failing.delete(job.name),
        (error: unknown) => {
          // A database that is unavailable for an hour is one log line, not two thousand.
          if (!failing.has(job.name)) report(job.name, error);
          failing.add(job.name);
        },
      )
      .finally(() => running.delete(settled));
    running.add(settled);
    return settled;
  };
  const context: Context = { leases, stopwatch, stop: stopping.signal, track };
  const crons = timed.map((job) => startTimed(context, job));
  const bells = new Map(watched.map((job) => [job.name, startWatching(context, job)]));
  return {
    nudge: (name) => bells.get(name)?.(),
    async stop() {
      stopping.abort();
      for (const cron of crons) cron.stop();
      await Promise.race([Promise.all(running), stopwatch.wait(STOP_MS, new AbortController().signal)]);
    },
  };
}

type Context = {
  leases: Leases;
  stopwatch: Stopwatch;
  stop: AbortSignal;
  track: (job: Work, work: Promise<unknown>) => Promise<void>;
};

function startTimed({ leases, stopwatch, stop, track }: Context, job: TimedTask): Cron {
  const once = async () => {
    if (job.everywhere) return job.work(stop);
    if (await leases.hold(job.name, stop, job.work)) return;
    // Another process is running it, or crashed in it: the next check shows which.
    await stopwatch.wait(LEASE_MS, stop).catch(() => undefined);
    if (!stop.aborted) await leases.hold(job.name, stop, job.work);
  };
  return new Cron(job.when, { timezone: 'UTC', protect: true, unref: true }, () => track(job, once()));
}

/** Returns a function that triggers the next check. */
function startWatching({ leases, stopwatch, stop, track }: Context, job: WatchedTask): () => void {
  let wake = new AbortController();
  const rest = async () => {
    await stopwatch.wait(ASK_MS, AbortSignal.any([stop, wake.signal])).catch(() => undefined);
    if (!wake.signal.aborted) return;
    wake = new AbortController();
    await stopwatch.wait(NUDGE_MS, stop).catch(() => undefined);
  };
  const watch = async () => {
    while (!stop.aborted) {
      await track(job, workIfNeeded(leases, stop, job));
      await rest();
    }
  };
  void track(job, watch());
  return () => wake.abort();
}

async function workIfNeeded(leases: Leases, stop: AbortSignal, { name, hasWork, work }: WatchedTask) {
  if (await hasWork()) await leases.hold(name, stop, work);
}

/** Runs a command of the command-line tool in a separate process, until the signal fires. Rejects when it fails. */
export type RunTool = (args: string[], signal: AbortSignal) => Promise<void>;

/** Where the administrator's request for a job is kept. Times are UTC epoch milliseconds. */
type Request = {
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
