import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Fault } from './fault.ts';
import { runTrial, untilWritten } from './trial.ts';

const FILES = 128;

/** More connections than the process may have open files. */
export const tooManyFiles: Fault = {
  id: 'F22',
  name: 'no more open files',
  needs: ['linux', 'util-linux'],
  run: ({ lean, say }) =>
    runTrial(lean, async ({ subject, history, recoveriesMs, notes, complain }) => {
      const times = lean ? 1 : 3;
      const run = await subject.start({ wrap: ['prlimit', `--nofile=${FILES}`] });
      history.start({ lanes: 2 });
      for (let turn = 1; turn <= times; turn++) {
        await untilWritten(history);
        const crowd = Array.from({ length: 3 * FILES }, () => holdConnection(subject.port));
        await wait(3000);
        for (const socket of crowd) socket.destroy();
        recoveriesMs.push(await untilWritten(history));
        say(`crowd ${turn} of ${times}: writes after ${Math.round(recoveriesMs.at(-1) ?? 0)} ms`);
      }
      const lines = subject.output
        .split('\n')
        .filter((line) => line.includes('All connections are in use')).length;
      notes.push(`${lines} line of the log reports it`);
      if (lines !== 1) complain(`${lines} lines of the log report it, and not one`);
      const injected = `${3 * FILES} connections at once to a process that may open ${FILES} files`;
      return { run, injected, times, recoveryLimitMs: 30_000 };
    }),
};

function holdConnection(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => undefined);
  return socket;
}
