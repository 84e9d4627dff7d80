import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test, vi } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import type { Dialect } from '#app/platform/database/capabilities.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { countItems } from '#app/platform/database/lists/counted-list.server.ts';
import {
  listKnownMigrations,
  listPendingMigrations,
  listRunMigrations,
} from '#app/platform/database/migrate-database.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { countIndexFaults } from '#app/platform/search-index/rebuild-index.server.ts';
import { eachEmptyDatabase, type TestLocation } from '../../../../tests/each-database.ts';
import {
  type EarlierSchema,
  earlierBackup,
  earlierSchemas,
  withEarlierTown,
} from '../../../../tests/earlier-schemas.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { isDeep } from '../../../../tests/rounds.ts';
import { listDifferences } from '../../../../tests/seed-picture.ts';
import { buildTown } from './build-town.server.ts';
import { restoreTown } from './restore-town.server.ts';
import { describeUpgrade, upgradeTown } from './upgrade-town.server.ts';

// Each kill is a process of its own that makes a backup.
vi.setConfig({ testTimeout: 180_000 });

const OLD: EarlierSchema = 'last-development';
const NOW = Date.UTC(2026, 10, 20, 12);
const script = fileURLToPath(new URL('../../../../tests/killed-work.ts', import.meta.url));

type Scene = { location: TestLocation; folder: string };

/** A town of an earlier version. */
async function withOldTown(dialect: Dialect, work: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-upgrade-'));
  await withEarlierTown(OLD, dialect, (location) => work({ location, folder })).finally(() =>
    rm(folder, { recursive: true, force: true }),
  );
}

async function inside<Result>(location: TestLocation, look: (database: Database) => Promise<Result>) {
  const database = openDatabase(location);
  return look(database).finally(() => database.close());
}

async function expectUpgraded({ location, folder }: Scene): Promise<void> {
  await inside(location, async (database) => {
    expect(await listRunMigrations(database)).toEqual(listKnownMigrations());
    expect(await database.write.selectFrom('article').select('id').orderBy('id').execute()).toHaveLength(2);
    const june = database.write.selectFrom('verified_address').select('address').where('userId', '=', 'june');
    expect(await june.execute()).toEqual([{ address: 'june@example.org' }]);
    const runs = database.write
      .selectFrom('backup_run')
      .select('trouble')
      .where('kind', '=', 'before-upgrade');
    expect(await runs.execute()).toEqual([{ trouble: null }]);
  });
  const [backup] = await listBackupFiles(folder);
  const town = await buildTown(backup?.file as string, join(folder, 'old.db'), {});
  // As before: of the older schema.
  expect(town.manifest.schema).toEqual(['0001-first-release']);
  expect(town.connection.prepare('select hash from password where "userId" = ?').get('june')).toEqual({
    hash: '$argon2id$june',
  });
  await town.database.close();
}

/** Runs the upgrade in a separate process that kills itself at the step; returns the total number of steps. */
async function upgradeUntil({ location, folder }: Scene, step: number): Promise<number> {
  const place = 'url' in location ? location.url : location.dataFolder;
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    'upgrade',
    place,
    folder,
    String(step),
  ]);
  return Number(stdout);
}

async function killAtSteps(scene: Scene, kills: number): Promise<void> {
  for (let kill = 0; kill < kills; kill++) {
    // The first steps check what there is to do; the last ones are the migrations'.
    const step = 3 + kill * Math.ceil(48 / kills);
    await expect(upgradeUntil(scene, step)).rejects.toMatchObject({ signal: 'SIGKILL' });
    await inside(scene.location, async (database) => {
      expect(await listPendingMigrations(database)).toContain('0001-first-release');
      expect(await database.write.selectFrom('article').select('id').execute()).toHaveLength(2);
    });
  }
  expect(await upgradeUntil(scene, 0)).toBeGreaterThan(50);
  await expectUpgraded(scene);
  expect((await readdir(join(scene.folder, 'backups'))).filter((name) => name.startsWith('.'))).toEqual([]);
}

longTest(
  'F23 an upgrade that is killed at any step leaves the old schema, and the next one completes it (SQLite)',
  () => withOldTown('sqlite', (scene) => killAtSteps(scene, isDeep(import.meta.url) ? 3 : 1)),
  ['app/moving/backup', 'app/platform/database', 'app/platform/sqlite'],
);

const postgresUrl = inject('postgresUrl');

if (postgresUrl)
  longTest(
    'F23 an upgrade that is killed at any step leaves the old schema, and the next one completes it (PostgreSQL)',
    () => withOldTown('postgres', (scene) => killAtSteps(scene, isDeep(import.meta.url) ? 2 : 1)),
    ['app/moving/backup', 'app/platform/database', 'app/platform/postgres'],
  );

if (postgresUrl)
  longTest(
    'R-69 if several nodes start on an older database, one creates the backup',
    () =>
      withOldTown('postgres', async (scene) => {
        const nodes = Array.from({ length: 3 }, () =>
          inside(scene.location, (database) =>
            upgradeTown(database, {
              location: scene.location,
              dataFolder: scene.folder,
              media: openMediaFiles({ dataFolder: scene.folder }),
              now: NOW,
            }),
          ),
        );
        const backups = (await Promise.all(nodes)).map(({ backup }) => backup);
        expect(backups.filter(Boolean)).toHaveLength(1);
        await expectUpgraded(scene);
      }),
    ['app/moving/backup', 'app/platform/database', 'app/platform/postgres'],
  );

for (const schema of Object.keys(earlierSchemas) as EarlierSchema[])
  eachEmptyDatabase(
    `a backup of ${schema} restores into an empty database`,
    async (location) => {
      const folder = await mkdtemp(join(tmpdir(), 'belfry-restore-'));
      const backup = earlierBackup(schema);
      await restoreTown({
        textSources,
        location,
        dataFolder: folder,
        media: openMediaFiles({ dataFolder: folder }),
        backup,
        now: NOW,
        note: async () => undefined,
      });
      await inside(location, async (database) => {
        expect(await listRunMigrations(database)).toEqual(listKnownMigrations());
        const { write } = database;
        expect(await write.selectFrom('article').select('id').orderBy('id').execute()).toEqual([
          { id: 'a0' },
          { id: 'a1' },
        ]);
        expect(await countItems(write, 'event')).toBe(2);
        expect(await countIndexFaults(write, textSources)).toBe(0);
        const files = await write.selectFrom('picture_file').select('name').execute();
        expect(files).toHaveLength(schema === OLD ? 0 : 6);
        expect(await listDifferences(write, openMediaFiles({ dataFolder: folder }))).toEqual([]);
      });
      await rm(folder, { recursive: true });
    },
    ['app/moving/backup'],
  );

eachEmptyDatabase(
  'the way back that an upgrade prints restores the town as it was',
  async (empty) => {
    await withOldTown('url' in empty ? 'postgres' : 'sqlite', async ({ location, folder }) => {
      const database = openDatabase(location);
      const options = {
        location,
        dataFolder: folder,
        media: openMediaFiles({ dataFolder: folder }),
        now: NOW,
      };
      const lines = describeUpgrade(await upgradeTown(database, options));
      await database.close();
      expect(lines[1]).toMatch(/^To go back, stop the site, install the previous version, and run: \S/);
      const backup = / restore (\S+)$/.exec(lines[1] ?? '')?.[1] as string;
      // The version before reads only what was there before: the first format, of its own schema.
      const trial = await buildTown(backup, join(folder, 'way-back.db'), {});
      expect(trial.manifest).toMatchObject({ version: 1, schema: ['0001-first-release'], documents: [] });
      await trial.database.close();
      const dataFolder = join(folder, 'restored');
      const media = openMediaFiles({ dataFolder });
      const note = async () => undefined;
      await restoreTown({ textSources, location: empty, dataFolder, media, backup, now: NOW, note });
      await inside(empty, async ({ write }) => {
        expect(await write.selectFrom('article').select('id').orderBy('id').execute()).toEqual([
          { id: 'a0' },
          { id: 'a1' },
        ]);
      });
    });
  },
  ['app/moving/backup'],
);

test('R-69 without a verified backup nothing is upgraded, unless that is requested', () =>
  withOldTown('sqlite', async ({ location, folder }) => {
    const database = openDatabase(location);
    const dataFolder = join('/dev/null', 'folder');
    const options = { location, dataFolder, media: openMediaFiles({ dataFolder }), now: NOW };
    await expect(upgradeTown(database, options)).rejects.toThrow(
      /backup before its upgrade failed.*--without-backup$/,
    );
    expect(await listPendingMigrations(database)).toContain('0001-first-release');
    await upgradeTown(database, { ...options, withoutBackup: true });
    expect(await listPendingMigrations(database)).toEqual([]);
    expect(await listBackupFiles(folder)).toEqual([]);
    await database.close();
  }));
