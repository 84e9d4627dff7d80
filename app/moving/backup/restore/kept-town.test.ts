import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Database } from '#app/platform/database/handles.ts';
import { listRunMigrations, migrate } from '#app/platform/database/migrate-database.server.ts';
import { findTableHandling, listTownTables } from '#app/platform/database/tables/town-tables.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { withEarlierTown } from '../../../../tests/earlier-schemas.ts';
import { listSchemaObjects } from '../../../../tests/schema-objects.ts';
import { countRows, readPages } from '../town-rows.server.ts';
import { dropKeptTown, keepPostgresTown, putPostgresTownBack } from './kept-town.server.ts';
import { listPresentTables } from './postgres-town.server.ts';

async function inside<Result>(url: string, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = openDatabase({ url });
  return work(database).finally(() => database.close());
}

/** All rows of all tables that are not derived from others. */
function readTown(url: string): Promise<Record<string, unknown[]>> {
  return inside(url, async ({ write, capabilities }) => {
    const tables = await listTownTables((await listRunMigrations({ write })).at(-1) as string);
    const read: Record<string, unknown[]> = {};
    for (const table of tables.filter(({ name }) => findTableHandling(name) !== 'derived'))
      read[table.name] = (await Array.fromAsync(readPages(write, capabilities, table))).flat();
    return read;
  });
}

test.runIf(inject('postgresUrl'))(
  'a PostgreSQL town is put back with every row, sessions and tokens included, after a newer version changed it',
  () =>
    withEarlierTown('1.0.0', 'postgres', async (location) => {
      const { url } = location as { url: string };
      // A town is kept by the version that it runs on, with its schema.
      await inside(url, migrate);
      const before = await readTown(url);
      const objects = await inside(url, listSchemaObjects);
      await keepPostgresTown(url);
      const present = await inside(url, async ({ write }) => {
        const tables = await listPresentTables(write);
        await sql`create table "of_a_newer_version" ("user" text references "site_user")`.execute(write);
        await sql`alter table "news_item" drop column "title" cascade`.execute(write);
        await sql`delete from "session"`.execute(write);
        await sql`insert into kysely_migration values ('0009-newer', '')`.execute(write);
        return [...tables, 'of_a_newer_version'];
      });
      await putPostgresTownBack(url, present);
      expect(await readTown(url)).toEqual(before);
      expect(before.session).not.toEqual([]);
      await dropKeptTown(url);
      expect(await inside(url, listSchemaObjects)).toEqual(objects);
      // The site indexes the items again.
      expect(await inside(url, ({ write }) => countRows(write, 'search_stale'))).toBeGreaterThan(0);
    }),
);
