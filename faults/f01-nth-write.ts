import type { Fault } from './fault.ts';
import { runTrial, type Trial } from './trial.ts';

const WRITES = 6;

/** Killed at the first write to the disk, the second, and so on, until the scenario completes. */
export const killAtNthWrite: Fault = {
  id: 'F1c',
  name: 'death at the n-th write to the disk',
  needs: ['linux', 'strace'],
  run: ({ lean, say }) =>
    runTrial(lean, async (trial) => {
      let deaths = 0;
      for (const call of ['pwrite64', 'fsync']) {
        for (let n = 1; n < 500; n += lean ? 7 : 1) {
          if (!(await dieAt(trial, call, n))) break;
          deaths++;
          say(`${call} ${n}: died, and started again`);
        }
      }
      const run = await trial.subject.start();
      const which = lean ? 'every seventh' : 'each';
      const injected = `SIGKILL at ${which} pwrite64, then fsync, of a start, some writes and an end`;
      return { run, injected, times: deaths };
    }),
};

/** Whether it was killed: false when the whole scenario passed before its n-th call. */
async function dieAt({ subject, history, recoveriesMs }: Trial, call: string, n: number): Promise<boolean> {
  const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${n}`];
  const run = await subject.start({
    wrap: ['strace', '-f', '-qq', '-o', '/dev/null', ...inject],
    unready: true,
  });
  while (!run.hasEnded() && !(await subject.isReady().catch(() => false)));
  for (let turn = 0; turn < WRITES && !run.hasEnded(); turn++) await history.writeOnce();
  const isAlive = !run.hasEnded();
  await (isAlive ? subject.stopWrapped(run) : run.ended);
  if (isAlive && (await run.ended) === 0) return false;
  const again = await subject.start();
  recoveriesMs.push(again.readyMs);
  await subject.stop(again);
  return true;
}
