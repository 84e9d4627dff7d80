import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkDatabase } from './check-invariants.ts';
import type { Fault } from './fault.ts';
import { runTrial, type Trial } from './trial.ts';

/** The start that migrates the database is interrupted at any point; and an old version meets a newer database. */
export const cutUpgrade: Fault = {
  id: 'F23',
  name: 'interrupted upgrade, and downgrade',
  needs: ['linux', 'strace'],
  run: ({ lean, say }) =>
    runTrial(lean, async (trial) => {
      const { subject } = trial;
      let deaths = 0;
      for (let n = 1; n < 2000; n += lean ? 60 : 5) {
        if (!(await cutAt(trial, n))) break;
        deaths++;
        say(`migrations cut at write ${n}: the next start went on`);
      }
      await expectRefusal(trial);
      const run = await subject.start();
      const which = lean ? 'sixtieth' : 'fifth';
      const injected = `SIGKILL at every ${which} pwrite64 of the first start; a database of a newer version`;
      return { run, injected, times: deaths, recoveryLimitMs: 30_000 };
    }),
};

/** False when the start was complete before its n-th write. */
async function cutAt({ subject, recoveriesMs, complain }: Trial, n: number): Promise<boolean> {
  const site = subject.on(mkdtempSync(join(tmpdir(), 'belfry-upgrade-')));
  try {
    const inject = ['-e', 'trace=pwrite64', '-e', `inject=pwrite64:signal=KILL:when=${n}`];
    const run = await site.start({
      wrap: ['strace', '-f', '-qq', '-o', '/dev/null', ...inject],
      environment: { BELFRY_DEMO: '1' },
      unready: true,
    });
    while (!run.hasEnded() && !(await site.isReady().catch(() => false)));
    if (!run.hasEnded()) {
      await site.stopWrapped(run);
      return false;
    }
    const again = await site.start({ environment: { BELFRY_DEMO: '1' } });
    recoveriesMs.push(again.readyMs);
    const { body } = await site.ask({ path: '/api/v1/articles' });
    if (!body.includes('"items":[{')) complain(`write ${n}: the sample town is not made up for`);
    await site.stop(again);
    for (const problem of checkDatabase(join(site.dataFolder, 'belfry.db')))
      complain(`write ${n}: ${problem}`);
    return true;
  } finally {
    await site.remove();
  }
}

async function expectRefusal({ subject, complain }: Trial): Promise<void> {
  const ledger = new DatabaseSync(join(subject.dataFolder, 'belfry.db'));
  ledger.exec("insert into kysely_migration values ('9999-later', '2030')");
  const run = await subject.start({ unready: true });
  if ((await run.ended) !== 1) complain('a database of a newer version is not refused');
  if (!/^The database was written by a newer version/m.test(subject.output)) complain('no line says why');
  ledger.exec("delete from kysely_migration where name = '9999-later'");
  ledger.close();
}
