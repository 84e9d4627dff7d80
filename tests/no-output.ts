/** A test that prints fails, because nobody would read it. */
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const printed: string[] = [];

for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  console[method] = (...values: unknown[]) => {
    printed.push(`console.${method}: ${format(...values)}`);
  };
}
const noteWarning = (warning: Error) => printed.push(`${warning.name}: ${warning.message}`);
process.on('warning', noteWarning);

afterEach(refuseOutput);
afterAll(() => {
  process.off('warning', noteWarning);
  refuseOutput();
});

function refuseOutput(): void {
  const lines = printed.splice(0);
  if (lines.length > 0) throw new Error(`This test printed:\n${lines.join('\n')}`);
}
