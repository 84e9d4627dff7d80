import { expect, test, vi } from 'vitest';
import { runTool } from './run-tool.ts';

// Two processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const never = new AbortController().signal;

test('The command-line tool runs in a separate process, and its error is reported', async () => {
  await runTool(['--help'], never);
  await expect(runTool(['nonsense'], never)).rejects.toThrow("There is no command 'nonsense'.");
});
