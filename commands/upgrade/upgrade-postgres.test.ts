/** Upgrades of a release on PostgreSQL, whose way back is a copy of the tables. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import { openInstallation } from '../../tests/installed-release.ts';
import { createPostgresDatabase } from '../../tests/postgres-database.ts';
import { SECOND_MIGRATION, writeArchive } from '../../tests/release-archive.ts';
import { isDeep } from '../../tests/rounds.ts';
import { writeOnce } from '../../tests/write-load.ts';

const postgres = inject('postgresUrl');
const MIGRATION = 'create table "of_a_test" ("name" text not null primary key)';

// The same command on SQLite is tested in each run.
test.runIf(postgres && isDeep(import.meta.url))(
  'on PostgreSQL, a failed upgrade leaves everything as before, an upgrade keeps everything, and a rollback restores the backup',
  async () => {
    const archives = mkdtempSync(join(tmpdir(), 'belfry-archives-'));
    const { url, drop } = await createPostgresDatabase(postgres as string);
    const newer = await writeArchive(archives, { version: '1.1.0', migration: MIGRATION });
    const broken = await writeArchive(archives, {
      version: '1.0.1',
      migration: MIGRATION,
      onStart: 'process.exit(3)',
    });
    {
      await using host = await openInstallation({ version: '1.0.0' }, url);
      const listMigrations = () =>
        host.inDatabase(async ({ write }) => {
          const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(write);
          return rows.map(({ name }) => name);
        });
      const listIds = () =>
        host.inDatabase(async ({ read }) => {
          const rows = await read.selectFrom('news_item').select('id').orderBy('id').execute();
          return rows.map(({ id }) => id);
        });
      const listKeptTables = () =>
        host.inDatabase(async ({ write }) => {
          const { rows } = await sql`select 1 from pg_class where relname like 'before_upgrade_%'`.execute(
            write,
          );
          return rows;
        });
      await host.start();
      expect(await writeOnce({ ...host, id: 'before' })).toMatchObject({ status: 201 });
      // As another node, or a program that reads the database.
      const other = openDatabase({ url });
      const busy = setInterval(() => void sql`select 1`.execute(other.write), 500);
      const shared = await host.belfry(['upgrade', newer, '--unsigned', '--yes']);
      clearInterval(busy);
      await other.close();
      expect([shared.code, shared.said]).toEqual([
        1,
        expect.stringMatching(
          /another program is using the database\. Stop it on every node before upgrading/,
        ),
      ]);
      const failed = await host.belfry(['upgrade', broken, '--unsigned', '--yes', '--wait', '2']);
      expect([failed.code, failed.said]).toEqual([1, expect.stringMatching(/running Belfry 1\.0\.0 again/)]);
      expect([await host.readiness(), host.current(), await listIds()]).toEqual([200, '1.0.0', ['before']]);
      expect(await listMigrations()).not.toContain(SECOND_MIGRATION);
      // As before: not as after a restore, which would have ended the token, and paused scheduled tasks.
      expect(await writeOnce({ ...host, id: 'before' })).toMatchObject({ status: 200 });
      expect(await host.inDatabase(({ read }) => findPause(read))).toBeUndefined();
      expect(await listKeptTables()).toEqual([]);

      const done = await host.belfry(['upgrade', newer, '--unsigned', '--yes']);
      expect([done.code, done.said]).toEqual([0, expect.stringMatching(/running Belfry 1\.1\.0\.\n/)]);
      expect([await host.readiness(), await listIds()]).toEqual([200, ['before']]);
      expect(await listMigrations()).toContain(SECOND_MIGRATION);

      const back = await host.belfry(['rollback', '--yes']);
      expect([back.code, back.said]).toEqual([0, expect.stringMatching(/running Belfry 1\.0\.0\.\n/)]);
      expect([await host.readiness(), host.current(), await listIds()]).toEqual([200, '1.0.0', ['before']]);
      expect(await listMigrations()).not.toContain(SECOND_MIGRATION);
      // None of the newer version's tables is left.
      const again = await host.belfry(['upgrade', newer, '--unsigned', '--yes']);
      expect([again.code, again.said]).toEqual([0, expect.stringMatching(/running Belfry 1\.1\.0\.\n/)]);
    }
    await drop();
    rmSync(archives, { recursive: true });
  },
);
