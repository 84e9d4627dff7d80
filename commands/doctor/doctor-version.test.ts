import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import { checkRunningVersion, checkVersion } from './doctor-version.ts';

const release = {
  version: '1.0.0',
  platform: 'linux-x64',
  releasedAt: '2026-11-27T00:00:00.000Z',
  migrations: [],
};
const day = (text: string) => Date.parse(`${text}T12:00:00Z`);
const lock = new URL('../../app/platform/database/data-folder-lock.server.ts', import.meta.url).href;

test('doctor says which version is installed and how old it is, and warns after half a year', () => {
  expect(checkVersion(day('2026-12-09'), release)).toEqual({
    id: 'version',
    level: 'ok',
    what: 'Belfry 1.0.0 for linux-x64, released 12 days ago',
  });
  expect(checkVersion(day('2026-11-28'), release).what).toMatch(/released 1 day ago$/);
  // A clock that is wrong.
  expect(checkVersion(day('2020-01-01'), release).what).toMatch(/released 0 days ago$/);
  expect(checkVersion(day('2027-06-01'), release)).toMatchObject({
    level: 'warning',
    what: expect.stringMatching(/186 days ago\. If there is a newer version, install it: .*upgrade ARCHIVE$/),
  });
  expect(checkVersion(0)).toMatchObject({ level: 'ok', what: expect.stringMatching(/, in a checkout$/) });
});

test('doctor warns when the running site is of another version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-doctor-'));
  expect([...checkRunningVersion(folder, '9.9.9')]).toEqual([]);
  const script = `import(${JSON.stringify(lock)}).then(({ lockDataFolder, SITE_HOLDER }) => {
    lockDataFolder(${JSON.stringify(folder)}, SITE_HOLDER + 'http://localhost');
    console.log('held');
    setInterval(() => undefined, 1000);
  });`;
  const site = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(site.stdout, 'data');
  expect([...checkRunningVersion(folder)]).toEqual([]);
  expect([...checkRunningVersion(folder, '9.9.9')]).toEqual([
    {
      id: 'running-version',
      level: 'warning',
      what: expect.stringMatching(
        new RegExp(
          `running Belfry ${versionOfBelfry()}, and this is Belfry 9\\.9\\.9\\. .* process ${site.pid}`,
        ),
      ),
    },
  ]);
  site.kill('SIGKILL');
  await once(site, 'exit');
  rmSync(folder, { recursive: true });
});
