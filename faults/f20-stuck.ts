import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { until } from '../tests/until.ts';
import type { Fault } from './fault.ts';
import { runScript } from './inspector.ts';
import type { Run } from './subject.ts';
import { runTrial, type Trial } from './trial.ts';
import { pickWorker, untilBothListen } from './two-workers.ts';

/** Each worker has the next port, and opens it on request. */
function environment(): Record<string, string> {
  const port = 20_000 + Math.floor(Math.random() * 10_000);
  return { BELFRY_WORKERS: '2', NODE_OPTIONS: `--inspect-port=127.0.0.1:${port}` };
}

/** A worker is in an endless loop or stopped: it is killed, and the other serves meanwhile. */
export const stuckWorker: Fault = {
  id: 'F20',
  name: 'a worker is stuck, or throws an uncaught exception',
  needs: ['linux'],
  run: ({ lean, say }) =>
    runTrial(lean, async (trial) => {
      const { subject, history, recoveriesMs, complain } = trial;
      const ways = lean ? [fail, loop] : [loop, stand, fail, loop, stand, fail];
      const run = await subject.start({ environment: environment() });
      history.start();
      for (const [index, way] of ways.entries()) {
        // More than five within a minute would end the site, as intended.
        if (index === 4) await wait(MINUTE_MS);
        recoveriesMs.push(await harmOne(trial, run, way));
        say(
          `${way.name} ${index + 1} of ${ways.length}: replaced after ${Math.round(recoveriesMs.at(-1) ?? 0)} ms`,
        );
      }
      if (!subject.output.includes('is stuck and was killed')) complain('the log tells of no stuck worker');
      if (!/"reference":"[0-9a-f]{10}".*uncaught exception/.test(subject.output))
        complain('the log tells of no failure with its reference');
      const injected = 'an endless loop, SIGSTOP, and an exception in a timer, in one worker of two';
      return { run, injected, times: ways.length, recoveryLimitMs: 20_000 };
    }),
};

async function harmOne({ subject, complain }: Trial, run: Run, way: typeof loop): Promise<number> {
  const victim = await pickWorker(subject, run);
  await way(victim, () => subject.output);
  // The killed worker's requests are lost; repeated requests go to the other.
  const isAnswered = () =>
    subject.ask({ path: '/healthz', limitMs: 1000 }).then(
      ({ status }) => status === 200,
      () => false,
    );
  await until('/healthz', isAnswered, 4500).catch(() =>
    complain('nobody answers while one of two workers is stuck'),
  );
  return untilBothListen(subject, run, victim);
}

function loop(pid: number, output: () => string): Promise<void> {
  return runScript(pid, output, 'setTimeout(() => { for (;;); })');
}

async function stand(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
}

function fail(pid: number, output: () => string): Promise<void> {
  return runScript(pid, output, "setTimeout(() => { throw new Error('uncaught exception it') })");
}
