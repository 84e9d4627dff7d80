import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, vi } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { removePictureRow } from '#app/platform/media/picture-store.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import {
  longOnPostgres,
  type TestDatabase,
  type TestLocation,
  withSqlite,
} from '../../../../tests/each-database.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { isDeep } from '../../../../tests/rounds.ts';
import { listDifferences, seedPicture } from '../../../../tests/seed-picture.ts';
import { articleRow, seedTown } from '../../../../tests/seed-town.ts';
import { restoreTown } from './restore-town.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const script = fileURLToPath(new URL('../../../../tests/killed-work.ts', import.meta.url));
const hasStrace = spawnSync('strace', ['-V']).status === 0;
const OLD = ['a0', 'a1', 'a2', 'a3', 'a4', 'new', 'picture new'];
const NEW = ['a0', 'a1', 'a2', 'a3', 'a4', 'picture old'];

type Scene = { location: TestLocation; folder: string; backup: string };

/** A town with an article newer than its backup; no one has it open. */
async function withScene(t: TestDatabase, work: (scene: Scene) => Promise<void>): Promise<void> {
  const { location } = t;
  const isFolder = 'dataFolder' in location;
  const folder = isFolder ? location.dataFolder : await mkdtemp(join(tmpdir(), 'belfry-kill-'));
  await seedTown(t.database.write);
  const media = openMediaFiles({ dataFolder: folder });
  const old = await seedPicture(t.database.write, media, 'old');
  const { file: backup } = await takeBackup({
    location,
    dataFolder: folder,
    media,
    kind: 'asked',
    now: NOW,
  });
  // Only the backup has the old picture, only the present town the new one.
  await removePictureRow(t.database.write, old.id);
  for (const name of old.names) await media.remove(name);
  await seedPicture(t.database.write, media, 'new');
  await t.database.write.insertInto('article').values(articleRow('new')).execute();
  await t.database.close();
  await work({ location, folder, backup });
  if (!isFolder) await rm(folder, { recursive: true });
}

/** The articles and pictures; each picture has its files. */
async function listContents({ location, folder }: Scene): Promise<string[]> {
  const { read, close } = openDatabase(location);
  const articles = await read.selectFrom('article').select('id').orderBy('id').execute();
  const pictures = await read.selectFrom('picture').select('name').execute();
  const differing = await listDifferences(read, openMediaFiles({ dataFolder: folder }));
  await close();
  expect(differing.filter((line) => !line.startsWith('orphaned'))).toEqual([]);
  return [...articles.map(({ id }) => id), ...pictures.map(({ name }) => `picture ${name}`)];
}

/** Runs the restore in a separate process: to its end, or until it is killed. */
async function run(
  { location, folder, backup }: Scene,
  step: number,
  before: string[] = [],
): Promise<'done' | 'killed'> {
  const place = 'url' in location ? location.url : location.dataFolder;
  const [program = '', ...rest] = [
    ...before,
    process.execPath,
    script,
    'restore',
    place,
    folder,
    String(step),
    backup,
  ];
  try {
    await promisify(execFile)(program, rest);
    return 'done';
  } catch (error) {
    if ((error as { signal?: string }).signal !== 'SIGKILL') throw error;
    return 'killed';
  }
}

/** The next restore, to its end in this process, which takes less than another one. */
async function finish({ location, folder, backup }: Scene): Promise<void> {
  const media = openMediaFiles({ dataFolder: folder });
  const note = async () => undefined;
  await restoreTown({ textSources, location, dataFolder: folder, media, backup, now: NOW + 1000, note });
}

// Each kill is a process of its own that makes two backups.
vi.setConfig({ testTimeout: 180_000 });

longOnPostgres(
  'A restore that is killed at any step leaves the complete old town or the complete new one',
  async (t) => {
    await withScene(t, async (scene) => {
      for (const step of isDeep(import.meta.url) ? [20, 50] : [50]) {
        if ((await run(scene, step)) === 'done') break;
        expect([OLD, NEW]).toContainEqual(await listContents(scene));
      }
      await finish(scene);
      expect(await listContents(scene)).toEqual(NEW);
      // The leftovers of the killed processes are gone.
      const names = [...(await readdir(scene.folder)), ...(await readdir(join(scene.folder, 'backups')))];
      expect(names.filter((name) => name.startsWith('.work') || name.endsWith('.partial'))).toEqual([]);
    });
  },
  ['app/moving/backup', 'app/platform/media'],
);

if (hasStrace)
  longTest(
    'Replacing the file is safe at every system call (needs strace)',
    () =>
      withSqlite((t) =>
        withScene(t, async (scene) => {
          const calls = [
            // The database, then the first of three files of a picture.
            ['rename', 5],
            ['rename', 2],
            ['fsync', 12],
          ] as const;
          for (const [call, at] of isDeep(import.meta.url) ? calls : calls.slice(0, 1)) {
            const inject = `inject=${call}:signal=KILL:when=${at}`;
            await run(scene, 0, [
              'strace',
              '-f',
              '-qq',
              '-o',
              '/dev/null',
              '-e',
              `trace=${call}`,
              '-e',
              inject,
            ]);
            expect([OLD, NEW]).toContainEqual(await listContents(scene));
          }
          expect(await run(scene, 0)).toBe('done');
          expect(await listContents(scene)).toEqual(NEW);
        }),
      ),
    ['app/moving/backup', 'app/platform/media'],
  );
