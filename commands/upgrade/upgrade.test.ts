/** Upgrades of an unpacked release by its own command, with real processes. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lockDataFolder } from '#app/platform/database/data-folder-lock.server.ts';
import { type Installation, openInstallation } from '../../tests/installed-release.ts';
import { names as steps } from '../../tests/kill-upgrade.mjs';
import { longTest } from '../../tests/long-test.ts';
import { generateKey, SECOND_MIGRATION, signSums, writeArchive } from '../../tests/release-archive.ts';
import { someOf } from '../../tests/rounds.ts';
import { until } from '../../tests/until.ts';
import { isAcknowledged, listContradictions, startWriting, writeOnce } from '../../tests/write-load.ts';
import { writePublicKey } from './minisign.ts';
import { refuseUnsuitable } from './unpack-archive.ts';
import { verifyArchive } from './verify-archive.ts';

const key = generateKey();
const MIGRATION = 'alter table "news_item" add column "ofATest" text';
const archives = mkdtempSync(join(tmpdir(), 'belfry-archives-'));
let host: Installation;
let newer: string;

beforeAll(async () => {
  host = await openInstallation({ version: '1.0.0', key });
  newer = await writeArchive(archives, { version: '1.1.0', key, migration: MIGRATION });
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  rmSync(archives, { recursive: true });
});

async function listMigrations(): Promise<string[]> {
  return host.inDatabase(async ({ write }) => {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      write,
    );
    return rows.map(({ name }) => name);
  });
}

/** What the activity log has about versions. */
async function listChanges(): Promise<string[]> {
  return host.inDatabase(async ({ read }) => {
    const entries = await read
      .selectFrom('audit_entry')
      .select(['action', 'subject'])
      .where('actor', '=', 'operator')
      .where('action', 'in', ['belfry-upgraded', 'belfry-rolled-back'])
      .orderBy('at')
      .execute();
    return entries.map(({ action, subject }) => `${action} ${subject}`);
  });
}

/** A folder with an archive and what must be next to it, for changing. */
function copyArchive(from: string): { folder: string; file: string } {
  const folder = mkdtempSync(join(archives, 'changed-'));
  for (const name of [basename(from), 'SHA256SUMS', 'SHA256SUMS.minisig'])
    copyFileSync(join(archives, name), join(folder, name));
  return { folder, file: join(folder, basename(from)) };
}

/** The last four tests begin with what the one before left: they run together, or none of them. */
const COVERED = ['app/moving/backup', 'scripts', 'server/workers'];

test('an archive that is damaged, foreign, unsigned or for another machine is refused with one line', async () => {
  const damaged = copyArchive(newer);
  writeFileSync(damaged.file, 'x', { flag: 'r+' });
  const truncated = copyArchive(newer);
  truncateSync(truncated.file, 1_000_000);
  const unlisted = copyArchive(newer);
  writeFileSync(join(unlisted.folder, 'other.tar.xz'), 'something else');
  const unsigned = copyArchive(newer);
  rmSync(join(unsigned.folder, 'SHA256SUMS.minisig'));
  const foreign = copyArchive(newer);
  signSums(foreign.folder, generateKey());
  const named = copyArchive(newer);
  writeFileSync(join(named.folder, 'backup.tar.xz'), 'something else');
  signSums(named.folder, key);
  const keys = [writePublicKey(key)];
  const refused: [file: string, line: RegExp][] = [
    [join(archives, 'missing.tar.xz'), /^There is no file \S+missing.tar.xz\.$/],
    [damaged.file, /is damaged or incomplete: .*Nothing was changed\.$/],
    [truncated.file, /is damaged or incomplete: .*Nothing was changed\.$/],
    [join(unlisted.folder, 'other.tar.xz'), /is not in the file SHA256SUMS next to it/],
    [join(named.folder, 'backup.tar.xz'), /is not the archive of a release/],
    [unsigned.file, /^There is no SHA256SUMS.minisig next to/],
    [foreign.file, /^The signature in SHA256SUMS.minisig is not one of SHA256SUMS by the key [0-9A-F]{16}\./],
  ];
  for (const [file, line] of refused)
    await expect(verifyArchive(file, { keys, mayBeUnsigned: true })).rejects.toThrow(line);
  const without = verifyArchive(unsigned.file, { keys: [], mayBeUnsigned: false });
  await expect(without).rejects.toThrow(/has no key to check the signature with\. Give .* --key FILE/);
  expect(await verifyArchive(unsigned.file, { keys: [], mayBeUnsigned: true })).toMatchObject({
    version: '1.1.0',
  });
  const verified = await verifyArchive(newer, { keys, mayBeUnsigned: false });
  expect(() => refuseUnsuitable({ ...verified, platform: 'linux-riscv64' })).toThrow(
    /^This archive is for linux-riscv64, and this machine is /,
  );
  expect(() => refuseUnsuitable(verified, 100_000_000)).toThrow(/needs 200 MB of memory .* 100 MB are free/);
});

test('an older archive and one that cannot be unpacked change nothing', async () => {
  const { folder } = copyArchive(newer);
  const platform = `${process.platform}-${process.arch}`;
  const [older, none] = ['0.9.0', '1.2.0'].map((version) =>
    join(folder, `belfry-${version}-${platform}.tar.xz`),
  );
  for (const file of [older, none]) writeFileSync(file ?? '', `no archive, but named ${file}`);
  signSums(folder, key);
  for (const [file, line] of [
    [older, /^Belfry 0\.9\.0 is older than the installed 1\.0\.0\. To go back .*Nothing was changed\.\n$/],
    [none, /The archive could not be unpacked: .*Nothing was changed\.\n$/],
  ] as const) {
    const { code, said } = await host.belfry(['upgrade', file ?? '', '--yes']);
    expect([file, code, said]).toEqual([file, 1, expect.stringMatching(line)]);
  }
  expect((await host.belfry(['upgrade'])).code).toBe(2);
  expect((await host.belfry(['upgrade', newer])).said).toMatch(/Add --yes/);
  expect([host.current(), host.versions()]).toEqual(['1.0.0', ['1.0.0']]);
  expect(await listMigrations()).not.toContain(SECOND_MIGRATION);
});

test('of two upgrades at once, the second is refused, and so are data of a newer version', async () => {
  const lock = lockDataFolder(join(host.folder, 'versions'), 'an upgrade');
  const { code, said } = await host.belfry(['upgrade', newer, '--yes']);
  lock.release();
  expect([code, said]).toEqual([
    1,
    `Another upgrade or rollback is running (process ${process.pid}). Wait until it is done.\n`,
  ]);
  await host.inDatabase(({ write }) =>
    sql`insert into kysely_migration values ('0009-newer', '')`.execute(write),
  );
  const newerData = await host.belfry(['upgrade', newer, '--yes']);
  await host.inDatabase(({ write }) =>
    sql`delete from kysely_migration where name = '0009-newer'`.execute(write),
  );
  expect([newerData.code, newerData.said]).toEqual([
    1,
    expect.stringMatching(
      /The data folder is from a newer version than Belfry 1\.1\.0 \(it has 0009-newer\)\..*Nothing was changed\.\n$/,
    ),
  ]);
  expect([host.current(), host.versions()]).toEqual(['1.0.0', ['1.0.0']]);
});

longTest(
  'a new version that does not start gives way to the old one, with the data as before',
  async () => {
    await host.start();
    expect(await writeOnce({ ...host, id: 'before' })).toMatchObject({ status: 201 });
    const broken = await writeArchive(archives, {
      version: '1.0.1',
      key,
      migration: MIGRATION,
      onStart: 'process.exit(3)',
    });
    const { code, said } = await host.belfry(['upgrade', broken, '--yes', '--wait', '2']);
    expect([code, said]).toEqual([1, expect.stringMatching(/no site of Belfry 1\.0\.1 is running/)]);
    expect(said).toMatch(/\nThe site is running Belfry 1\.0\.0 again, with its data as before\.\n$/);
    expect(await host.readiness()).toBe(200);
    expect([host.current(), host.versions()]).toEqual(['1.0.0', ['1.0.0']]);
    expect(await listMigrations()).not.toContain(SECOND_MIGRATION);
    expect(await writeOnce({ ...host, id: 'before' })).toMatchObject({ status: 200 });
    expect(readdirSync(host.dataFolder).filter((name) => name.startsWith('.upgrad'))).toEqual([]);
  },
  COVERED,
);

/** A reader who loads the front page again and again. `longestGapMs` is the longest time without a page. */
function startReading() {
  const statuses: number[] = [];
  let [isOver, longestGapMs, lastAt] = [false, 0, performance.now()];
  const read = async () => {
    while (!isOver) {
      const status = await fetch(host.url).then(
        (response) => response.text().then(() => response.status),
        () => 0,
      );
      statuses.push(status);
      if (status === 200) {
        longestGapMs = Math.max(longestGapMs, performance.now() - lastAt);
        lastAt = performance.now();
      }
      await wait(50);
    }
  };
  const done = read();
  return {
    async stop() {
      isOver = true;
      await done;
      return { statuses, longestGapMs };
    },
  };
}

longTest(
  'an upgrade under load loses no acknowledged write, readers are served, and the site is restarted by its launcher',
  async () => {
    const page = await (await fetch(host.url)).text();
    const [asset = ''] = /\/assets\/[\w.-]+\.css/.exec(page) ?? [];
    const writing = startWriting({ ...host, everyMs: 100, atOnce: 2 });
    const reading = startReading();
    const { code, said } = await host.belfry(['upgrade', newer, '--yes']);
    const { statuses, longestGapMs } = await reading.stop();
    const { status } = await writing.resumed(performance.now());
    await writing.stop();
    expect([code, said]).toEqual([0, expect.stringMatching(/The site is running Belfry 1\.1\.0\.\n/)]);
    expect(said).toMatch(/Nothing could be saved for \d+\.\d seconds\./);
    expect(status).toBe(201);
    expect(writing.attempts.filter(isAcknowledged).length).toBeGreaterThan(5);
    // Only while one site has ended and the next one begins is there no response.
    expect(statuses.filter((status) => status !== 200 && status !== 0)).toEqual([]);
    expect(longestGapMs).toBeLessThan(30_000);
    await host.inDatabase(async ({ read }) =>
      expect(await listContradictions(read, writing.attempts)).toEqual([]),
    );
    expect(await listMigrations()).toContain(SECOND_MIGRATION);
    expect([host.current(), host.versions()]).toEqual(['1.1.0', ['1.0.0', '1.1.0']]);
    expect((await fetch(host.url + asset)).status).toBe(200);
    expect(await listChanges()).toEqual(['belfry-upgraded from 1.0.0 to 1.1.0']);
    expect((await host.belfry(['--version'])).said).toBe('Belfry 1.1.0\n');
    expect(await host.belfry(['upgrade', newer, '--yes'])).toEqual({
      code: 0,
      said: 'Belfry 1.1.0 is already installed.\n',
    });
  },
  COVERED,
);

longTest(
  'a rollback says what is lost, and restores the backup from before the upgrade',
  async () => {
    expect(await writeOnce({ ...host, id: 'later' })).toMatchObject({ status: 201 });
    const asked = await host.belfry(['rollback']);
    expect([asked.code, asked.said]).toEqual([
      2,
      expect.stringMatching(/Lost since then: \d+ saved changes\.\n/),
    ]);
    const { code, said } = await host.belfry(['rollback', '--yes']);
    expect([code, said]).toEqual([0, expect.stringMatching(/The site is running Belfry 1\.0\.0\.\n$/)]);
    expect(await host.readiness()).toBe(200);
    expect(await listMigrations()).not.toContain(SECOND_MIGRATION);
    const titles = await host.inDatabase(({ read }) =>
      read.selectFrom('news_item').select('id').where('id', 'in', ['before', 'later']).execute(),
    );
    expect(titles).toEqual([{ id: 'before' }]);
    expect(await listChanges()).toContain('belfry-rolled-back from 1.1.0 to 1.0.0');
    const [, now = ''] = /The backup is (\S.*)\n/.exec(said) ?? [];
    expect(readFileSync(now, 'latin1')).toContain(SECOND_MIGRATION);
    await host.stop();
    expect((await host.belfry(['rollback', '--yes'])).said).toBe(
      'No previous version is installed, so there is none to go back to.\n',
    );
  },
  COVERED,
);

const killer = fileURLToPath(new URL('../../tests/kill-upgrade.mjs', import.meta.url));
const saved = join(archives, 'data');
let token = '';

/** As before any upgrade. */
function reset(): void {
  for (const file of [host.dataFolder, join(host.folder, 'versions', '1.1.0'), join(host.folder, 'current')])
    rmSync(file, { recursive: true, force: true });
  cpSync(saved, host.dataFolder, { recursive: true });
  symlinkSync('versions/1.0.0', join(host.folder, 'current'));
}

for (const step of someOf(import.meta.url, steps, 7))
  longTest(
    `F23 killed before ${step}, an upgrade leaves one complete version, and the next one continues`,
    async () => {
      await host.stop();
      if (!existsSync(saved)) {
        token = await host.createToken();
        cpSync(host.dataFolder, saved, { recursive: true });
      }
      reset();
      await host.start();
      expect(isAcknowledged(await writeOnce({ ...host, token, id: 'before' }))).toBe(true);
      const killed = await host.belfry(['upgrade', newer, '--yes'], {
        NODE_OPTIONS: `--import ${killer}`,
        KILL_AT: step,
      });
      expect([step, killed.code]).toEqual([step, null]);
      // The site that runs, or that its launcher has started again.
      await until('the site', async () => (await host.readiness()) === 200);
      await host.stop();
      await host.start();
      const expectWhole = () =>
        host.inDatabase(async ({ read, write }) => {
          const found = await read.selectFrom('news_item').select('id').where('id', '=', 'before').execute();
          expect([step, found]).toEqual([step, [{ id: 'before' }]]);
          const { rows } = await sql<{
            ok: string;
          }>`select integrity_check as ok from pragma_integrity_check`.execute(write);
          expect(rows).toEqual([{ ok: 'ok' }]);
        });
      await expectWhole();
      expect((await listMigrations()).includes(SECOND_MIGRATION)).toBe(host.current() === '1.1.0');
      const again = await host.belfry(['upgrade', newer, '--yes']);
      expect([step, again.code, again.said]).toEqual([
        step,
        0,
        expect.stringMatching(/Belfry 1\.1\.0( is already installed)?\.\n/),
      ]);
      expect([host.current(), host.versions(), await host.readiness()]).toEqual([
        '1.1.0',
        ['1.0.0', '1.1.0'],
        200,
      ]);
      expect(await listMigrations()).toContain(SECOND_MIGRATION);
      await expectWhole();
      const left = [...readdirSync(host.dataFolder), ...readdirSync(join(host.folder, 'versions'))];
      expect(left.filter((name) => /^\.(upgrad|unpack|work)/.test(name))).toEqual([]);
    },
    COVERED,
  );
