/** `npm run faults` as a process, started by scripts/faults.mjs. */
import { runFaults } from './run-faults.ts';

try {
  const isHeld = await runFaults(process.argv.slice(2), {
    print: (text) => void process.stdout.write(`${text}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
  });
  process.exit(isHeld ? 0 : 1);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
