import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { percentile } from './health-watch.ts';
import { injectInto } from './inject.ts';
import { runTrial, untilWritten } from './trial.ts';

/** Each fsync takes 200 ms: writers wait, readers do not. */
export const slowDisk: Fault = {
  id: 'F5',
  name: 'slow disk',
  needs: ['linux', 'strace'],
  run: ({ lean }) =>
    runTrial(lean, async ({ subject, history, watch, recoveriesMs, notes, complain }) => {
      const run = await subject.start();
      watch.start();
      history.start();
      await wait(2000);
      // With strace's slowdown in both cases, so that only the disk differs.
      const plain = await injectInto(run.pid, 'fsync,fdatasync', 'delay_enter=0');
      const base = await readsWithin(watch.readsMs, lean ? 2000 : 5000);
      await plain.end();
      const injection = await injectInto(run.pid, 'fsync,fdatasync', 'delay_enter=200000');
      const slow = await readsWithin(watch.readsMs, lean ? 4000 : 15_000);
      await injection.end();
      recoveriesMs.push(await untilWritten(history));
      const [before, during] = [percentile(base, 90), percentile(slow, 90)].map(Math.round) as [
        number,
        number,
      ];
      notes.push(
        `of 10 reads 9 took less than ${before} ms before and ${during} ms while each fsync took 200 ms`,
      );
      if (during > Math.max(2 * before, 100))
        complain(`readers wait for the disk: ${during} ms, ${before} ms before`);
      return { run, injected: '200 ms more for each fsync, under writes', times: 1, recoveryLimitMs: 5000 };
    }),
};

async function readsWithin(readsMs: number[], ms: number): Promise<number[]> {
  const from = readsMs.length;
  await wait(ms);
  return readsMs.slice(from);
}
