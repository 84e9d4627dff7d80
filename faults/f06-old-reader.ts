import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { runTrial, untilWritten } from './trial.ts';

const MOST_MIB = 64;

/** Somebody else looks at the database for long, and keeps what was written meanwhile out of its main file. */
export const oldReader: Fault = {
  id: 'F6',
  name: 'a reader that does not end',
  needs: [],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, watch, recoveriesMs, notes, complain }) => {
      const run = await subject.start();
      watch.start();
      history.start({ pauseMs: 1 });
      await wait(500);
      const reader = new DatabaseSync(join(subject.dataFolder, 'belfry.db'), { readOnly: true });
      reader.exec('begin; select count(*) from article');
      let most = 0;
      const seconds = lean ? 5 : 120;
      for (let second = 1; second <= seconds; second++) {
        await wait(1000);
        most = Math.max(most, statSync(join(subject.dataFolder, 'belfry.db-wal')).size / 1024 ** 2);
        if (second % 10 === 0)
          say(`${second} of ${seconds} s: ${Math.round(most)} MiB not yet in the main file`);
      }
      reader.close();
      recoveriesMs.push(await untilWritten(history));
      notes.push(`the write-ahead log grew to ${Math.round(most)} MiB in ${seconds} s`);
      if (most > MOST_MIB)
        complain(`the write-ahead log grew to ${Math.round(most)} MiB, not ${MOST_MIB} at most`);
      const injected = `another process holds a snapshot for ${seconds} s under writes`;
      return { run, injected, times: 1, recoveryLimitMs: 5000 };
    }),
};
