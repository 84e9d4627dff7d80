import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { injectInto } from './inject.ts';
import { expectUnready, isSilent, runTrial, untilWritten } from './trial.ts';

/** As when the kernel makes a faulty disk read-only while the site has its files open. */
export const readOnlyDisk: Fault = {
  id: 'F3',
  name: 'disk becomes read-only',
  needs: ['linux', 'strace'],
  run: ({ lean, say }) =>
    runTrial(lean, async (trial) => {
      const { subject, history, watch, recoveriesMs, complain } = trial;
      const times = lean ? 1 : 5;
      const run = await subject.start();
      watch.start();
      history.start();
      for (let turn = 1; turn <= times; turn++) {
        await wait(500);
        const injection = await injectInto(run.pid, 'pwrite64,ftruncate,unlink', 'error=EROFS');
        await wait(500);
        if (!(await isSilent(history, 1000))) complain('writes are acknowledged on a read-only disk');
        await expectUnready(trial);
        await injection.end();
        recoveriesMs.push(await untilWritten(history));
        say(
          `read-only and back ${turn} of ${times}: writes after ${Math.round(recoveriesMs.at(-1) ?? 0)} ms`,
        );
      }
      return { run, injected: 'EROFS for every write, and back', times, recoveryLimitMs: 5000 };
    }),
};
