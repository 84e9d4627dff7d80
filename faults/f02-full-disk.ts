import { setTimeout as wait } from 'node:timers/promises';
import { openSmallDisk } from '../tests/small-disk.ts';
import type { Fault } from './fault.ts';
import { Subject } from './subject.ts';
import { expectUnready, isSilent, runTrial, untilWritten } from './trial.ts';

/** The disk is full; after a while there is space again. */
export const fullDisk: Fault = {
  id: 'F2',
  name: 'full disk',
  needs: ['linux', 'namespaces'],
  async run({ lean, say }) {
    const times = lean ? 1 : 5;
    const subject = await Subject.make();
    const disk = await openSmallDisk(subject.dataFolder, 48);
    subject.view = disk.view;
    return runTrial(
      lean,
      async (trial) => {
        const { history, watch, recoveriesMs, complain } = trial;
        const run = await subject.start({ wrap: disk.wrap });
        watch.start();
        history.start();
        for (let turn = 1; turn <= times; turn++) {
          await wait(500);
          disk.fill();
          await wait(1500);
          // Writes that fit into the database's existing space may still be saved.
          if (await isSilent(history, 1000)) await expectUnready(trial);
          disk.free();
          recoveriesMs.push(await untilWritten(history));
          say(
            `full and free ${turn} of ${times}: writes again after ${Math.round(recoveriesMs.at(-1) ?? 0)} ms`,
          );
        }
        if (history.fates.fail === 0) complain('nothing was refused on a full disk');
        return {
          run,
          injected: 'a disk filled to the last byte under writes, then room again',
          times,
          recoveryLimitMs: 5000,
        };
      },
      subject,
    ).finally(disk.close);
  },
};
