/** The dump of each release, upgraded to the newest schema: every row is still there, and the site shows it. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import { countRows, readPages } from '#app/moving/backup/town-rows.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { listRunMigrations, migrate } from '#app/platform/database/migrate-database.server.ts';
import {
  findTableHandling,
  listTownTables,
  type TownTable,
} from '#app/platform/database/tables/town-tables.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { eachDatabase, type TestLocation } from './each-database.ts';
import { type EarlierSchema, earlierSchemas, withEarlierTown } from './earlier-schemas.ts';
import { openSite, type TestSite } from './open-site.ts';
import { environmentOf } from './operator.ts';
import { seedAdministrator } from './seeded-people.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

const releases = (Object.keys(earlierSchemas) as EarlierSchema[]).filter(
  (schema) => schema !== 'last-development',
);

/** Tables without a row in a dump, and why. */
const empty: Record<string, string> = {
  search_stale: 'a saved item is indexed, and its row deleted, in the same second',
};

/** Columns that a migration changes on purpose, as `table.column`, and why. */
const changed: Record<string, string> = {};

async function inside<Result>(location: TestLocation, work: (database: Database) => Promise<Result>) {
  const database = openDatabase(location);
  return work(database).finally(() => database.close());
}

/** The values of the columns of `tables`, by table, without those that a migration changes. */
async function readRows({ write, capabilities }: Database, tables: readonly TownTable[]) {
  const read: Record<string, unknown[]> = {};
  for (const { name, columns, key } of tables) {
    const kept = columns.filter((column) => !(`${name}.${column.name}` in changed));
    read[name] = (await Array.fromAsync(readPages(write, capabilities, { name, columns: kept, key }))).flat();
  }
  return read;
}

for (const release of releases) {
  eachDatabase(`every table of the dump of ${release} has rows`, ({ dialect }) =>
    withEarlierTown(release, dialect, (location) =>
      inside(location, async ({ write }) => {
        const tables = (await write.introspection.getTables()).filter(({ isView }) => !isView);
        const without: string[] = [];
        for (const { name } of tables) if ((await countRows(write, name)) === 0) without.push(name);
        expect(without.sort()).toEqual(Object.keys(empty));
        expect(tables.length).toBeGreaterThan(85);
      }),
    ),
  );

  eachDatabase(`an upgrade keeps every row of ${release}, and the site shows them`, ({ dialect }) =>
    withEarlierTown(release, dialect, async (location) => {
      const before = await inside(location, async (database) => {
        const schema = (await listRunMigrations(database)).at(-1) as string;
        const present = await listTownTables(schema);
        const tables = present.filter(({ name }) => findTableHandling(name) !== 'derived');
        const rows = await readRows(database, tables);
        await migrate(database);
        expect(await readRows(database, tables)).toEqual(rows);
        return Object.values(rows).flat().length;
      });
      expect(before).toBeGreaterThan(150);
      await expectConsistent(location);
      await expectShown(location);
    }),
  );
}

/** SQLite enforces foreign keys only while it writes; PostgreSQL has none that are broken. */
async function expectConsistent(location: TestLocation): Promise<void> {
  if ('url' in location) return;
  await inside(location, async ({ write }) => {
    expect((await sql`pragma foreign_key_check`.execute(write)).rows).toEqual([]);
    expect((await sql`pragma integrity_check`.execute(write)).rows).toEqual([{ integrity_check: 'ok' }]);
  });
}

/** Pages, and what of the dump they show. */
const shown: Record<string, string[]> = {
  '/news': ['Ferry schedule changes'],
  '/newsletter': ['November 20, 2026'],
  '/newsletter/2026-11-20': ['here is the news.', 'Café concert'],
  '/admin/sources': ['The Hollow Ledger', 'Town calendar', 'County calendar'],
  '/admin/inbox': ['Library roof mended', 'Ferry schedule changes', 'Winter market', 'Film night'],
  '/admin/newsletter': ['Bridge?'],
  '/admin/newsletter/subscribers': ['reader@example.org', 'gone@example.net'],
  '/admin/pictures': ['bridge.jpg', 'market.png'],
  '/admin/trash': ['Later buses?', 'Old notice'],
  '/admin/articles': ['Bridge work continues'],
  '/admin/news': ['Snow plan'],
  '/admin/articles/d1/revisions': ['Bridge work'],
  '/admin/redirects': ['/2019/05/bridge'],
};

async function expectShown(location: TestLocation): Promise<void> {
  const email = 'june@example.org';
  const environment = { ...environmentOf({ location }), BELFRY_ADMIN_EMAIL: email };
  await using site = await openSite({ environment, migrated: false });
  const june = await seedAdministrator(site.write, { email, password: '' }, { url: site.origin, now: NOW });
  const headers = { Cookie: `${june.name}=${june.value}` };
  const missing: unknown[] = [];
  for (const [path, texts] of Object.entries(shown)) {
    const response = await site.fetch(path, { headers });
    const page = await response.text();
    const absent = texts.filter((text) => !page.includes(text));
    if (response.status !== 200 || absent.length > 0) missing.push([path, response.status, absent]);
  }
  expect(missing).toEqual([]);
  await expectUsable(site, headers);
}

/** What was decided and deleted before the upgrade can be undone, and what waited can be published. */
async function expectUsable(site: TestSite, headers: Record<string, string>): Promise<void> {
  // The last three decisions: a merge, a snooze, a discard.
  for (let decision = 0; decision < 3; decision++) await site.post('/admin/inbox/undo', {}, headers);
  const waiting = await site.page('/admin/inbox', headers);
  for (const title of ['Market of the winter', 'Budget hearing', 'Buy now']) expect(waiting).toContain(title);
  await site.post('/admin/inbox/all', { do: 'publish', asked: String(NOW) }, headers);
  expect(await site.page('/events')).toContain('Choir evening');
  const trash = await site.page('/admin/trash', headers);
  const ids = [...trash.matchAll(/name="id"[^>]*value="([^"]+)"/g)].map(([, id = '']) => id);
  await site.post('/admin/trash', { id: ids, do: 'restore' }, headers);
  expect(await site.page('/polls/p3')).toContain('Later buses?');
  expect(await site.page('/news')).toContain('Old notice');
}
