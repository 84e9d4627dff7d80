import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, inject, test, vi } from 'vitest';
import { openDatabase } from '#app/database/connect.server.ts';
import type { Database, WriteDb } from '#app/database/handles.ts';
import { listKnownMigrations, listRunMigrations, migrateOnlyTo } from '#app/database/migrate.server.ts';
import type { TestLocation } from '../../tests/each-database.ts';
import { articleRow } from '../../tests/plant-town.ts';
import { createPostgresDatabase } from '../../tests/postgres-database.ts';
import { listBackupFiles } from './backup-files.server.ts';
import { buildTown } from './build-town.server.ts';
import { upgradeTown } from './upgrade-town.server.ts';

// Each kill is a process of its own that makes a backup.
vi.setConfig({ testTimeout: 180_000 });

const OLD = '0005-mail';
const NOW = Date.UTC(2026, 10, 20, 12);
const script = fileURLToPath(new URL('../../tests/killed-work.ts', import.meta.url));

type Scene = { location: TestLocation; folder: string };

/** A town of an earlier version, with articles and somebody with a password. */
async function withOldTown(url: string | undefined, work: (scene: Scene) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-upgrade-'));
  const location = url ? { url } : { dataFolder: folder };
  await inside(location, async (database) => {
    await migrateOnlyTo(database, OLD);
    await plantOldTown(database);
  });
  await work({ location, folder }).finally(() => rm(folder, { recursive: true, force: true }));
}

async function plantOldTown({ write, capabilities }: Database): Promise<void> {
  await write
    .insertInto('article')
    .values([articleRow('a0'), articleRow('a1')])
    .execute();
  const at = capabilities.dialect === 'sqlite' ? new Date(NOW).toISOString() : new Date(NOW);
  const yes = capabilities.dialect === 'sqlite' ? 1 : true;
  const old = write as unknown as WriteDb & {
    insertInto: (table: string) => ReturnType<WriteDb['insertInto']>;
  };
  const times = { createdAt: at, updatedAt: at };
  const june = { id: 'june', name: '', email: 'june@example.org', emailVerified: yes, newsletterOptIn: yes };
  await old
    .insertInto('users' as 'article')
    .values({ ...june, ...times } as never)
    .execute();
  const way = {
    id: 'w',
    userId: 'june',
    providerId: 'credential',
    accountId: 'june',
    password: '$argon2id$june',
  };
  await old
    .insertInto('account' as 'article')
    .values({ ...way, ...times } as never)
    .execute();
}

async function inside<Result>(location: TestLocation, look: (database: Database) => Promise<Result>) {
  const database = openDatabase(location);
  return look(database).finally(() => database.close());
}

async function expectUpgraded({ location, folder }: Scene): Promise<void> {
  await inside(location, async (database) => {
    expect(await listRunMigrations(database)).toEqual(listKnownMigrations());
    expect(await database.write.selectFrom('article').select('id').orderBy('id').execute()).toHaveLength(2);
    expect(await database.write.selectFrom('verified_address').select('address').execute()).toEqual([
      { address: 'june@example.org' },
    ]);
    const runs = await database.write.selectFrom('backup_run').select(['kind', 'trouble']).execute();
    expect(runs).toEqual([{ kind: 'before-upgrade', trouble: null }]);
  });
  const [backup] = await listBackupFiles(folder);
  const town = await buildTown(backup?.file as string, join(folder, 'old.db'), {});
  // As it was: of the older schema.
  expect(town.manifest.schema.at(-1)).toBe(OLD);
  expect(town.connection.prepare('select email, "emailVerified" from users').all()).toEqual([
    { email: 'june@example.org', emailVerified: 1 },
  ]);
  await town.database.close();
}

/** Runs the upgrade in a process of its own that kills itself at the step; answers how many there were in all. */
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
    // The first steps look what there is to do; the last ones are the migrations'.
    const step = 3 + kill * Math.ceil(48 / kills);
    await expect(upgradeUntil(scene, step)).rejects.toMatchObject({ signal: 'SIGKILL' });
    await inside(scene.location, async (database) => {
      expect((await listRunMigrations(database)).at(-1)).toBe(OLD);
      expect(await database.write.selectFrom('article').select('id').execute()).toHaveLength(2);
    });
  }
  expect(await upgradeUntil(scene, 0)).toBeGreaterThan(50);
  await expectUpgraded(scene);
  expect((await readdir(join(scene.folder, 'backups'))).filter((name) => name.startsWith('.'))).toEqual([]);
}

test('F23 an upgrade that is killed at any step leaves the old schema, and the next one completes it (SQLite)', () =>
  withOldTown(undefined, (scene) => killAtSteps(scene, 3)));

const postgresUrl = inject('postgresUrl');

test.skipIf(!postgresUrl)('F23 the same on PostgreSQL', async () => {
  const { url, drop } = await createPostgresDatabase(postgresUrl as string);
  await withOldTown(url, (scene) => killAtSteps(scene, 2)).finally(drop);
});

test.skipIf(!postgresUrl)(
  'R-69 of several nodes that start on an older database one makes the backup',
  async () => {
    const { url, drop } = await createPostgresDatabase(postgresUrl as string);
    await withOldTown(url, async (scene) => {
      const nodes = Array.from({ length: 3 }, () =>
        inside(scene.location, (database) =>
          upgradeTown(database, { location: scene.location, dataFolder: scene.folder, now: NOW }),
        ),
      );
      const backups = (await Promise.all(nodes)).map(({ backup }) => backup);
      expect(backups.filter(Boolean)).toHaveLength(1);
      await expectUpgraded(scene);
    }).finally(drop);
  },
);

test('R-69 without a good backup nothing is upgraded, unless that is asked for', () =>
  withOldTown(undefined, async ({ location, folder }) => {
    const database = openDatabase(location);
    const options = { location, dataFolder: join('/dev/null', 'folder'), now: NOW };
    await expect(upgradeTown(database, options)).rejects.toThrow(
      /backup before its upgrade failed.*--without-backup$/,
    );
    expect((await listRunMigrations(database)).at(-1)).toBe(OLD);
    expect((await upgradeTown(database, { ...options, withoutBackup: true })).ran).not.toEqual([]);
    expect(await listBackupFiles(folder)).toEqual([]);
    await database.close();
  }));
