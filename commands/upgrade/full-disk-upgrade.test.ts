/** `belfry upgrade` on machines that lack something, and on a disk that is full at some step of it. */
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../../tests/installed-release.ts';
import { names as steps } from '../../tests/kill-upgrade.mjs';
import { generateKey, signSums, writeArchive } from '../../tests/release-archive.ts';
import { isDeep } from '../../tests/rounds.ts';
import { canMount, type SmallDisk } from '../../tests/small-disk.ts';
import { writeOnce } from '../../tests/write-load.ts';
import type { SecretKey } from './minisign.ts';

const key = generateKey();
const filling = fileURLToPath(new URL('../../tests/kill-upgrade.mjs', import.meta.url));
const archives = mkdtempSync(join(tmpdir(), 'belfry-archives-'));
const migration = 'alter table "news_item" add column "ofATest" text';
let host: Installation;
let disk: SmallDisk | undefined;
let newer: string;

/** Writing the archives takes longer than the tests. `upgrade.test.ts` tries signature, platform and memory every time. */
const runs = isDeep(import.meta.url);

beforeAll(async () => {
  if (!runs) return;
  host = await openInstallation({ version: '1.0.0', key });
  newer = await writeArchive(archives, { version: '1.1.0', key, migration });
  if (canMount()) disk = await host.moveToSmallDisk(384);
});

afterAll(async () => {
  await host?.[Symbol.asyncDispose]();
  rmSync(archives, { recursive: true });
});

afterEach(() => host?.stop());

async function expectUnchanged(): Promise<void> {
  expect([host.current(), host.versions()]).toEqual(['1.0.0', ['1.0.0']]);
  const left = [
    ...readdirSync(join(disk?.view ?? host.folder, 'data')),
    ...readdirSync(join(disk?.view ?? host.folder, 'versions')),
  ];
  expect(left.filter((name) => /^\.(upgrad|unpack|work)/.test(name))).toEqual([]);
}

test.runIf(runs)(
  'an upgrade refuses a foreign signature, another platform and a full disk before it changes anything',
  async () => {
    const copy = (name: string, signedWith: SecretKey) => {
      const folder = mkdtempSync(join(archives, 'other-'));
      copyFileSync(newer, join(folder, name));
      signSums(folder, signedWith);
      return join(folder, name);
    };
    const other = copy('belfry-1.1.0-linux-riscv64.tar.xz', key);
    const foreign = copy(basename(newer), generateKey());
    const refused: [file: string, line: RegExp][] = [
      [other, /^This archive is for linux-riscv64, and this machine is \S+\. Nothing was changed\.\n$/],
      [foreign, /^The signature in SHA256SUMS\.minisig is not one of SHA256SUMS by the key [0-9A-F]{16}\./],
    ];
    for (const [file, line] of refused) {
      const { code, said } = await host.belfry(['upgrade', file, '--yes']);
      expect([file, code, said]).toEqual([file, 1, expect.stringMatching(line)]);
    }
    if (disk) {
      disk.fill();
      const { code, said } = await host.belfry(['upgrade', newer, '--yes']);
      disk.free();
      expect([code, said]).toEqual([
        1,
        expect.stringMatching(/Free some space \(df -h\)\. Nothing was changed\.\n$/),
      ]);
    }
    await expectUnchanged();
  },
);

test.runIf(canMount() && runs).each(steps)(
  'F2 with a disk that is full from the moment before %s, the old or the new version runs, with all data',
  async (step) => {
    const view = disk?.view ?? '';
    const { token } = host;
    await host.start();
    expect(await writeOnce({ ...host, token, id: 'before' })).toMatchObject({
      status: expect.toBeOneOf([200, 201]),
    });
    const filler = join(host.folder, 'filler');
    const { code, said } = await host.belfry(['upgrade', newer, '--yes', '--wait', '5'], {
      NODE_OPTIONS: `--import ${filling}`,
      KILL_AT: step,
      FILLER: filler,
    });
    // The site can be read.
    expect([step, await fetch(host.url).then(({ status }) => status)]).toEqual([step, 200]);
    rmSync(join(view, 'filler'));
    const isDone = code === 0;
    expect([step, host.current(), said]).toEqual([
      step,
      isDone ? '1.1.0' : '1.0.0',
      expect.stringMatching(
        isDone
          ? /running Belfry 1\.1\.0/
          : /with its data as before|Nothing was changed|The disk is full( or failing)?\. Nothing was lost/,
      ),
    ]);
    expect(await writeOnce({ ...host, token, id: 'before' })).toMatchObject({ status: 200 });
    await host.inDatabase(async ({ write }) => {
      const { rows } = await sql`select integrity_check as ok from pragma_integrity_check`.execute(write);
      expect(rows).toEqual([{ ok: 'ok' }]);
    });
    if (!isDone) await expectUnchanged();
  },
);
