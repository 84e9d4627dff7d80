import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { until } from '../tests/until.ts';
import type { Fault } from './fault.ts';
import { runTrial, untilWritten } from './trial.ts';

const MIB = 1024 ** 2;
/** How large the log should stay (F6). */
const MOST_MIB = 64;

/** Another process reads the database for a long time, which prevents checkpoints. */
export const oldReader: Fault = {
  id: 'F6',
  name: 'a reader that does not end',
  needs: [],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, watch, recoveriesMs, notes, complain }) => {
      const run = await subject.start();
      const log = join(subject.dataFolder, 'belfry.db-wal');
      const sizeOfLog = () => statSync(log).size / MIB;
      watch.start();
      history.start({ pauseMs: 1 });
      await wait(500);
      const reader = new DatabaseSync(join(subject.dataFolder, 'belfry.db'), { readOnly: true });
      reader.exec('begin; select count(*) from article');
      const seconds = lean ? 5 : 90;
      for (let second = 1; second <= seconds; second++) {
        await wait(1000);
        if (second % 10 === 0) say(`${second} of ${seconds} s: a log of ${Math.round(sizeOfLog())} MiB`);
      }
      const most = sizeOfLog();
      // Another program's reading can't be ended: the operator must be notified.
      if (most > MOST_MIB + 8 && !/"level":40.*(log of changes|write-ahead log|-wal)/.test(subject.output))
        complain(`the log of changes has ${Math.round(most)} MiB, and nobody is told`);
      reader.close();
      recoveriesMs.push(await untilWritten(history));
      const isCut = () => sizeOfLog() <= MOST_MIB;
      await until('the log is cut', isCut, 30_000).catch(() =>
        complain(
          `the log of changes still has ${Math.round(sizeOfLog())} MiB half a minute after the reader`,
        ),
      );
      notes.push(
        `the log of changes grew to ${Math.round(most)} MiB in ${seconds} s${most > MOST_MIB ? ` (goal: ${MOST_MIB} MiB, missed: the site cannot end another program's reading, and reports it)` : ''} and had ${Math.round(sizeOfLog())} MiB soon after`,
      );
      const injected = `another process holds a snapshot for ${seconds} s under as many writes as there can be`;
      return { run, injected, times: 1, recoveryLimitMs: 5000 };
    }),
};
