import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { type TestDatabase, withSqlite } from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { environmentOf, typeCommand } from '../../../tests/operator.ts';
import { seedTown } from '../../../tests/seed-town.ts';
import { tryRestore } from './backup-drill.server.ts';
import { listBackupFiles } from './backup-files.server.ts';
import { findLastRun, listRuns } from './backup-run-store.server.ts';
import { defaultPlan, saveBackupPlan } from './backup-settings.server.ts';
import { createKeyPair } from './encryption.server.ts';
import { runBackup } from './run-backup.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;

async function withTown(work: (t: TestDatabase, dataFolder: string, elsewhere: string) => Promise<void>) {
  const elsewhere = await mkdtemp(join(tmpdir(), 'belfry-second-'));
  await withSqlite(async (t) => {
    await seedTown(t.database.write);
    await work(t, (t.location as { dataFolder: string }).dataFolder, elsewhere);
  }).finally(() => rm(elsewhere, { recursive: true, force: true }));
}

longTest(
  "Scheduled backups are also copied to the second location, and the plan's number of backups is kept",
  () =>
    withTown(async (t, dataFolder, elsewhere) => {
      const { write } = t.database;
      await write.updateTable('site_user').set({ newsletterOptIn: 0 }).where('id', '=', 'june').execute();
      await saveBackupPlan(write, {
        ...defaultPlan,
        every: 'night',
        keep: 2,
        folder: join(elsewhere, 'copies'),
      });
      const options = { location: t.location, dataFolder, media: openMediaFiles({ dataFolder }) };
      await runBackup(t.database, { ...options, kind: 'asked', now: NOW - HOUR_MS });
      for (const hour of [0, 1, 2])
        await runBackup(t.database, { ...options, kind: 'scheduled', now: NOW + hour * HOUR_MS });
      const kept = ['belfry-20261120T130000Z-scheduled.belfry', 'belfry-20261120T140000Z-scheduled.belfry'];
      const asked = 'belfry-20261120T110000Z-asked.belfry';
      expect((await readdir(join(dataFolder, 'backups'))).sort()).toEqual([asked, ...kept]);
      expect((await readdir(join(elsewhere, 'copies'))).sort()).toEqual([asked, ...kept, 'suppressed.jsonl']);
      expect((await stat(join(elsewhere, 'copies', asked))).mode & 0o777).toBe(0o600);
      const runs = await listRuns(t.database.read, 10);
      expect(runs.map(({ kind, trouble }) => [kind, trouble])).toEqual([
        ['scheduled', null],
        ['scheduled', null],
        ['scheduled', null],
        ['asked', null],
      ]);
      expect(runs[0]).toMatchObject({
        file: kept[1],
        secondPlace: join(elsewhere, 'copies'),
        rows: expect.any(Number),
      });
    }),
);

test('A failed backup and a failed copy are recorded', () =>
  withTown(async (t, dataFolder, elsewhere) => {
    await writeFile(join(elsewhere, 'file'), '');
    await saveBackupPlan(t.database.write, {
      ...defaultPlan,
      keep: 2,
      folder: join(elsewhere, 'file', 'in'),
    });
    const options = {
      location: t.location,
      dataFolder,
      media: openMediaFiles({ dataFolder }),
      kind: 'asked' as const,
    };
    const { trouble } = await runBackup(t.database, { ...options, now: NOW });
    expect(trouble).toMatch(
      /^The backup is good, but it could not be copied to .*\(ENOTDIR: part of the path is a file\)\. Check the folder for second copies in Settings, under Backups\.$/,
    );
    await rm(join(dataFolder, 'backups'), { recursive: true });
    await writeFile(join(dataFolder, 'backups'), 'in the way');
    await expect(runBackup(t.database, { ...options, now: NOW + 1 })).rejects.toThrow();
    const last = await findLastRun(t.database.read, ['asked']);
    expect(last).toMatchObject({ at: NOW + 1, file: null, trouble: expect.stringMatching(/EEXIST|ENOTDIR/) });
  }));

longTest('The test restore restores the newest backup to a temporary database, and reports a failure', () =>
  withTown(async (t, dataFolder) => {
    const { file } = await runBackup(t.database, {
      location: t.location,
      dataFolder,
      media: openMediaFiles({ dataFolder }),
      kind: 'asked',
      now: NOW,
    });
    const options = { backup: file, dataFolder, now: NOW + HOUR_MS };
    expect((await tryRestore(t.database, options)).rows).toBeGreaterThan(10);
    expect(await findLastRun(t.database.read, ['drill'])).toMatchObject({ trouble: null, at: NOW + HOUR_MS });
    await writeFile(file, 'rotten');
    await expect(tryRestore(t.database, { ...options, now: NOW + 2 * HOUR_MS })).rejects.toThrow(
      'is not a Belfry backup',
    );
    expect((await findLastRun(t.database.read, ['drill']))?.trouble).toMatch(/is not a Belfry backup/);
  }),
);

test('The operator creates, test-restores, encrypts and restores a backup', () =>
  withTown(async (t, dataFolder, elsewhere) => {
    const environment = environmentOf(t);
    const made = await typeCommand(['backup'], { environment });
    expect(made).toMatchObject({ code: 0, complained: [] });
    expect(made.printed[0]).toMatch(/-asked\.belfry: \d+ rows, [\d.]+ KB, tested and good\.$/);
    expect(await listBackupFiles(dataFolder)).toHaveLength(1);
    const tried = await typeCommand(['restore', '--trial'], { environment });
    expect(tried).toMatchObject({
      code: 0,
      printed: [expect.stringMatching(/and all of them are good. Nothing was changed/)],
    });

    const words = join(elsewhere, 'words');
    const encrypted = join(elsewhere, 'town.belfry');
    await mkdir(elsewhere, { recursive: true });
    await writeFile(words, 'river in spring\n');
    const locked = await typeCommand(['backup', '--to', encrypted, '--passphrase-file', words], {
      environment,
    });
    expect(locked).toMatchObject({ code: 0, complained: [] });
    await t.database.close();
    const refused = await typeCommand(['restore', encrypted], { environment });
    expect(refused).toMatchObject({
      code: 1,
      complained: [expect.stringMatching(/is encrypted\. Add --passphrase-file FILE or --identity FILE/)],
    });
    const restored = await typeCommand(['restore', encrypted, '--passphrase-file', words], { environment });
    expect(restored).toMatchObject({ code: 0, complained: [] });
    await writeFile(words, 'another river\n');
    const wrong = await typeCommand(['restore', encrypted, '--passphrase-file', words], { environment });
    expect(wrong).toMatchObject({
      code: 1,
      complained: [expect.stringMatching(/cannot be opened with this/)],
    });
  }));

longTest('Only the secret key opens a backup that was encrypted for its public key', () =>
  withTown(async (t, _dataFolder, elsewhere) => {
    const { generateX25519Identity, identityToRecipient } = await import('age-encryption');
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const environment = environmentOf(t);
    const encrypted = join(elsewhere, 'town.belfry');
    const key = join(elsewhere, 'key');
    await writeFile(key, `# created by age\n${identity}\n`);
    const made = await typeCommand(['backup', '--to', encrypted, '--recipient', recipient], { environment });
    expect(made).toMatchObject({ code: 0, complained: [] });
    const tried = await typeCommand(['restore', '--trial', encrypted, '--identity', key], { environment });
    expect(tried).toMatchObject({ code: 0, complained: [] });
    expect(await typeCommand(['backup', '--recipient', 'nobody'], { environment })).toMatchObject({
      code: 1,
      complained: ["'nobody' is not an age public key. Example: age1…"],
    });
  }),
);

test('With a public key in the plan, only the secret key opens automatic backups and their copies, and test restores continue', () =>
  withTown(async (t, dataFolder, elsewhere) => {
    const { identity, recipient } = await createKeyPair();
    const folder = join(elsewhere, 'copies');
    await saveBackupPlan(t.database.write, { ...defaultPlan, folder, recipients: [recipient] });
    const options = {
      location: t.location,
      dataFolder,
      media: openMediaFiles({ dataFolder }),
      kind: 'scheduled' as const,
    };
    const { file, rows, trouble } = await runBackup(t.database, { ...options, now: NOW });
    expect(trouble).toBeNull();
    for (const encrypted of [file, join(folder, basename(file))])
      expect((await readFile(encrypted)).subarray(0, 21).toString()).toBe('age-encryption.org/v1');

    const trial = { backup: file, dataFolder, now: NOW + HOUR_MS };
    expect(await tryRestore(t.database, trial)).toEqual({ rows, how: 'compared' });
    const opened = await tryRestore(t.database, { ...trial, keys: { identity } });
    expect(opened).toEqual({ rows, how: 'restored' });
    const other = await createKeyPair();
    const wrong = tryRestore(t.database, { ...trial, keys: { identity: other.identity } });
    await expect(wrong).rejects.toThrow('cannot be opened with this');

    const bytes = await readFile(file);
    bytes[bytes.length - 1] = (bytes.at(-1) as number) ^ 1;
    await writeFile(file, bytes);
    const spoiled = tryRestore(t.database, { ...trial, now: NOW + 2 * HOUR_MS });
    await expect(spoiled).rejects.toThrow('was changed or damaged');
    expect((await findLastRun(t.database.read, ['drill']))?.trouble).toMatch(/was changed or damaged/);
  }));
