import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import type { Run, Subject } from './subject.ts';
import { runTrial } from './trial.ts';
import { pickWorker, untilBothListen } from './two-workers.ts';

/** F1: the first response after a restart, and the replacement of a worker. */
const RESTART_MS = 2000;
const REPLACEMENT_MS = 1000;

/** The only process of a site is killed at some moment during writes. */
export const killSite: Fault = {
  id: 'F1',
  name: 'kill -9 of the server',
  needs: [],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, recoveriesMs }) => {
      const times = lean ? 2 : 200;
      let run = await subject.start();
      history.start();
      for (let turn = 1; turn <= times; turn++) {
        await wait(Math.random() * 250);
        run.kill('SIGKILL');
        await run.ended;
        run = await subject.start();
        recoveriesMs.push(run.readyMs);
        say(`kill ${turn} of ${times}: ready after ${Math.round(run.readyMs)} ms`);
      }
      const injected = 'SIGKILL at random moments under writes';
      return { run, injected, times, recoveryLimitMs: RESTART_MS };
    }),
};

/** One of two workers is killed: the other keeps serving, and a new one replaces it. */
export const killWorker: Fault = {
  id: 'F1b',
  name: 'kill -9 of one worker of two',
  needs: ['linux'],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, recoveriesMs }) => {
      // More within a minute would end the site, as intended.
      const [rounds, kills] = lean ? [1, 3] : [40, 5];
      const environment = { BELFRY_WORKERS: '2' };
      let run = await subject.start({ environment });
      history.start();
      for (let round = 1; round <= rounds; round++) {
        for (let turn = 1; turn <= kills; turn++) {
          await wait(Math.random() * 250);
          recoveriesMs.push(await killOneWorker(subject, run));
          say(`round ${round} of ${rounds}, kill ${turn}: ${Math.round(recoveriesMs.at(-1) ?? 0)} ms`);
        }
        if (round === rounds) break;
        run.kill('SIGKILL');
        await run.ended;
        run = await subject.start({ environment });
      }
      const injected = 'SIGKILL of a worker under writes, and now and then of the process that watches them';
      return { run, injected, times: rounds * kills, recoveryLimitMs: REPLACEMENT_MS };
    }),
};

/** Returns after how long another one had replaced it and was listening. */
async function killOneWorker(subject: Subject, run: Run): Promise<number> {
  const victim = await pickWorker(subject, run);
  process.kill(victim, 'SIGKILL');
  return untilBothListen(subject, run, victim);
}
