import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { textSources } from '#app/collections.server.ts';
import { appendSuppressions } from '#app/moving/backup/suppression.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import {
  eachDatabase,
  longOnPostgres,
  type TestDatabase,
  type TestLocation,
  withSqlite,
} from '../../../../tests/each-database.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { articleRow, seedTown } from '../../../../tests/seed-town.ts';
import { type RestoreOptions, restoreTown } from './restore-town.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const LATER = NOW + 3_600_000;

type Scene = {
  folder: string;
  backup: string;
  restore: (options?: Partial<RestoreOptions>) => ReturnType<typeof restoreTown>;
};

/** A town with a backup; its database is open until the test closes it. */
async function withScene(t: TestDatabase, work: (scene: Scene) => Promise<void>): Promise<void> {
  const folder =
    'dataFolder' in t.location ? t.location.dataFolder : await mkdtemp(join(tmpdir(), 'belfry-restore-'));
  await seedTown(t.database.write);
  const { location } = t;
  const { file: backup } = await takeBackup({
    location,
    dataFolder: folder,
    media: openMediaFiles({ dataFolder: folder }),
    kind: 'asked',
    now: NOW,
  });
  const restore: Scene['restore'] = (options) =>
    restoreTown({
      textSources,
      backup,
      location,
      dataFolder: folder,
      media: openMediaFiles({ dataFolder: folder }),
      now: LATER,
      note: async () => undefined,
      ...options,
    });
  try {
    await work({ folder, backup, restore });
  } finally {
    if (!('dataFolder' in location)) await rm(folder, { recursive: true, force: true });
  }
}

async function inside<Result>(
  location: TestLocation,
  look: (db: WriteDb, database: Database) => Promise<Result>,
) {
  const database = openDatabase(location);
  return look(database.write, database).finally(() => database.close());
}

async function listIds(
  db: WriteDb,
  table: 'article' | 'site_user' | 'session' | 'api_token' | 'audit_entry' | 'mail',
) {
  const rows = await (db as WriteDb)
    .selectFrom(table as 'article')
    .selectAll()
    .execute();
  return rows.map((row) => row.id ?? '?').sort();
}

longOnPostgres(
  'R-68 a restore brings back the content, and no session, token, link or email',
  async (t) => {
    await withScene(t, async ({ restore }) => {
      const { write } = t.database;
      const counters = await write.selectFrom('collection_revision').selectAll().execute();
      await write.deleteFrom('article').where('id', '=', 'a1').execute();
      await write.insertInto('article').values(articleRow('new')).execute();
      const entry = {
        actor: 'admin' as const,
        actorId: null,
        action: 'item-removed',
        subject: null,
        address: null,
      };
      await write
        .insertInto('audit_entry')
        .values({ id: 'since', at: LATER, ...entry })
        .execute();
      await write.insertInto('backup_setting').values({ name: 'plan', value: '{"keep":3}' }).execute();
      await t.database.close();
      const { rows, copy, suppressed } = await restore();
      expect([rows, suppressed]).toEqual([expect.any(Number), 0]);
      expect(copy).toMatch(/before-restore\.belfry$/);
      await inside(t.location, async (db) => {
        expect(await listIds(db, 'article')).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
        expect(await db.selectFrom('article').selectAll().where('id', '=', 'a3').executeTakeFirst()).toEqual({
          ...articleRow('a3'),
          picture: null,
        });
        for (const table of ['session', 'api_token', 'address_proof', 'setup_link'] as const)
          expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
        const hashes = await db.selectFrom('password').select('hash').orderBy('hash').execute();
        expect(hashes.map(({ hash }) => hash)).toEqual(['$argon2id$abe', '$argon2id$june', '$argon2id$may']);
        const mails = await db.selectFrom('mail').select(['id', 'state', 'letter']).orderBy('id').execute();
        expect(mails.map(({ state, letter }) => [state, letter])).toEqual([
          ['withdrawn', null],
          ['sent', null],
        ]);
        // Later actions are still known, and so is how this installation makes backups.
        expect(await listIds(db, 'audit_entry')).toEqual(['e1', 'since']);
        expect(await db.selectFrom('backup_setting').select('name').orderBy('name').execute()).toEqual([
          { name: 'pause' },
          { name: 'plan' },
        ]);
        expect(await findPause(db)).toEqual({ now: LATER, madeAt: NOW });
        // No earlier cached page may be taken for one of the restored town.
        const highest = Math.max(...counters.map(({ revision }) => revision));
        for (const { revision } of await db.selectFrom('collection_revision').selectAll().execute())
          expect(revision).toBeGreaterThan(highest);
        const segments = await db.selectFrom('article_segment').select('items').execute();
        expect(segments.reduce((sum, { items }) => sum + items, 0)).toBe(5);
      });
    });
  },
  ['app/moving/backup'],
);

longOnPostgres(
  'R-68 users who opted out or left since the backup stay that way, users who opted in again stay in',
  async (t) => {
    await withScene(t, async ({ restore }) => {
      const { write } = t.database;
      const opt = (id: string, newsletterOptIn: number) =>
        write.updateTable('site_user').set({ newsletterOptIn }).where('id', '=', id).execute();
      await opt('june', 0);
      await opt('abe', 0);
      await opt('abe', 1);
      await write.deleteFrom('site_user').where('id', '=', 'may').execute();
      await t.database.close();
      expect((await restore()).suppressed).toBe(2);
      await inside(t.location, async (db) => {
        const people = await db
          .selectFrom('site_user')
          .select(['id', 'newsletterOptIn'])
          .orderBy('id')
          .execute();
        expect(people).toEqual([
          { id: 'abe', newsletterOptIn: 1 },
          { id: 'june', newsletterOptIn: 0 },
        ]);
      });
      // Nor does the next restore of the same backup bring them back.
      expect((await restore({ now: LATER + 1000 })).suppressed).toBe(2);
    });
  },
  ['app/moving/backup'],
);

eachDatabase('R-68 a restore while a site is running is refused, and changes nothing', async (t) => {
  await withScene(t, async ({ restore }) => {
    await t.database.write.insertInto('article').values(articleRow('new')).execute();
    await expect(restore()).rejects.toThrow(/^The site or another program is using the database\. Stop it/);
    expect(await listIds(t.database.write, 'article')).toContain('new');
  });
});

eachDatabase('An invalid backup is refused before anything is changed', async (t) => {
  await withScene(t, async ({ folder, backup, restore }) => {
    await t.database.close();
    const wrong = join(folder, 'wrong.belfry');
    await writeFile(wrong, (await readFile(backup)).subarray(0, 9000));
    await expect(restore({ backup: wrong })).rejects.toThrow(/incomplete|altered/);
    await expect(restore({ backup: join(folder, 'nowhere') })).rejects.toThrow(/^There is no file/);
    expect((await readdir(join(folder, 'backups'))).length).toBe(1);
    expect((await readdir(folder)).filter((name) => name.startsWith('.work'))).toEqual([]);
    await inside(t.location, async (db) => expect(await listIds(db, 'session')).toHaveLength(3));
  });
});

test('F8 a damaged town is copied as files and restored, and deleted accounts stay deleted', () =>
  withSqlite((t) =>
    withScene(t, async ({ folder, restore }) => {
      await t.database.write.deleteFrom('site_user').where('id', '=', 'may').execute();
      await appendSuppressions(t.database.write, folder);
      await t.database.close();
      const file = join(folder, 'belfry.db');
      await writeFile(file, Buffer.alloc(100_000, 0xa5));
      const { copy, suppressed } = await restore();
      expect(suppressed).toBe(1);
      expect((await readFile(join(copy as string, 'belfry.db'))).length).toBe(100_000);
      await inside(t.location, async (db) => expect(await listIds(db, 'site_user')).toEqual(['abe', 'june']));
    }),
  ));

longTest(
  'F9 files that an earlier crash left next to the database are not used with the restored one',
  () =>
    withSqlite((t) =>
      withScene(t, async ({ folder, restore }) => {
        await t.database.write.insertInto('article').values(articleRow('new')).execute();
        const file = join(folder, 'belfry.db');
        const [database, wal] = [await readFile(file), await readFile(`${file}-wal`)];
        await t.database.close();
        // The state after `kill -9`: the newest article is only in the -wal.
        await writeFile(file, database);
        await writeFile(`${file}-wal`, wal);
        const { copy } = await restore();
        expect(await readdir(folder)).not.toContain('belfry.db-wal');
        await inside(t.location, async (db) => expect(await listIds(db, 'article')).not.toContain('new'));
        // The copy of the old town has everything acknowledged.
        await restore({ backup: copy as string, now: LATER + 1000 });
        await inside(t.location, async (db) => expect(await listIds(db, 'article')).toContain('new'));
      }),
    ),
  ['app/moving/backup', 'app/platform/sqlite'],
);

test('A backup of either database restores into the other, and into an empty folder', () =>
  withSqlite((t) =>
    withScene(t, async ({ backup }) => {
      const elsewhere = await mkdtemp(join(tmpdir(), 'belfry-elsewhere-'));
      await cp(backup, join(elsewhere, 'town.belfry'));
      const { copy } = await restoreTown({
        textSources,
        backup: join(elsewhere, 'town.belfry'),
        location: { dataFolder: join(elsewhere, 'data') },
        dataFolder: join(elsewhere, 'data'),
        media: openMediaFiles({ dataFolder: join(elsewhere, 'data') }),
        now: LATER,
        note: async () => undefined,
      });
      expect(copy).toBeUndefined();
      await inside({ dataFolder: join(elsewhere, 'data') }, async (db) =>
        expect(await listIds(db, 'article')).toHaveLength(5),
      );
      await rm(elsewhere, { recursive: true });
    }),
  ));
