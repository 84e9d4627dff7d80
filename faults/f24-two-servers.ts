import type { Fault } from './fault.ts';
import { runTrial } from './trial.ts';

const LINE =
  /^The data folder \S+ is in use by the site \S+ \(process \d+\)\. Stop it first, or choose another folder: BELFRY_DATA=…$/m;

/** Two servers get the same folder: the second does not start, and the first is not harmed. */
export const twoServers: Fault = {
  id: 'F24',
  name: 'two servers on one data folder',
  needs: [],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, watch, recoveriesMs, complain }) => {
      const times = lean ? 1 : 10;
      let run = await subject.start();
      watch.start();
      history.start();
      for (let turn = 1; turn <= times; turn++) {
        const workers = { BELFRY_WORKERS: String((turn % 2) + 1), PORT: '0' };
        const second = await subject.start({ environment: workers, unready: true });
        const code = await second.ended;
        if (code !== 1) complain(`the second server ended with ${code}`);
        say(`second start ${turn} of ${times}: refused`);
      }
      if (!LINE.test(subject.output)) complain('no line says who has the folder');
      watch.mustLive = false;
      run.kill('SIGKILL');
      await run.ended;
      run = await subject.start();
      recoveriesMs.push(run.readyMs);
      watch.mustLive = true;
      const injected = 'a second start on a folder in use; then kill -9 of the first, and a start';
      return { run, injected, times, recoveryLimitMs: 30_000 };
    }),
};
