import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Not the town's zone, and the furthest ahead of all: whatever uses the server's clock instead of the town's shows.
process.env.TZ = 'Pacific/Kiritimati';

export default defineConfig({
  test: {
    include: ['**/*.test.{ts,tsx}'],
    exclude: ['node_modules/**', 'build/**', '.builds/**', '.cache/**'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/no-output.ts'],
    // Tests wait for processes and databases more than they compute: a core is not left to the runner alone.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // As in playwright.config.ts.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
