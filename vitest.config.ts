import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Not the town's zone, and the furthest ahead of all: whatever uses the server's clock instead of the town's shows.
process.env.TZ = 'Pacific/Kiritimati';
// Threads and commands run from TypeScript: without it, each would compile its files again, which takes longer than most
// tests.
process.env.NODE_COMPILE_CACHE = fileURLToPath(new URL('.cache/compiled', import.meta.url));

/**
 * Tests that start processes, kill them or fail their disks and databases: they wait more than they compute. Those of
 * password hashing and of encryption, at their real cost. And short files that take long: without this, they would come
 * last.
 */
const slow = [
  'app/{people/pages/login/hashing-limit,people/passwords/password-hash,moving/backup/encryption}.test.ts',
  '**/{move-town,restore-kill,restore-postgres,upgrade-town}.test.ts',
  '**/{clock-changes,flat-memory,killed-import,killed-senders,linear-time,picture-encoder}.test.ts',
  '**/{data-folder-lock,hostile-documents,killed-check,migrate-database,sqlite-faults}.test.ts',
  '{bench/bench,commands/on-host,commands/upgrade/{upgrade,upgrade-postgres,repeated-upgrade,checkout-to-release}}.test.ts',
  'server/**/{bad-disks,database-faults,development,killed-upload,mail,orderly-end,run-tool,site-checks}.test.ts',
  'server/**/{held-rows,postgres-faults,postgres-nodes,postgres-unavailable,unfinished-bodies}.test.ts',
  'tests/{behind-nginx,container,fault-proxy,faults,file-modes,log-canaries,scripts,start}.test.ts',
  'tests/{supply-chain,update-in-place,vote-race,workers}.test.ts',
];

/** Connections keep a limited number of statements prepared: those of other files' tests would use it up. */
const isolated = ['app/platform/postgres/postgres-connection.test.ts'];

export default defineConfig({
  test: {
    exclude: ['**/node_modules/**', 'build/**', '.builds/**', '.cache/**', 'versions/**'],
    globalSetup: ['tests/global-setup.ts'],
    setupFiles: ['tests/no-output.ts', 'tests/shown-pages.ts'],
    // More than cores, because many tests wait for processes; with more of them, waits time out.
    maxWorkers: availableParallelism() + 2,
    // To load the site again for each file would take longer than its tests.
    isolate: false,
    // Tests leave much garbage: with more room for what is new, it is collected a quarter as often.
    execArgv: ['--max-semi-space-size=64'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'isolated', include: isolated, isolate: true } },
      // Begun first, as projects are in the order of their names: the longest of them take a minute.
      { extends: true, test: { name: 'processes', include: slow, testTimeout: 180_000 } },
      {
        extends: true,
        test: {
          name: 'rest',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...slow, ...isolated],
          setupFiles: ['tests/light-hashing.ts'],
        },
      },
    ],
  },
});
