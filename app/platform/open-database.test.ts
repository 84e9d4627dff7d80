import { statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase, withSqlite } from '../../tests/each-database.ts';
import { openDatabase } from './open-database.server.ts';

async function pragma(db: WriteDb, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  return Object.values(rows[0] ?? {})[0];
}

test('SQLite keeps acknowledged writes after a power failure: WAL and synchronous FULL', async () => {
  await withSqlite(async ({ database: { write } }) => {
    expect(await pragma(write, 'journal_mode')).toBe('wal');
    expect(await pragma(write, 'synchronous')).toBe(2);
    expect(await pragma(write, 'foreign_keys')).toBe(1);
    expect(await pragma(write, 'page_size')).toBe(8192);
  });
});

test("SQLite's read handle cannot write, even if its type is cast", async () => {
  await withSqlite(async ({ database }) => {
    const disguised = database.read as WriteDb;
    const writing = disguised.insertInto('town_setting').values({ name: 'a', value: 'b' }).execute();
    await expect(writing).rejects.toThrow(/readonly|query_only/);
  });
});

test('only their owner can read the data folder and the database', async () => {
  const parent = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const dataFolder = join(parent, 'deep', 'data');
  const database = openDatabase({ dataFolder });
  expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataFolder, 'belfry.db')).mode & 0o777).toBe(0o600);
  await database.close();
  await rm(parent, { recursive: true });
});

eachDatabase('the next read sees a write', async ({ database }) => {
  for (let turn = 0; turn < 5; turn++) {
    await database.write
      .insertInto('town_setting')
      .values({ name: `n${turn}`, value: 'v' })
      .execute();
    expect(await database.read.selectFrom('town_setting').selectAll().execute()).toHaveLength(turn + 1);
  }
});

eachDatabase('counts and epoch milliseconds come back as numbers', async ({ database }) => {
  const createdAt = 253_402_300_799_999;
  const poll = {
    id: 'p',
    title: 't',
    titleKey: 't',
    deck: '',
    description: 'd',
    createdAt,
    updatedAt: createdAt,
  };
  await database.write.insertInto('poll').values(poll).execute();
  const row = await database.read
    .selectFrom('poll')
    .select((eb) => [eb.fn.countAll().as('count'), eb.fn.max('createdAt').as('latest')])
    .executeTakeFirst();
  expect(row).toEqual({ count: 1, latest: createdAt });
});

eachDatabase('when two transactions change the same row, both changes are saved', async ({ database }) => {
  await database.write.insertInto('town_setting').values({ name: 'count', value: '0' }).execute();
  const increase = () =>
    database.write.transaction().execute(async (transaction) => {
      const value = sql<string>`cast(cast(value as integer) + 1 as text)`;
      await transaction.updateTable('town_setting').set({ value }).where('name', '=', 'count').execute();
    });
  await Promise.all(Array.from({ length: 20 }, increase));
  const row = await database.write.selectFrom('town_setting').select('value').executeTakeFirst();
  expect(row).toEqual({ value: '20' });
});
