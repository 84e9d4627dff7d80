import { expect } from 'vitest';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { manualStopwatch } from '../../../tests/manual-stopwatch.ts';
import { openLeases } from './lease.server.ts';

const never = new AbortController().signal;

eachDatabase('Of many processes that want to run a job at once, one does', async ({ database }) => {
  const stopwatch = manualStopwatch();
  let [working, most, did] = [0, 0, 0];
  const contenders = Array.from({ length: 6 }, () =>
    openLeases(database.write, stopwatch).hold('job', never, async () => {
      most = Math.max(most, ++working);
      did++;
      await new Promise((resolve) => setImmediate(resolve));
      working--;
    }),
  );
  const held = await Promise.all(contenders);
  expect(held.filter(Boolean)).toHaveLength(did);
  expect([most, did >= 1]).toEqual([1, true]);
});

eachDatabase(
  "A finished job's lease is free at once, and jobs do not wait for each other",
  async ({ database }) => {
    const [one, other] = [openLeases(database.write), openLeases(database.write)];
    await one.hold('first', never, async () => {
      expect(await other.hold('first', never, async () => undefined)).toBe(false);
      expect(await other.hold('second', never, async () => undefined)).toBe(true);
    });
    expect(await other.hold('first', never, async () => undefined)).toBe(true);
  },
);

eachDatabase("A crashed process's lease expires after 15 seconds, by our own clock", async (t) => {
  const stopwatch = manualStopwatch();
  const crashed = openDatabase(t.location);
  const held = Promise.withResolvers<void>();
  const dying = openLeases(crashed.write, stopwatch).hold('job', never, () => {
    held.resolve();
    return new Promise(() => undefined);
  });
  dying.catch(() => undefined);
  await held.promise;
  await crashed.close();

  const leases = openLeases(t.database.write, manualStopwatch(stopwatch));
  const attempt = () => leases.hold('job', never, async () => undefined);
  expect(await attempt()).toBe(false);
  stopwatch.set(14_999);
  expect(await attempt()).toBe(false);
  stopwatch.set(15_000);
  expect(await attempt()).toBe(true);
});

eachDatabase('A running holder keeps its lease as long as it works', async ({ database }) => {
  const stopwatch = manualStopwatch();
  const watcher = openLeases(database.write, stopwatch);
  await openLeases(database.write, stopwatch).hold('job', never, async (signal) => {
    for (let turn = 0; turn < 10; turn++) {
      expect(await watcher.hold('job', never, async () => undefined)).toBe(false);
      await stopwatch.pass(5000);
    }
    expect(signal.aborted).toBe(false);
  });
});

eachDatabase('A holder that loses its lease, or cannot reach the database, is stopped', async (t) => {
  const stopwatch = manualStopwatch();
  await openLeases(t.database.write, stopwatch).hold('job', never, async (signal) => {
    await t.database.write.updateTable('job_lease').set({ holder: 'somebody else' }).execute();
    await stopwatch.pass(5000);
    expect(signal.aborted).toBe(true);
  });
  const broken = openDatabase(t.location);
  await openLeases(broken.write, stopwatch).hold('other', never, async (signal) => {
    await broken.close();
    await stopwatch.pass(5000);
    expect(signal.aborted).toBe(false);
    await stopwatch.pass(5000);
    expect(signal.aborted).toBe(true);
  });
});
