import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { root } from './say.mjs';

const FORWARDED = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/**
 * Runs a program until it ends, in the checkout's folder unless `cwd` names another, and returns its exit code, and
 * with `quiet` its output. With `label` each line of output starts with it, so that several programs can run at once.
 * Signals that arrive meanwhile are forwarded. A program that is `tied` handles them itself, and sees a closed channel
 * when this process is gone; after any other, this process ends, because its work was interrupted.
 */
export function run(program, args, options = {}) {
  const { quiet = false, label = '', tied = false, shell = false, env = process.env, cwd = root } = options;
  const output = quiet || label ? 'pipe' : 'inherit';
  const stdio = [quiet ? 'ignore' : 'inherit', output, output, ...(tied ? ['ipc'] : [])];
  const child = spawn(program, args, { cwd, env, shell, stdio });
  const text = quiet ? collect(child) : () => '';
  if (label) printLabeled(child, label);
  const received = forwardSignals(child);
  return new Promise((resolve) => {
    child.once('error', (error) => resolve({ code: 127, output: `${text()}${error.message}` }));
    child.once('close', (code, signal) => resolve({ code: code ?? exitCodeOf(signal), output: text() }));
  }).then((result) => {
    const signal = received();
    if (signal && !tied) process.exit(exitCodeOf(signal));
    return result;
  });
}

function printLabeled(child, label) {
  for (const [stream, target] of [
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])
    createInterface({ input: stream }).on('line', (line) => target.write(line ? `${label}${line}\n` : '\n'));
}

function collect(child) {
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  }
  return () => text;
}

/** Returns a function that ends the forwarding and returns the signal, if there was one. */
function forwardSignals(child) {
  let received;
  const forward = (signal) => {
    received = signal;
    child.kill(signal);
  };
  for (const signal of FORWARDED) process.on(signal, forward);
  return () => {
    for (const signal of FORWARDED) process.off(signal, forward);
    return received;
  };
}

function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}
