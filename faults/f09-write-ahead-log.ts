import { copyFileSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkDatabase } from './check-invariants.ts';
import type { Fault } from './fault.ts';
import { runTrial, type Trial } from './trial.ts';

/** The files next to the database after a crash are truncated, missing, or another town's. */
export const tornLog: Fault = {
  id: 'F9',
  name: 'write-ahead log torn, lost or foreign',
  needs: [],
  run: ({ lean, say }) =>
    runTrial(lean, async (trial) => {
      const { subject, recoveriesMs } = trial;
      const harms = lean
        ? [truncateTo(0.5), putForeignLog]
        : [...[0, 0.2, 0.5, 0.8, 0.99].map(truncateTo), removeLog, putForeignLog];
      for (const [index, harm] of harms.entries()) {
        await crashWithLog(trial);
        harm(subject.dataFolder);
        const again = await subject.start();
        recoveriesMs.push(again.readyMs);
        await subject.stop(again);
        const found = checkDatabase(join(subject.dataFolder, 'belfry.db'));
        if (found.length > 0) trial.complain(found.join('; '));
        say(`harm ${index + 1} of ${harms.length}: ready after ${Math.round(again.readyMs)} ms`);
      }
      const run = await subject.start();
      const injected =
        'after kill -9 the -wal file cut off at several places, removed, or replaced by another one';
      return { run, injected, times: harms.length, recoveryLimitMs: 30_000 };
    }),
};

/** Leaves a log with writes that are nowhere else. Whatever is done to it, only these may be lost. */
async function crashWithLog({ subject }: Trial): Promise<void> {
  const run = await subject.start();
  for (let turn = 0; turn < 10; turn++)
    await subject.call('PUT', `polls/lost-${turn}`, {
      title: 'May be lost',
      description: 'x',
      options: ['Yes', 'No'],
    });
  run.kill('SIGKILL');
  await run.ended;
}

function logOf(folder: string): string {
  return join(folder, 'belfry.db-wal');
}

function truncateTo(part: number): (folder: string) => void {
  return (folder) => {
    const log = logOf(folder);
    if (existsSync(log)) truncateSync(log, Math.floor(statSync(log).size * part));
  };
}

function removeLog(folder: string): void {
  rmSync(logOf(folder), { force: true });
}

/** As when a database is restored without the files next to it. */
function putForeignLog(folder: string): void {
  const file = join(folder, 'foreign.db');
  const other = new DatabaseSync(file);
  other.exec(
    'pragma page_size = 8192; pragma journal_mode = wal; create table t (x); insert into t values (1)',
  );
  copyFileSync(`${file}-wal`, logOf(folder));
  other.close();
  rmSync(file);
}
