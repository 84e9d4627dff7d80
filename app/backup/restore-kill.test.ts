import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { openDatabase } from '#app/open-database.server.ts';
import { eachDatabase, type TestDatabase, type TestLocation, withSqlite } from '../../tests/each-database.ts';
import { articleRow, plantTown } from '../../tests/plant-town.ts';
import { takeBackup } from './take-backup.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const script = fileURLToPath(new URL('../../tests/killed-work.ts', import.meta.url));
const hasStrace = spawnSync('strace', ['-V']).status === 0;
const OLD = ['a0', 'a1', 'a2', 'a3', 'a4', 'new'];
const NEW = OLD.slice(0, 5);

type Scene = { location: TestLocation; folder: string; backup: string };

/** A town with an article newer than its backup; no one has it open. */
async function withScene(t: TestDatabase, work: (scene: Scene) => Promise<void>): Promise<void> {
  const { location } = t;
  const isFolder = 'dataFolder' in location;
  const folder = isFolder ? location.dataFolder : await mkdtemp(join(tmpdir(), 'belfry-kill-'));
  await plantTown(t.database.write);
  const { file: backup } = await takeBackup({ location, dataFolder: folder, kind: 'asked', now: NOW });
  await t.database.write.insertInto('article').values(articleRow('new')).execute();
  await t.database.close();
  await work({ location, folder, backup });
  if (!isFolder) await rm(folder, { recursive: true });
}

async function listArticles(location: TestLocation): Promise<string[]> {
  const database = openDatabase(location);
  const rows = await database.read.selectFrom('article').select('id').orderBy('id').execute();
  await database.close();
  return rows.map(({ id }) => id);
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

// Each kill is a process of its own that makes two backups.
vi.setConfig({ testTimeout: 180_000 });

eachDatabase(
  'A restore that is killed at any step leaves the complete old town or the complete new one',
  async (t) => {
    await withScene(t, async (scene) => {
      for (const step of [20, 50]) {
        if ((await run(scene, step)) === 'done') break;
        expect([OLD, NEW]).toContainEqual(await listArticles(scene.location));
      }
      expect(await run(scene, 0)).toBe('done');
      expect(await listArticles(scene.location)).toEqual(NEW);
      // The leftovers of the killed processes are gone.
      const names = [...(await readdir(scene.folder)), ...(await readdir(join(scene.folder, 'backups')))];
      expect(names.filter((name) => name.startsWith('.work') || name.endsWith('.partial'))).toEqual([]);
    });
  },
);

test.skipIf(!hasStrace)('Replacing the file is safe at every system call (needs strace)', () =>
  withSqlite((t) =>
    withScene(t, async (scene) => {
      for (const [call, at] of [
        ['rename', 2],
        ['fsync', 6],
      ] as const) {
        const inject = `inject=${call}:signal=KILL:when=${at}`;
        await run(scene, 0, ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `trace=${call}`, '-e', inject]);
        expect([OLD, NEW]).toContainEqual(await listArticles(scene.location));
      }
      expect(await run(scene, 0)).toBe('done');
      expect(await listArticles(scene.location)).toEqual(NEW);
    }),
  ),
);
