import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { injectInto } from './inject.ts';
import { runTrial, untilWritten } from './trial.ts';

/** The disk fails to store data: a write that was not stored must not be acknowledged. */
export const brokenDisk: Fault = {
  id: 'F4',
  name: 'fsync and reads fail',
  needs: ['linux', 'strace'],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, recoveriesMs }) => {
      const calls = ['fsync,fdatasync', 'pwrite64', ...(lean ? [] : ['pread64'])];
      const times = lean ? 1 : 5;
      let run = await subject.start();
      history.start();
      for (let turn = 1; turn <= times; turn++) {
        for (const call of calls) {
          const injection = await injectInto(run.pid, call, 'error=EIO');
          await wait(700);
          await injection.end();
          // A process that lost its disk may end; its supervisor restarts it.
          if (run.hasEnded()) run = await subject.start();
          recoveriesMs.push(await untilWritten(history));
          say(`${call} ${turn} of ${times}: writes after ${Math.round(recoveriesMs.at(-1) ?? 0)} ms`);
        }
      }
      const injected = `EIO for every ${calls.join(', then ')}, and back`;
      return { run, injected, times: times * calls.length, recoveryLimitMs: 30_000 };
    }),
};
