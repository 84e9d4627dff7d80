/** `npm run bench` as a process, started by scripts/bench.mjs. */
import { stopChildren } from './children.ts';
import { runBench } from './run-bench.ts';

let interrupted = false;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    interrupted = true;
    await stopChildren();
    process.exit(130);
  });
}

try {
  await runBench(process.argv.slice(2), {
    environment: process.env,
    print: (text) => void process.stdout.write(`${text}\n`),
    // Errors after it was stopped are not reported.
    say: (line) => void (interrupted || process.stderr.write(`${line}\n`)),
  });
  process.exitCode = 0;
} catch (error) {
  await stopChildren();
  if (!interrupted) console.error(error instanceof Error ? error.message : error);
  process.exitCode = interrupted ? 130 : 1;
}
