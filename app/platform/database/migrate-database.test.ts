import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { createPostgresDatabase } from '../../../tests/postgres-database.ts';
import type { Database } from './handles.ts';
import { listPendingMigrations, migrate, NewerDatabaseError } from './migrate-database.server.ts';

type Ledger = { kysely_migration: { name: string; timestamp: string } };

async function listTables({ write }: Database): Promise<string[]> {
  return (await write.introspection.getTables()).map((table) => table.name).sort();
}

async function withEmptySqlite(
  body: (database: Database, dataFolder: string) => Promise<void>,
): Promise<void> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const database = openDatabase({ dataFolder });
  await body(database, dataFolder).finally(() => database.close());
  await rm(dataFolder, { recursive: true });
}

eachDatabase('an up-to-date database is not changed', async ({ database }) => {
  expect(await listPendingMigrations(database)).toEqual([]);
  expect(await migrate(database)).toEqual([]);
});

test('no statement of the schema is nested too deeply for an older SQLite', async () => {
  await withEmptySqlite(async (database) => {
    await migrate(database);
    const { rows } = await sql<{ name: string; sql: string }>`select name, sql from sqlite_schema
      where sql is not null`.execute(database.write);
    const deep = rows.filter((row) => nestingOf(row.sql) > MOST_NESTED).map(({ name }) => name);
    expect(deep).toEqual([]);
    expect(rows.length).toBeGreaterThan(50);
  });
});

/** SQLite 3.40, Debian's version, fails at about 24 nested calls. */
const MOST_NESTED = 20;

function nestingOf(statement: string): number {
  let [depth, most] = [0, 0];
  for (const [parenthesis] of statement.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1;
    most = Math.max(most, depth);
  }
  return most;
}

test('an empty database gets every table', async () => {
  await withEmptySqlite(async (database) => {
    expect((await listPendingMigrations(database))[0]).toBe('0001-first-release');
    expect((await migrate(database)).every((result) => result.status === 'Success')).toBe(true);
    expect(await listTables(database)).toEqual(
      expect.arrayContaining([
        'article',
        'business',
        'event',
        'news_item',
        'poll',
        'poll_option',
        'town_setting',
      ]),
    );
  });
});

test('listing pending migrations changes nothing', async () => {
  await withEmptySqlite(async (database) => {
    await listPendingMigrations(database);
    expect(await listTables(database)).toEqual([]);
  });
});

eachDatabase(
  'a database of a newer version is refused with one line and not changed',
  async ({ database }) => {
    const ledger = database.write as unknown as Kysely<Ledger>;
    await ledger
      .insertInto('kysely_migration')
      .values({ name: '9999-from-the-future', timestamp: 'later' })
      .execute();
    const refused = migrate(database);
    await expect(refused).rejects.toBeInstanceOf(NewerDatabaseError);
    await expect(refused).rejects.toThrow(/^[^\n]*newer version[^\n]*9999-from-the-future[^\n]*$/);
  },
);

test('a migration that fails halfway changes nothing, and succeeds once the cause is fixed', async () => {
  await withEmptySqlite(async (database) => {
    const { schema } = database.write;
    await schema.createTable('poll_option').addColumn('stray', 'text').execute();
    await expect(migrate(database)).rejects.toThrow('already exists');
    expect(await listTables(database)).toEqual(['poll_option']);
    await schema.dropTable('poll_option').execute();
    await migrate(database);
    expect(await listPendingMigrations(database)).toEqual([]);
  });
});

longTest('several processes that start together on an empty data folder all get a migrated database', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const tool = fileURLToPath(new URL('../../../commands/belfry.ts', import.meta.url));
  const env = { ...process.env, BELFRY_DATA: dataFolder, DATABASE_URL: '' };
  const runs = await Promise.all(
    Array.from({ length: 3 }, () => promisify(execFile)(process.execPath, [tool, 'migrate'], { env })),
  );
  expect(runs.filter(({ stdout }) => stdout.includes('(0001-first-release'))).toHaveLength(1);
  expect(runs.every(({ stdout }) => stdout.includes('up to date'))).toBe(true);
  await rm(dataFolder, { recursive: true });
}, ['app/platform/sqlite']);

test('several nodes that start together on an empty PostgreSQL all get a migrated database', async ({
  skip,
}) => {
  const serverUrl = inject('postgresUrl');
  if (!serverUrl) return skip('no PostgreSQL');
  const { url, drop } = await createPostgresDatabase(serverUrl);
  const nodes = [1, 2, 3].map(() => openDatabase({ url }));
  const ran = await Promise.all(nodes.map(migrate));
  expect(ran.filter((results) => results.length > 0)).toHaveLength(1);
  await Promise.all(nodes.map((node) => node.close()));
  await drop();
});
