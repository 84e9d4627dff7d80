import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { percentile } from './health-watch.ts';
import { isSilent, runTrial, untilWritten } from './trial.ts';

/** The operator's own tool holds the write lock for too long. */
export const secondWriter: Fault = {
  id: 'F7',
  name: 'another process writes',
  needs: [],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, watch, recoveriesMs, notes, complain }) => {
      const [times, heldMs] = lean ? [1, 7000] : [3, 12_000];
      const run = await subject.start();
      watch.start();
      history.start();
      for (let turn = 1; turn <= times; turn++) {
        await wait(500);
        const other = new DatabaseSync(join(subject.dataFolder, 'belfry.db'), { timeout: 10_000 });
        other.exec('begin immediate');
        const from = watch.readsMs.length;
        if (!(await isSilent(history, heldMs)))
          complain('writes are acknowledged while another holds the database');
        const reads = watch.readsMs.slice(from);
        other.exec('rollback');
        other.close();
        recoveriesMs.push(await untilWritten(history));
        const slowest = Math.round(percentile(reads, 100));
        notes.push(`while it was held ${reads.length} reads were answered, the slowest after ${slowest} ms`);
        if (reads.length < 5 || slowest > 2500)
          complain(
            `readers wait for the writer: ${reads.length} reads in ${heldMs / 1000} s, the slowest ${slowest} ms`,
          );
        say(`held ${turn} of ${times}: writes after ${Math.round(recoveriesMs.at(-1) ?? 0)} ms`);
      }
      const injected = `BEGIN IMMEDIATE by another process, held for ${heldMs / 1000} s`;
      return { run, injected, times, recoveryLimitMs: 6000 };
    }),
};
