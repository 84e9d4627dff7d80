import { expect, test } from 'vitest';
import { openLeases } from '#app/platform/database/lease.server.ts';
import { withSqlite } from '../../tests/each-database.ts';
import { manualStopwatch } from '../../tests/manual-stopwatch.ts';
import { startTasks, type WatchedTask } from './schedule.server.ts';

type Bell = { ring: () => void; rung: Promise<void> };

function bell(): Bell {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { ring: resolve, rung: promise };
}

test('A watched job runs when there is something to do, and checks again after two seconds', async () => {
  await withSqlite(async ({ database: { write } }) => {
    const stopwatch = manualStopwatch();
    let [asked, worked, due] = [0, 0, false];
    const job: WatchedTask = {
      name: 'job',
      hasWork: async () => {
        asked++;
        return due;
      },
      work: async () => {
        worked++;
      },
    };
    const leases = openLeases(write, stopwatch);
    const schedule = startTasks({ timed: [], watched: [job], leases, report: () => undefined, stopwatch });
    await stopwatch.pass(1999);
    expect([asked, worked]).toEqual([1, 0]);
    due = true;
    await stopwatch.pass(1);
    expect([asked, worked]).toEqual([2, 1]);
    await schedule.stop();
  });
});

test('A nudge runs the job without waiting for the next check', async () => {
  await withSqlite(async ({ database: { write } }) => {
    const stopwatch = manualStopwatch();
    const done = bell();
    let due = false;
    const job = { name: 'job', hasWork: async () => due, work: async () => done.ring() };
    const leases = openLeases(write, stopwatch);
    const schedule = startTasks({ timed: [], watched: [job], leases, report: () => undefined, stopwatch });
    await stopwatch.pass(0);
    due = true;
    schedule.nudge('job');
    await stopwatch.pass(150);
    await done.rung;
    await schedule.stop();
  });
});

test("Stopping waits for a job's current step, and starts no other", async () => {
  await withSqlite(async ({ database: { write } }) => {
    const stopwatch = manualStopwatch();
    const [begun, finish] = [bell(), bell()];
    let steps = 0;
    const work = async (signal: AbortSignal) => {
      for (; !signal.aborted; steps++) {
        begun.ring();
        await finish.rung;
      }
    };
    const leases = openLeases(write, stopwatch);
    const watched = [{ name: 'job', hasWork: async () => true, work }];
    const schedule = startTasks({ timed: [], watched, leases, report: () => undefined, stopwatch });
    await begun.rung;
    let stopped = false;
    const stopping = schedule.stop().then(() => {
      stopped = true;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect([steps, stopped]).toEqual([0, false]);
    finish.ring();
    await stopping;
    expect(steps).toBe(1);
    expect(await write.selectFrom('job_lease').select('holder').execute()).toEqual([{ holder: null }]);
  });
});

test('A failing job is logged once, and retried', async () => {
  await withSqlite(async ({ database: { write } }) => {
    const stopwatch = manualStopwatch();
    const failures: string[] = [];
    let works = false;
    const work = async () => {
      if (!works) throw new Error('no luck');
    };
    const leases = openLeases(write, stopwatch);
    const watched = [{ name: 'job', hasWork: async () => true, work }];
    const report = (name: string, error: unknown) => failures.push(`${name}: ${(error as Error).message}`);
    const schedule = startTasks({ timed: [], watched, leases, report, stopwatch });
    for (let turn = 0; turn < 3; turn++) await stopwatch.pass(2000);
    expect(failures).toEqual(['job: no luck']);
    works = true;
    await stopwatch.pass(2000);
    works = false;
    await stopwatch.pass(2000);
    expect(failures).toEqual(['job: no luck', 'job: no luck']);
    await schedule.stop();
  });
});

test('A scheduled job runs at its time in one process, or in every process if it is declared so', async () => {
  await withSqlite(async ({ database: { write } }) => {
    const stopwatch = manualStopwatch();
    const [alone, everywhere] = [bell(), bell()];
    const timed = [
      { name: 'alone', when: '* * * * * *', work: async () => alone.ring() },
      { name: 'everywhere', when: '* * * * * *', everywhere: true, work: async () => everywhere.ring() },
    ];
    const leases = openLeases(write, stopwatch);
    const schedule = startTasks({ timed, watched: [], leases, report: () => undefined, stopwatch });
    await Promise.all([alone.rung, everywhere.rung]);
    await schedule.stop();
    expect(await write.selectFrom('job_lease').select('job').execute()).toEqual([{ job: 'alone' }]);
  });
});
