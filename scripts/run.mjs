import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { root } from './say.mjs';

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a program in the checkout's folder until it ends and answers its exit code, and with `quiet` what it printed.
 * Signals that arrive meanwhile are passed on to it. With `tied` it is told, by a closed channel, when this process is gone.
 */
export function run(program, args, { quiet = false, tied = false, shell = false, env = process.env } = {}) {
  const output = quiet ? 'pipe' : 'inherit';
  const stdio = [quiet ? 'ignore' : 'inherit', output, output, ...(tied ? ['ipc'] : [])];
  const child = spawn(program, args, { cwd: root, env, shell, stdio });
  let text = '';
  for (const stream of quiet ? [child.stdout, child.stderr] : []) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  }
  const stopForwarding = forwardSignals(child);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: `${text}${error.message}` }));
    child.once('close', (code, signal) =>
      resolve({ code: code ?? 128 + constants.signals[signal], output: text }),
    );
  }).finally(stopForwarding);
}

function forwardSignals(child) {
  const forward = (signal) => child.kill(signal);
  for (const signal of FORWARDED) process.on(signal, forward);
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward);
  };
}
