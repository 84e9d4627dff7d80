/** `belfry upgrade` run again after it was killed when its version was already the one that starts. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Installation, openInstallation, type Running } from '../../tests/installed-release.ts';
import { createPostgresDatabase } from '../../tests/postgres-database.ts';
import { generateKey, SECOND_MIGRATION, writeArchive } from '../../tests/release-archive.ts';
import { isDeep } from '../../tests/rounds.ts';
import { until } from '../../tests/until.ts';
import { writeOnce } from '../../tests/write-load.ts';

const key = generateKey();
const killer = fileURLToPath(new URL('../../tests/kill-upgrade.mjs', import.meta.url));
const archives = mkdtempSync(join(tmpdir(), 'belfry-archives-'));
const migration = 'create table "of_a_test" ("name" text not null primary key)';
const AT_LISTEN = "(await import('node:net')).Server.prototype.listen = () => process.exit(3)";
const postgres = inject('postgresUrl');

/** Each start of a site takes seconds. `upgrade.test.ts` repeats an upgrade in each run, to a version that starts. */
const runs = isDeep(import.meta.url);
let good: string;
let broken: string;
let late: string;

beforeAll(async () => {
  if (!runs) return;
  const release = { key, migration };
  good = await writeArchive(archives, { ...release, version: '1.1.0' });
  broken = await writeArchive(archives, { ...release, version: '1.2.0', onStart: 'process.exit(3)' });
  late = await writeArchive(archives, { ...release, version: '1.3.0', onStart: AT_LISTEN });
});

afterAll(() => rmSync(archives, { recursive: true }));

/** As systemd does: whatever ends is started again. */
function keepStarted(host: Installation): AsyncDisposable & { stop: () => Promise<void> } {
  let isOver = false;
  let site: Running;
  const restarting = (async () => {
    while (!isOver) {
      site = host.beside(['start'], { INVOCATION_ID: 'of-a-test' });
      await site.ended;
    }
  })();
  const stop = async () => {
    if (!isOver) process.kill(site.pid, 'SIGTERM');
    isOver = true;
    await restarting;
  };
  return { stop, [Symbol.asyncDispose]: stop };
}

const untilServed = (host: Installation) => until('the site', async () => (await host.readiness()) === 200);

async function upgradeAndKill(host: Installation, archive: string, step: string): Promise<void> {
  const environment = { NODE_OPTIONS: `--import ${killer}`, KILL_AT: step };
  const killed = await host.belfry(['upgrade', archive, '--yes'], environment);
  expect([step, killed.code]).toEqual([step, null]);
  expect([step, host.current()]).not.toEqual([step, '1.0.0']);
}

async function isMigrated(host: Installation): Promise<boolean> {
  return host.inDatabase(async ({ write }) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(write);
    return rows.some(({ name }) => name === SECOND_MIGRATION);
  });
}

function listLeft(host: Installation): string[] {
  const names = [...readdirSync(host.dataFolder), ...readdirSync(join(host.folder, 'versions'))];
  return names.filter((name) => /^\.(upgrad|unpack|work)/.test(name));
}

/** To a version that crashes when it starts. */
async function expectWayBack(host: Installation, step: string): Promise<void> {
  await using site = keepStarted(host);
  await untilServed(host);
  expect((await writeOnce({ ...host, id: 'before' })).status).toBeLessThan(202);
  await upgradeAndKill(host, broken, step);
  const { code, said } = await host.belfry(['upgrade', broken, '--yes', '--wait', '2']);
  expect([step, code, said]).toEqual([
    step,
    1,
    expect.stringMatching(/\nThe site is running Belfry 1\.0\.0 again, with its data as before\.\n$/),
  ]);
  expect([step, await host.readiness(), host.current(), host.versions()]).toEqual([
    step,
    200,
    '1.0.0',
    ['1.0.0'],
  ]);
  expect([step, await isMigrated(host), listLeft(host)]).toEqual([step, false, []]);
  // The token works, so this is not a restored backup.
  expect(await writeOnce({ ...host, id: 'before' })).toMatchObject({ status: 200 });
  await site.stop();
}

test.runIf(runs)(
  'F23 repeated after a kill behind the switch, an upgrade to a version that does not start goes back, with the data as before',
  async () => {
    await using host = await openInstallation({ version: '1.0.0', key });
    for (const step of [
      'the site is asked to stop',
      'the old database has a second name',
      'the new database has the name',
      'the site can start',
    ])
      await expectWayBack(host, step);
  },
);

test.runIf(runs && postgres)('F23 so does one on PostgreSQL', async () => {
  const { url, drop } = await createPostgresDatabase(postgres as string);
  {
    await using host = await openInstallation({ version: '1.0.0', key }, url);
    for (const step of ['the copy is upgraded', 'the site can start']) await expectWayBack(host, step);
  }
  await drop();
});

test.runIf(runs)('F23 what was saved with the new version after a kill is not taken back', async () => {
  await using host = await openInstallation({ version: '1.0.0', key });
  {
    await using site = keepStarted(host);
    await untilServed(host);
    await upgradeAndKill(host, good, 'the site can start');
    await untilServed(host);
    expect(await writeOnce({ ...host, id: 'after' })).toMatchObject({ status: 201 });
    await site.stop();
  }
  expect(await host.belfry(['upgrade', good, '--yes', '--wait', '2'])).toEqual({
    code: 0,
    said: 'Belfry 1.1.0 is already installed.\n',
  });
  expect(listLeft(host)).toEqual([]);
  await using _site = keepStarted(host);
  await untilServed(host);
  expect(await writeOnce({ ...host, id: 'after' })).toMatchObject({ status: 200 });
});

test.runIf(runs)('F23 without a running site before, nothing is waited for after a kill', async () => {
  await using host = await openInstallation({ version: '1.0.0', key });
  await upgradeAndKill(host, good, 'the site can start');
  expect(await host.belfry(['upgrade', good, '--yes'])).toEqual({
    code: 0,
    said: 'Belfry 1.1.0 is already installed.\n',
  });
  expect([await isMigrated(host), listLeft(host)]).toEqual([true, []]);
});

test.runIf(runs).each(['the old database has a second name', 'the new database has the name'])(
  'F23 killed before %s, an upgrade to a version that crashes after it has upgraded the database leads to the rollback',
  async (step) => {
    await using host = await openInstallation({ version: '1.0.0', key });
    await using site = keepStarted(host);
    await untilServed(host);
    expect(await writeOnce({ ...host, id: 'before' })).toMatchObject({ status: 201 });
    await upgradeAndKill(host, late, step);
    await until('the migration', () => isMigrated(host));
    for (const _again of [1, 2]) {
      const { code, said } = await host.belfry(['upgrade', late, '--yes', '--wait', '2']);
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(
          /has upgraded the database, so only a backup leads back to Belfry 1\.0\.0\. To go back: \S+ rollback\n$/,
        ),
      ]);
      expect(host.current()).toBe('1.3.0');
    }
    const back = await host.belfry(['rollback', '--yes']);
    expect([back.code, back.said]).toEqual([
      0,
      expect.stringMatching(/is installed\. Start the site|running Belfry 1\.0\.0/),
    ]);
    await untilServed(host);
    expect([host.current(), await isMigrated(host), listLeft(host)]).toEqual(['1.0.0', false, []]);
    const found = await host.inDatabase(({ read }) =>
      read.selectFrom('news_item').select('id').where('id', '=', 'before').execute(),
    );
    expect(found).toEqual([{ id: 'before' }]);
    await site.stop();
    expect(existsSync(join(host.dataFolder, 'belfry.db'))).toBe(true);
  },
);
