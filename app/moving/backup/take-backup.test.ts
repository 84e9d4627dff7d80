import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { buildTown } from '#app/moving/backup/restore/build-town.server.ts';
import { versionOfBelfry } from '#app/platform/command-line/belfry-version.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { anyDatabase, longOnPostgres, type TestDatabase, withSqlite } from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { someOf } from '../../../tests/rounds.ts';
import { articleRow, seedTown } from '../../../tests/seed-town.ts';
import { readBackupFile, writeBackupFile } from './backup-file.server.ts';
import type { Manifest, WriteDocuments } from './manifest.ts';
import { type BackupOptions, takeBackup } from './take-backup.server.ts';

/** How compressed data begins. */
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const NOW = Date.UTC(2026, 10, 20, 12);

/** A backup of the test's database in a folder of its own. */
async function withBackup(
  t: Pick<TestDatabase, 'location'>,
  work: (file: string, folder: string) => Promise<void>,
  options: Partial<BackupOptions> = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-backup-'));
  try {
    const taken = await takeBackup({
      location: t.location,
      dataFolder: folder,
      media: openMediaFiles({ dataFolder: folder }),
      kind: 'asked',
      now: NOW,
      ...options,
    });
    await work(taken.file, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function listRows(file: string): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  await readBackupFile(file, {
    onManifest: async (manifest) => {
      for (const { name } of manifest.tables) tables[name] = [];
    },
    onRows: async ({ name }, rows) => void tables[name]?.push(...rows),
  });
  return tables;
}

longOnPostgres('R-68 a backup is one private, verified file with the whole town', async (t) => {
  await seedTown(t.database.write, { articles: 1100 });
  await withBackup(t, async (file, folder) => {
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(join(folder, 'backups'))).toEqual(['belfry-20261120T120000Z-asked.belfry']);
    const town = await buildTown(file, join(folder, 'town.db'), {});
    const { write } = town.database;
    const article = await write
      .selectFrom('article')
      .selectAll()
      .where('id', '=', 'a1099')
      .executeTakeFirst();
    expect(article).toEqual({ ...articleRow('a1099'), picture: null });
    expect(town.manifest.tables.find(({ name }) => name === 'article')?.rows).toBe(1100);
    // Derived: recreated.
    const counted = await write.selectFrom('article_segment').select('items').execute();
    expect(counted.reduce((sum, { items }) => sum + items, 0)).toBe(1100);
    await town.database.close();
  });
});

anyDatabase('R-68 no session, token, link or email is in a backup', async (t) => {
  await seedTown(t.database.write);
  await withBackup(t, async (file) => {
    const tables = await listRows(file);
    for (const secret of ['session', 'api_token', 'address_proof', 'setup_link', 'throttle'])
      expect(tables[secret]).toBeUndefined();
    const text = JSON.stringify(tables);
    expect(text).toContain('$argon2id$june');
    for (const secret of ['session of', 'secret link', '"link"', '"token"', '"proof"'])
      expect(text).not.toContain(secret);
    expect(tables.mail?.map((row) => (row as unknown[]).slice(0, 5))).toEqual([
      ['m1', 'verify', null, null, 'withdrawn'],
      ['m2', 'verify', null, null, 'sent'],
    ]);
  });
});

longOnPostgres(
  'R-68 a backup while others write has every row acknowledged before it began, and no incomplete one',
  async (t) => {
    const { write } = t.database;
    await seedTown(write, { articles: 1500 });
    let written = 0;
    let ended = false;
    const writing = (async () => {
      while (!ended) {
        const id = `w${written}`;
        await write.transaction().execute(async (db) => {
          await db.insertInto('article').values(articleRow(id)).execute();
          await db.insertInto('business').values(businessRow(id)).execute();
        });
        written++;
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    while (written < 20) await new Promise((resolve) => setImmediate(resolve));
    const before = written;
    await withBackup(t, async (file) => {
      ended = true;
      const { article = [], business = [] } = await listRows(file);
      const ids = (rows: unknown[]) =>
        rows.map((row) => (row as string[])[0] as string).filter((id) => id.startsWith('w'));
      expect(ids(article).length).toBeGreaterThanOrEqual(before);
      expect(ids(article)).toEqual(ids(business));
    });
    await writing;
  },
);

function businessRow(id: string) {
  const rest = { category: 'Trades', description: '', address: '', createdAt: 0, updatedAt: 0 };
  return { id, name: id, nameKey: id, ...rest };
}

test('F8 a damaged database is not backed up, and the last good backup is kept', () =>
  withSqlite(async (t) => {
    await seedTown(t.database.write, { articles: 1500 });
    const { dataFolder } = t.location as { dataFolder: string };
    const take = () =>
      takeBackup({
        location: t.location,
        dataFolder,
        media: openMediaFiles({ dataFolder }),
        kind: 'asked',
        now: NOW,
      });
    const good = await take();
    await t.database.close();
    const file = join(dataFolder, 'belfry.db');
    const bytes = await readFile(file);
    // Each tenth page of the middle: tables and indexes.
    for (let page = 40; page * 8192 < bytes.length; page += 10)
      bytes.fill(0xa5, page * 8192, page * 8192 + 4096);
    await writeFile(file, bytes);
    await expect(take()).rejects.toThrow(/^The database is damaged \(.*The last good backup is kept/);
    expect(await readdir(join(dataFolder, 'backups'))).toEqual([good.file.split('/').at(-1)]);
  }));

anyDatabase('A backup that is interrupted at any moment leaves no files', async (t) => {
  await seedTown(t.database.write, { articles: 1100 });
  for (const when of ['rows', 'rows read back']) {
    const stop = new AbortController();
    const folder = await mkdtemp(join(tmpdir(), 'belfry-backup-'));
    const onProgress = (what: string) => what === when && stop.abort();
    const options = {
      location: t.location,
      dataFolder: folder,
      media: openMediaFiles({ dataFolder: folder }),
      kind: 'asked' as const,
      now: NOW,
      onProgress,
    };
    await expect(takeBackup({ ...options, signal: stop.signal })).rejects.toThrow('Stopped.');
    expect(await readdir(join(folder, 'backups'))).toEqual([]);
    await rm(folder, { recursive: true });
  }
});

longTest('The next backup removes the incomplete files of a killed process', () =>
  withSqlite(async (t) => {
    await seedTown(t.database.write);
    const { dataFolder } = t.location as { dataFolder: string };
    const options = {
      location: t.location,
      dataFolder,
      media: openMediaFiles({ dataFolder }),
      kind: 'asked' as const,
    };
    await takeBackup({ ...options, now: NOW });
    const folder = join(dataFolder, 'backups');
    // No process has this number: it is beyond Linux's limit.
    await writeFile(join(folder, '.work-99999999-0123456789ab'), '');
    await writeFile(join(folder, 'belfry.belfry.99999999-0123456789ab.partial'), '');
    await takeBackup({ ...options, now: NOW + 1000 });
    expect(await readdir(folder)).toEqual([
      'belfry-20261120T120000Z-asked.belfry',
      'belfry-20261120T120001Z-asked.belfry',
    ]);
  }),
);

/** The manifest as the first version read it, word for word: it took everything else for damage. */
const FIRST_FORMAT = z.object({
  format: z.literal('belfry-backup'),
  version: z.literal(1),
  kind: z.string(),
  madeAt: z.iso.datetime(),
  schema: z.array(z.string()).min(1),
  documents: z.tuple([]).optional(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.int() })),
  media: z.object({ files: z.int().nonnegative() }),
});

test('The number of the format rises with documents, which earlier versions can’t read', () =>
  withSqlite(async (t) => {
    await seedTown(t.database.write);
    const { dataFolder } = t.location as { dataFolder: string };
    const media = openMediaFiles({ dataFolder });
    const options = { location: t.location, dataFolder, media, kind: 'asked' as const };
    const nothing = async () => undefined;
    const manifestOf = async (now: number, writeDocuments?: WriteDocuments) => {
      const { file } = await takeBackup({ ...options, now, writeDocuments });
      return readBackupFile(file, { onManifest: nothing, onRows: nothing });
    };
    const plain = await manifestOf(NOW);
    expect([plain.version, plain.madeBy]).toEqual([1, versionOfBelfry()]);
    expect(FIRST_FORMAT.safeParse(plain).success).toBe(true);
    const withNotes = await manifestOf(NOW + 1000, async () => [{ name: 'notes.txt', text: 'For you' }]);
    expect(withNotes.version).toBe(2);
    expect(FIRST_FORMAT.safeParse(withNotes).success).toBe(false);
  }));

test('A backup of a newer version is refused with a line that says so', () =>
  withSqlite(async (t) => {
    await seedTown(t.database.write);
    await withBackup(t, async (file, folder) => {
      const nothing = async () => undefined;
      const manifest = await readBackupFile(file, { onManifest: nothing, onRows: nothing });
      const { schema } = manifest;
      for (const newer of [
        { version: 3 },
        { version: 9, media: 'other' },
        { schema: [...schema, '9999-tomorrow'] },
      ]) {
        const forged = { ...manifest, tables: [], madeBy: '9.1.0', ...newer } as unknown as Manifest;
        await writeBackupFile(join(folder, 'newer.belfry'), forged, folder, {
          media: openMediaFiles({ dataFolder: folder }),
        });
        await expect(buildTown(join(folder, 'newer.belfry'), join(folder, 'trial.db'), {})).rejects.toThrow(
          'was made by a newer version of Belfry, 9.1.0. Install that version',
        );
        for (const name of ['newer.belfry', 'trial.db']) await rm(join(folder, name), { force: true });
      }
    });
  }));

test('Truncated, altered and foreign files are each refused with one line', () =>
  withSqlite(async (t) => {
    await seedTown(t.database.write, { articles: 50 });
    await withBackup(t, async (file, folder) => {
      const good = await readFile(file);
      const trial = join(folder, 'trial.db');
      const wrong = join(folder, 'wrong.belfry');
      const complaintAbout = async (bytes: Uint8Array) => {
        await writeFile(wrong, bytes);
        const message = await buildTown(wrong, trial, {}).then(
          async (town) => town.database.close(),
          (error: Error) => error.message,
        );
        await rm(trial, { force: true });
        await rm(`${trial}-journal`, { force: true });
        return message;
      };
      for (const length of [700, 3000, 8000, good.length - 1024])
        expect(await complaintAbout(good.subarray(0, length))).toMatch(/incomplete|changed or damaged/);
      for (const text of ['', 'hello', '{"articles":[]}'.repeat(500)])
        expect(await complaintAbout(Buffer.from(text))).toMatch(/is not a Belfry backup/);
      const flip = (at: number) => {
        const bytes = Buffer.from(good);
        bytes[at] = (bytes[at] as number) ^ 0x20;
        return bytes;
      };
      // In a header and in the manifest.
      for (const at of [20, 600])
        expect(await complaintAbout(flip(at))).toMatch(/changed or damaged|is not a Belfry backup/);
      // In each of the tables' first frames: the whole file is read, without a town being built of it each time.
      const frames: number[] = [];
      for (let at = good.indexOf(ZSTD); at !== -1; at = good.indexOf(ZSTD, at + 1)) frames.push(at + 5);
      expect(frames.length).toBeGreaterThan(10);
      expect(await complaintAbout(flip(frames.at(-1) as number))).toMatch(/changed or damaged/);
      const nothing = async () => undefined;
      for (const at of someOf(import.meta.url, frames, 0)) {
        await writeFile(wrong, flip(at));
        await expect(readBackupFile(wrong, { onManifest: nothing, onRows: nothing })).rejects.toThrow(
          /changed or damaged|is not a Belfry backup/,
        );
      }
    });
  }));
