import { expect, onTestFinished, test, vi } from 'vitest';
import { runWatchedBackup } from '#app/background/backup-tasks.server.ts';
import { findLastRun } from '#app/moving/backup/backup-run-store.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { withSqlite } from '../tests/each-database.ts';
import { longTest } from '../tests/long-test.ts';
import { listChildren, listsProcesses } from '../tests/process-tree.ts';
import { until } from '../tests/until.ts';
import { runTool } from './run-tool.ts';

// Two processes, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

const never = new AbortController().signal;

test('The command-line tool runs in a separate process, and its error is reported', async () => {
  await runTool(['--help'], never);
  await expect(runTool(['nonsense'], never)).rejects.toThrow("There is no command 'nonsense'.");
});

longTest(
  'A backup is recorded when it begins, and as failed when its process is killed',
  (context) =>
    withSqlite(async ({ database, location }) => {
      context.skip(!listsProcesses);
      vi.stubEnv('BELFRY_DATA', 'dataFolder' in location ? location.dataFolder : '');
      onTestFinished(() => void vi.unstubAllEnvs());
      const before = new Set(listChildren(process.pid));
      const services = { ...database, now: Date.now, settings: {}, log: { error: () => undefined } };
      const request = { kind: 'scheduled' as const, args: ['backup', '--scheduled'], runTool };
      const done = runWatchedBackup(services as unknown as Services, request, never);
      await until(
        'the backup to begin',
        async () => (await findLastRun(database.read, ['scheduled'])) !== undefined,
      );
      const [tool] = listChildren(process.pid).filter((pid) => !before.has(pid));
      process.kill(tool ?? 0, 'SIGKILL');
      await done;
      const last = await findLastRun(database.read, ['scheduled']);
      expect([last?.file, last?.trouble]).toEqual([
        null,
        expect.stringContaining('ended before it finished'),
      ]);
    }),
  ['app/background', 'app/moving/backup'],
);
