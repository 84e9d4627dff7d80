/** The command-line tool as a process: arguments in, an exit code out. Started by scripts/belfry.mjs. */

import { runBelfry } from './run-belfry.ts';
import { openTerminal } from './terminal.ts';

// Before anything is written: files of this process are readable by its owner only.
process.umask(0o077);

const interruption = new AbortController();
let interrupted = false;

function interrupt(): void {
  if (interrupted) return;
  interrupted = true;
  interruption.abort();
}

// Output that nobody reads any longer, as after `| head`, ends the command like Ctrl-C.
process.stdout.on('error', interrupt);
process.on('SIGINT', interrupt);
process.on('SIGTERM', interrupt);

const code = await runBelfry(process.argv.slice(2), {
  environment: process.env,
  terminal: openTerminal(process.stdout, process.stderr, process.stdin),
  signal: interruption.signal,
  now: Date.now(),
});
process.exitCode = code;
