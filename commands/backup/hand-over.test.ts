import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createKeyPair } from '#app/moving/backup/encryption.server.ts';
import { noSuccessor, saveSuccessor } from '#app/moving/backup/pages/successor-store.server.ts';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import { listDocumentVersions } from '#app/platform/media/documents/document-store.server.ts';
import { isDocumentPublic } from '#app/platform/media/documents/document-uses.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { listDocumentsWith } from '#app/platform/search-index/find-document-pages.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { anyDatabase, type TestDatabase, withSqlite } from '../../tests/each-database.ts';
import { longTest } from '../../tests/long-test.ts';
import { environmentOf, typeCommand } from '../../tests/operator.ts';
import { createPostgresDatabase } from '../../tests/postgres-database.ts';
import { listDifferences, seedPicture } from '../../tests/seed-picture.ts';
import { seedTown } from '../../tests/seed-town.ts';
import { seedUsedDocuments, USED } from '../../tests/seed-used-documents.ts';
import { canMount, openSmallDisk } from '../../tests/small-disk.ts';

const PASSPHRASE = 'granite lantern orchard wicker thaw';
const SMTP = 'smtps://town:p%24ss"word@mail.example:465';

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-hand-over-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A town, its environment, and a file in which its passphrase is. */
async function seed(t: TestDatabase) {
  const folder = await emptyFolder();
  await seedTown(t.database.write);
  await saveSuccessor(
    t.database.write,
    {
      ...noSuccessor,
      name: 'Dale Whitcomb',
      hosting: 'A rented server at Example Hosting, customer 4711',
    },
    0,
  );
  const environment: Record<string, string> = {
    BELFRY_DATA: folder,
    ...environmentOf(t),
    BELFRY_URL: 'https://ashby.example',
    SMTP_URL: SMTP,
    BELFRY_ADMIN_EMAIL: 'june@example.org',
  };
  const passphraseFile = join(folder, 'passphrase');
  await writeFile(passphraseFile, `${PASSPHRASE}\n`);
  return { folder, environment, passphraseFile, file: join(folder, 'town.belfry') };
}

anyDatabase(
  'A town is handed over in one encrypted file, which one command restores on an empty machine with its people, notes and secrets',
  async (t) => {
    const { environment, passphraseFile, file } = await seed(t);
    const media = openMediaFiles({ dataFolder: environment.BELFRY_DATA as string });
    await seedPicture(t.database.write, media, 'mill');
    await seedUsedDocuments(t.database.write, media, 0);
    const typed = await typeCommand(
      ['hand-over', file, '--passphrase-file', passphraseFile, '--with-secrets'],
      {
        environment,
      },
    );
    expect(typed).toMatchObject({ code: 0, complained: [] });
    expect(typed.printed.join('\n')).toMatch(/town\.belfry: \d+ rows, .*encrypted, tested and good\./);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const bytes = await readFile(file, 'latin1');
    expect(bytes.startsWith('age-encryption.org/v1')).toBe(true);
    for (const secret of ['Example Hosting', 'june@example.org', 'ustar', 'p%24ss'])
      expect(bytes).not.toContain(secret);

    // On the other kind of database, too.
    for (const target of [await emptySqlite(), await emptyPostgres()]) {
      if (!target) continue;
      const restored = await typeCommand(['restore', file], {
        environment: target,
        isInteractive: true,
        secrets: [PASSPHRASE],
      });
      expect(restored).toMatchObject({ code: 0, complained: [] });
      const kept = join(target.BELFRY_DATA, 'environment');
      expect(restored.printed.join('\n')).toContain(`${kept}. The next start reads them.`);
      expect((await stat(kept)).mode & 0o777).toBe(0o600);
      const settings = readSettings({ ...target, DATABASE_URL: '' });
      expect(settings).toMatchObject({
        url: 'https://ashby.example',
        smtpUrl: SMTP,
        adminEmail: 'june@example.org',
        dataFolder: target.BELFRY_DATA,
      });
      expect(settings.secret).toMatch(/^[0-9a-f]{64}$|^a secret that is only good for tests$/);
      const database = openDatabase(
        target.DATABASE_URL ? { url: target.DATABASE_URL } : { dataFolder: target.BELFRY_DATA },
      );
      const count = async (table: 'article' | 'password' | 'verified_address' | 'poll_option' | 'session') =>
        (await database.read.selectFrom(table).selectAll().execute()).length;
      expect([await count('article'), await count('password'), await count('poll_option')]).toEqual([
        5, 3, 2,
      ]);
      expect(await count('session')).toBe(0);
      const restoredMedia = openMediaFiles({ dataFolder: target.BELFRY_DATA });
      expect(await listDifferences(database.read, restoredMedia)).toEqual([]);
      expect(await listDocumentVersions(database.read, USED.id)).toHaveLength(1);
      expect(await isDocumentPublic(database.read, USED.id)).toBe(true);
      expect(await listDocumentsWith(database.read, 'November')).toEqual([USED.id]);
      await database.close();
    }
  },
);

async function emptySqlite() {
  return { BELFRY_DATA: await emptyFolder(), DATABASE_URL: '' };
}

/** Without BELFRY_SECRET: the town's is in the file. */
async function emptyPostgres() {
  const postgresUrl = inject('postgresUrl');
  if (!postgresUrl) return undefined;
  const { url, drop } = await createPostgresDatabase(postgresUrl);
  onTestFinished(drop);
  return { BELFRY_DATA: await emptyFolder(), DATABASE_URL: url };
}

test('A file is encrypted for a public key, and only its secret key opens it; without --with-secrets it has none', () =>
  withSqlite(async (t) => {
    const { environment, file, folder } = await seed(t);
    const { identity, recipient } = await createKeyPair();
    const made = await typeCommand(['hand-over', file, '--recipient', recipient], { environment });
    expect(made.code).toBe(0);
    expect(made.printed.join('\n')).toContain('It does not contain the secrets of this site.');
    const key = join(folder, 'key');
    await writeFile(key, `# created today\n${identity}\n`);
    const target = await emptySqlite();
    const refused = await typeCommand(['restore', file], { environment: target });
    expect(refused.complained).toEqual([
      expect.stringMatching(/is encrypted\. Add --passphrase-file FILE or --identity/),
    ]);
    expect(await readdir(target.BELFRY_DATA)).toEqual(['.lock']);
    const restored = await typeCommand(['restore', file, '--identity', key], { environment: target });
    expect(restored.code).toBe(0);
    expect(await readdir(target.BELFRY_DATA)).not.toContain('environment');
  }));

test('The file is never written without encryption, nor with a weak passphrase, nor over another file', () =>
  withSqlite(async (t) => {
    const { environment, file, folder, passphraseFile } = await seed(t);
    const bare = await typeCommand(['hand-over', file], { environment });
    expect([bare.code, bare.complained[0]]).toEqual([
      2,
      expect.stringContaining('never written without encryption'),
    ]);
    await writeFile(passphraseFile, 'one one one one one\n');
    const weak = await typeCommand(['hand-over', file, '--passphrase-file', passphraseFile], { environment });
    expect(weak.complained).toEqual([
      'Use a passphrase of five different words or more. No file was written.',
    ]);
    const differing = await typeCommand(['hand-over', file], {
      environment,
      isInteractive: true,
      secrets: [PASSPHRASE, `${PASSPHRASE}x`],
    });
    expect(differing.complained).toEqual(['The two passphrases differ. No file was written.']);
    expect(await readdir(folder)).toEqual(['passphrase']);
    const asked = await typeCommand(['hand-over', file], {
      environment,
      isInteractive: true,
      secrets: [PASSPHRASE, PASSPHRASE],
    });
    expect(asked.code).toBe(0);
    const again = await typeCommand(['hand-over', file], {
      environment,
      isInteractive: true,
      secrets: [PASSPHRASE, PASSPHRASE],
    });
    expect(again.complained).toEqual([`${file} already exists. Choose another name.`]);
  }));

anyDatabase(
  'F9: a truncated, altered or wrongly opened file is refused in one line, and nothing is changed',
  async (t) => {
    const { environment, passphraseFile, file, folder } = await seed(t);
    await typeCommand(['hand-over', file, '--passphrase-file', passphraseFile, '--with-secrets'], {
      environment,
    });
    const { size } = await stat(file);
    const damaged = join(folder, 'damaged.belfry');
    const target = await emptySqlite();
    const attempt = async (prepare: () => Promise<void>, secret = PASSPHRASE) => {
      await copyFile(file, damaged);
      await prepare();
      const typed = await typeCommand(['restore', damaged], {
        environment: target,
        isInteractive: true,
        secrets: [secret],
      });
      expect([typed.code, typed.complained.length]).toEqual([1, 1]);
      expect(await readdir(target.BELFRY_DATA)).toEqual(['.lock']);
      return typed.complained[0];
    };
    expect(await attempt(() => truncate(damaged, Math.floor(size / 2)))).toMatch(
      /incomplete or was changed.*Nothing was changed/,
    );
    expect(await attempt(() => truncate(damaged, size - 1))).toMatch(/Nothing was changed/);
    expect(await attempt(() => truncate(damaged, 10))).toMatch(/is not a Belfry backup.*Nothing was changed/);
    expect(await attempt(() => flip(damaged, size - 1000))).toMatch(
      /incomplete or was changed.*Nothing was changed/,
    );
    expect(await attempt(async () => undefined, 'another passphrase of five words')).toMatch(
      /cannot be opened with this passphrase or key\. Nothing was changed/,
    );
  },
);

longTest(
  'F9: on a disk that is too small, a restore ends with one line and leaves nothing behind',
  (context) =>
    withSqlite(async (t) => {
      context.skip(!canMount());
      const { environment, passphraseFile, file } = await seed(t);
      await typeCommand(['hand-over', file, '--passphrase-file', passphraseFile, '--with-secrets'], {
        environment,
      });
      const target = await emptyFolder();
      const disk = await openSmallDisk(target, 1);
      onTestFinished(disk.close);
      const [program = '', ...before] = disk.wrap;
      const belfry = [process.execPath, join(projectFolder, 'commands', 'belfry.ts')];
      const { status, stderr } = spawnSync(
        program,
        [...before, ...belfry, 'restore', file, '--passphrase-file', passphraseFile],
        { cwd: projectFolder, env: { PATH: process.env.PATH, BELFRY_DATA: target }, encoding: 'utf8' },
      );
      expect(status).toBe(1);
      expect(stderr.trim().split('\n')).toEqual([expect.stringMatching(/disk is full/i)]);
      expect((await readdir(disk.view)).filter((name) => !name.startsWith('.lock'))).toEqual(['.mounted']);
    }),
  ['app/moving/backup'],
);

async function flip(file: string, at: number): Promise<void> {
  const handle = await open(file, 'r+');
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
  await handle.write(Buffer.from([(buffer[0] ?? 0) ^ 0xff]), 0, 1, at);
  await handle.close();
}

longTest(
  'A machine that has settings of its own keeps them, and gets the others next to them',
  () =>
    withSqlite(async (t) => {
      const { environment, passphraseFile, file } = await seed(t);
      await typeCommand(['hand-over', file, '--passphrase-file', passphraseFile, '--with-secrets'], {
        environment,
      });
      const target = await emptySqlite();
      const own = join(target.BELFRY_DATA, 'environment');
      await writeFile(own, 'BELFRY_URL=https://here.example\n', { mode: 0o600 });
      const restored = await typeCommand(['restore', file, '--passphrase-file', passphraseFile], {
        environment: target,
      });
      expect(restored.printed.join('\n')).toContain('They are not used, because this machine has its own.');
      expect(readSettings(target).url).toBe('https://here.example');
      expect(readSettings({ ...target, BELFRY_URL: 'https://typed.example' }).url).toBe(
        'https://typed.example',
      );
      expect(await readFile(`${own}.restored`, 'utf8')).toContain('BELFRY_URL="https://ashby.example"');
    }),
  ['app/moving/backup'],
);

test('Settings that others can read are refused with what to do', async () => {
  const folder = await emptyFolder();
  const file = join(folder, 'environment');
  await writeFile(file, 'BELFRY_SECRET=x\n', { mode: 0o644 });
  expect(() => readSettings({ BELFRY_DATA: folder })).toThrow(
    `${file} contains secrets, and other users can read it. Run: chmod 600 ${file}`,
  );
});
