import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** A line of progress. On standard error, so that a command's own output stays clean. */
export function report(line) {
  process.stderr.write(`${line}\n`);
}

/** Ends the process with one line that says what to do. */
export function fail(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}
