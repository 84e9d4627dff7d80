/** The operator's tool as a process: what was typed in, an exit code out. Scripts/belfry.mjs starts it. */

import { runBelfry } from './run-belfry.ts';
import { openTerminal } from './terminal.ts';

// Before anything is written: what this process makes is its owner's alone.
process.umask(0o077);

const interruption = new AbortController();
let interrupted = false;

function interrupt(): void {
  if (interrupted) return;
  interrupted = true;
  interruption.abort();
}

process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

const code = await runBelfry(process.argv.slice(2), {
  environment: process.env,
  terminal: openTerminal(process.stdout, process.stderr, process.stdin),
  signal: interruption.signal,
  now: Date.now(),
});
process.exitCode = code;
