import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { type RestoreOptions, restoreTown } from '#app/moving/backup/restore/restore-town.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { findDocument, listDocumentVersions } from '#app/platform/media/documents/document-store.server.ts';
import { isDocumentPublic } from '#app/platform/media/documents/document-uses.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { removePictureRow } from '#app/platform/media/picture-store.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import {
  longOnEachDatabase,
  longOnPostgres,
  type TestDatabase,
  withSqlite,
} from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { listDifferences, seedPicture } from '../../../tests/seed-picture.ts';
import { seedTown } from '../../../tests/seed-town.ts';
import { seedUsedDocuments, UNUSED, USED } from '../../../tests/seed-used-documents.ts';
import { runBackup } from './run-backup.server.ts';
import { takeBackup } from './take-backup.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);

type Scene = {
  folder: string;
  media: MediaFiles;
  base: Pick<RestoreOptions, 'location' | 'dataFolder' | 'media'>;
};

/** A town in a data folder of its own. */
async function withScene(t: TestDatabase, work: (scene: Scene) => Promise<void>): Promise<void> {
  const isFolder = 'dataFolder' in t.location;
  const folder =
    'dataFolder' in t.location ? t.location.dataFolder : await mkdtemp(join(tmpdir(), 'belfry-pic-'));
  await seedTown(t.database.write);
  const media = openMediaFiles({ dataFolder: folder });
  await work({ folder, media, base: { location: t.location, dataFolder: folder, media } });
  if (!isFolder) await rm(folder, { recursive: true });
}

async function withTown<Result>(location: RestoreOptions['location'], work: (db: ReadDb) => Promise<Result>) {
  const database = openDatabase(location);
  try {
    return await work(database.read);
  } finally {
    await database.close();
  }
}

const restoring = { textSources, now: NOW + 1000, note: async () => undefined };

longOnPostgres(
  'a backup has the files of all pictures, and a restore brings them back',
  async (t) => {
    await withScene(t, async ({ media, base }) => {
      const { write } = t.database;
      const deleted = await seedPicture(write, media, 'deleted');
      await seedPicture(write, media, 'kept');
      const { file, lost } = await takeBackup({ ...base, kind: 'asked', now: NOW });
      expect(lost).toBe(0);
      await removePictureRow(write, deleted.id);
      for (const name of deleted.names) await media.remove(name);
      const added = await seedPicture(write, media, 'added');
      await t.database.close();

      const { copy = '' } = await restoreTown({ ...restoring, ...base, backup: file });
      await withTown(base.location, async (db) =>
        expect(await listDifferences(db, media)).toEqual(
          added.names.map((name) => `orphaned ${name}`).sort(),
        ),
      );
      // The site deletes what belongs to no picture; the copy of the previous town has it.
      for (const name of added.names) await media.remove(name);
      await restoreTown({ ...restoring, ...base, backup: copy });
      await withTown(base.location, async (db) => {
        const left = (await listDifferences(db, media)).map((line) => line.split(' ')[0]);
        expect(new Set(left)).toEqual(new Set(['orphaned']));
        expect(await db.selectFrom('picture').select('name').orderBy('name').execute()).toEqual([
          { name: 'added' },
          { name: 'kept' },
        ]);
      });
    });
  },
  ['app/platform/media'],
);

longTest(
  'an encrypted backup has them, too, and restores into an empty folder',
  () =>
    withSqlite((t) =>
      withScene(t, async ({ folder, media, base }) => {
        const { names } = await seedPicture(t.database.write, media, 'mill');
        const keys = { passphrase: 'a long enough passphrase' };
        const { file } = await takeBackup({ ...base, kind: 'asked', now: NOW, encryptFor: keys });
        const dataFolder = join(folder, 'new');
        const there = openMediaFiles({ dataFolder });
        await restoreTown({
          ...restoring,
          keys,
          backup: file,
          location: { dataFolder },
          dataFolder,
          media: there,
        });
        for (const name of names) expect(await there.read(name)).toEqual(await media.read(name));
      }),
    ),
  ['app/platform/media'],
);

test('a missing or damaged file is reported, and everything else is backed up', () =>
  withSqlite((t) =>
    withScene(t, async ({ folder, media, base }) => {
      const { names } = await seedPicture(t.database.write, media, 'mill');
      const [first = '', second = '', third = ''] = names;
      await media.remove(first);
      await writeFile(join(folder, 'media', second.slice(0, 2), second), 'damaged');
      const { file, trouble } = await runBackup(t.database, { ...base, kind: 'asked', now: NOW });
      expect(trouble).toMatch(
        /^The backup is good, but 2 picture files are missing, damaged or unreachable, and not in it\./,
      );
      await t.database.close();
      for (const name of names) await media.remove(name);
      expect(await restoreTown({ ...restoring, ...base, backup: file })).toMatchObject({ lost: 2 });
      expect((await media.read(third))?.byteLength).toBeGreaterThan(10);
      expect(await media.read(first)).toBeUndefined();
    }),
  ));

longTest(
  'a file that the present town has under the same name stays, so that a restore that is killed changes nothing',
  () =>
    withSqlite((t) =>
      withScene(t, async ({ media, base }) => {
        const { names } = await seedPicture(t.database.write, media, 'mill', 'encoded by an old version');
        const { file } = await takeBackup({ ...base, kind: 'asked', now: NOW });
        await seedPicture(t.database.write, media, 'mill', 'encoded by a new version');
        await t.database.close();
        await restoreTown({ ...restoring, ...base, backup: file });
        expect(Buffer.from((await media.read(names[0] ?? '')) ?? []).toString()).toContain('new version');
        await withTown(base.location, async (db) => expect(await listDifferences(db, media)).toEqual([]));
      }),
    ),
  ['app/platform/media'],
);

test('a backup with another file, one too few or one too many is refused, and changes nothing', () =>
  withSqlite((t) =>
    withScene(t, async ({ folder, media, base }) => {
      await seedPicture(t.database.write, media, 'mill');
      const { file } = await takeBackup({ ...base, kind: 'asked', now: NOW });
      await t.database.close();
      const bytes = await readFile(file);
      const at = bytes.indexOf('mill ');
      expect(at).toBeGreaterThan(0);
      bytes.write('Mill', at);
      await writeFile(join(folder, 'other.belfry'), bytes);
      const restore = (backup: string) => restoreTown({ ...restoring, ...base, backup });
      await expect(restore(join(folder, 'other.belfry'))).rejects.toThrow(
        /was changed or damaged \(in [0-9a-f]+-/,
      );
      bytes.write('mill', at);
      // Cut off after the second of three files.
      const end = bytes.lastIndexOf('media/');
      await writeFile(
        join(folder, 'short.belfry'),
        Buffer.concat([bytes.subarray(0, end), Buffer.alloc(1024)]),
      );
      await expect(restore(join(folder, 'short.belfry'))).rejects.toThrow(/changed or damaged|incomplete/);
      await withTown(base.location, async (db) => expect(await listDifferences(db, media)).toEqual([]));
    }),
  ));

test('R-44 a backup can’t write outside the folder of pictures', () =>
  withSqlite((t) =>
    withScene(t, async ({ media, base }) => {
      const { id } = await seedPicture(t.database.write, media, 'mill');
      const name = '../../escaped.jpeg';
      await t.database.write
        .updateTable('picture_file')
        .set({ name })
        .where('name', '=', `${id}-320.jpeg`)
        .execute();
      await expect(takeBackup({ ...base, kind: 'asked', now: NOW })).rejects.toThrow(
        /was changed or damaged/,
      );
    }),
  ));

longOnEachDatabase(
  'a backup has documents with their text and earlier files, and who uses them is known again',
  async (t) => {
    await withScene(t, async ({ media, base }) => {
      const { write } = t.database;
      const { id, text } = USED;
      const [stored, unused, earlier] = await seedUsedDocuments(write, media, NOW);
      const picture = await seedPicture(write, media, 'kept');
      const { file, lost } = await takeBackup({ ...base, kind: 'asked', now: NOW });
      expect(lost).toBe(0);
      for (const name of [stored, unused, earlier]) await media.remove(name);
      await media.remove(picture.names[0] as string);
      const { trouble } = await runBackup(t.database, { ...base, kind: 'asked', now: NOW + 1000 });
      expect(trouble).toMatch(/^The backup is good, but 1 picture file and 3 document files are missing/);
      await t.database.close();
      await restoreTown({ ...restoring, ...base, backup: file });
      await withTown(t.location, async (read) => {
        expect(await listDifferences(read, media)).toEqual([]);
        expect((await findDocument(read, id))?.title).toBe('Minutes');
        expect(await listDocumentVersions(read, id)).toHaveLength(1);
        expect(await isDocumentPublic(read, id)).toBe(true);
        expect(await isDocumentPublic(read, UNUSED.id)).toBe(false);
        const parts = await read.selectFrom('document_part').select(['text']).orderBy('document').execute();
        expect(parts).toEqual([{ text }, { text: UNUSED.text }]);
      });
      expect(Buffer.from((await media.read(stored)) ?? []).toString()).toBe(text);
    });
  },
  ['app/platform/media'],
);
