import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { WriteDb } from './handles.ts';

/** A holder without a sign of life for this long is gone. */
export const LEASE_MS = 15_000;
const RENEW_MS = 5000;

/** Durations, by a clock that no one can set; tests bring their own. */
export type Stopwatch = {
  /** Milliseconds since some fixed moment. */
  elapsed: () => number;
  /** Rejects when `signal` fires. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

export const realStopwatch: Stopwatch = {
  elapsed: () => performance.now(),
  wait: (ms, signal) => wait(ms, undefined, { signal, ref: false }),
};

/** Lets exactly one of all processes and nodes on this database run a job at a time. */
export type Leases = {
  /**
   * Runs the job unless another process does, and returns whether it did. The signal of `work` fires on `stop`, or when
   * the lease is lost. Rejects with what `work` throws, or when the database fails before it.
   */
  hold: (job: string, stop: AbortSignal, work: (signal: AbortSignal) => Promise<void>) => Promise<boolean>;
};

/**
 * One row per job names its holder, and its beat increases while that one lives. No clocks are compared: a holder is
 * gone when its beat has not changed for 15 seconds of the watcher's own stopwatch, so clocks that jump or differ do no
 * harm.
 */
export function openLeases(db: WriteDb, stopwatch: Stopwatch = realStopwatch): Leases {
  const self = randomUUID();
  const seen = new Map<string, Seen>();
  return {
    async hold(job, stop, work) {
      const lease = await takeLease(db, { job, self, seen, stopwatch });
      if (!lease) return false;
      const lost = new AbortController();
      const done = new AbortController();
      const renewing = renew({ db, job, self, stopwatch, lost, done: done.signal });
      try {
        await work(AbortSignal.any([stop, lost.signal]));
      } finally {
        done.abort();
        await renewing;
        await releaseLease(db, job, self);
      }
      return true;
    },
  };
}

/** The last beat of another holder, and when this process first saw it. */
type Seen = { beat: number; since: number };

type Taking = { job: string; self: string; seen: Map<string, Seen>; stopwatch: Stopwatch };

async function takeLease(db: WriteDb, { job, self, seen, stopwatch }: Taking): Promise<boolean> {
  const row = await findLease(db, job);
  if (row.holder !== null && !isGone(row.beat, job, seen, stopwatch)) return false;
  const { numUpdatedRows } = await db
    .updateTable('job_lease')
    .set({ holder: self, beat: row.beat + 1 })
    .where('job', '=', job)
    .where('beat', '=', row.beat)
    .executeTakeFirstOrThrow();
  seen.delete(job);
  return numUpdatedRows === 1n;
}

async function findLease(db: WriteDb, job: string): Promise<{ holder: string | null; beat: number }> {
  const find = () =>
    db.selectFrom('job_lease').select(['holder', 'beat']).where('job', '=', job).executeTakeFirst();
  const row = await find();
  if (row) return row;
  await db
    .insertInto('job_lease')
    .values({ job, holder: null, beat: 0 })
    .onConflict((conflict) => conflict.column('job').doNothing())
    .execute();
  return (await find()) ?? { holder: null, beat: 0 };
}

function isGone(beat: number, job: string, seen: Map<string, Seen>, { elapsed }: Stopwatch): boolean {
  const before = seen.get(job);
  if (before?.beat === beat) return elapsed() - before.since >= LEASE_MS;
  seen.set(job, { beat, since: elapsed() });
  return false;
}

type Renewal = {
  db: WriteDb;
  job: string;
  self: string;
  stopwatch: Stopwatch;
  lost: AbortController;
  done: AbortSignal;
};

/** Beats until `done`. A holder that can't beat stops before others can take over. */
async function renew({ db, job, self, stopwatch, lost, done }: Renewal): Promise<void> {
  let renewedAt = stopwatch.elapsed();
  while (!done.aborted && !lost.signal.aborted) {
    await stopwatch.wait(RENEW_MS, done).catch(() => undefined);
    if (done.aborted) return;
    const asked = stopwatch.elapsed();
    const isRenewed = await beat(db, job, self).catch(() => undefined);
    if (isRenewed) renewedAt = asked;
    if (isRenewed === false || stopwatch.elapsed() - renewedAt >= LEASE_MS - RENEW_MS) lost.abort();
  }
}

async function beat(db: WriteDb, job: string, self: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job_lease')
    .set((eb) => ({ beat: eb('beat', '+', 1) }))
    .where('job', '=', job)
    .where('holder', '=', self)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** A database that does not respond does no harm: others take over when the beat stops. */
async function releaseLease(db: WriteDb, job: string, self: string): Promise<void> {
  await db
    .updateTable('job_lease')
    .set((eb) => ({ holder: null, beat: eb('beat', '+', 1) }))
    .where('job', '=', job)
    .where('holder', '=', self)
    .execute()
    .catch(() => undefined);
}
