/** A test that prints fails, because nobody would read it, unless only chosen tests run. */
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const printed: string[] = [];

const mayPrint = process.env.TESTS_MAY_PRINT === '1';

for (const method of ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const) {
  if (mayPrint) break;
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
