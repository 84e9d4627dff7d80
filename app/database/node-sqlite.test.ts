import { DatabaseSync } from 'node:sqlite';
import { Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { withSqlite } from '../../tests/each-database.ts';
import { nodeSqliteDialect } from './node-sqlite.server.ts';

type Notes = { note: { id: number; text: string | null } };

async function openNotes(): Promise<Kysely<Notes> & AsyncDisposable> {
  const db = new Kysely<Notes>({ dialect: nodeSqliteDialect(() => new DatabaseSync(':memory:')) });
  await sql`create table note (id integer primary key, text text)`.execute(db);
  return Object.assign(db, { [Symbol.asyncDispose]: () => db.destroy() });
}

test('the same statement is prepared once, however often it runs', async () => {
  const prepared: string[] = [];
  class Counting extends DatabaseSync {
    override prepare(text: string) {
      prepared.push(text);
      return super.prepare(text);
    }
  }
  const db = new Kysely<Notes>({ dialect: nodeSqliteDialect(() => new Counting(':memory:')) });
  await sql`create table note (id integer primary key, text text)`.execute(db);
  for (let id = 1; id <= 20; id++)
    await db
      .insertInto('note')
      .values({ id, text: `${id}` })
      .execute();
  const texts: (string | null | undefined)[] = [];
  for (let id = 1; id <= 20; id++) {
    texts.push((await db.selectFrom('note').select('text').where('id', '=', id).executeTakeFirst())?.text);
  }
  expect(texts.at(-1)).toBe('20');
  expect(prepared.filter((text) => text.startsWith('select'))).toHaveLength(1);
  expect(prepared.filter((text) => text.startsWith('insert'))).toHaveLength(1);
  await db.destroy();
});

test('more different statements than are kept still all run', async () => {
  await using db = await openNotes();
  for (let length = 1; length <= 600; length++) {
    const ids = Array.from({ length: (length % 550) + 1 }, (_, id) => id);
    await db.selectFrom('note').select('id').where('id', 'in', ids).execute();
  }
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
});

test('a statement that is kept gives right rows after the table was changed', async () => {
  await using db = await openNotes();
  await db.insertInto('note').values({ id: 1, text: 'one' }).execute();
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([{ id: 1, text: 'one' }]);
  await sql`alter table note add column mark text default 'x'`.execute(db);
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([{ id: 1, text: 'one', mark: 'x' }]);
});

test('a write says how many rows it changed, and with returning gives them', async () => {
  await using db = await openNotes();
  const inserted = await db
    .insertInto('note')
    .values([
      { id: 1, text: 'a' },
      { id: 2, text: 'b' },
    ])
    .executeTakeFirst();
  expect(inserted.numInsertedOrUpdatedRows).toBe(2n);
  const deleted = await db.deleteFrom('note').where('id', '=', 9).executeTakeFirst();
  expect(deleted.numDeletedRows).toBe(0n);
  expect(await db.updateTable('note').set({ text: null }).returning('id').execute()).toEqual([
    { id: 1 },
    { id: 2 },
  ]);
});

test('rows can be streamed while other queries run', async () => {
  await using db = await openNotes();
  await db
    .insertInto('note')
    .values([1, 2, 3].map((id) => ({ id, text: `${id}` })))
    .execute();
  const seen: number[] = [];
  for await (const { id } of db.selectFrom('note').selectAll().orderBy('id').stream()) seen.push(id);
  expect(seen).toEqual([1, 2, 3]);
});

test('a transaction keeps other writers waiting until it ends', async () => {
  await using db = await openNotes();
  const order: string[] = [];
  const first = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('note').values({ id: 1, text: 'first' }).execute();
    // Turns in which the second would come between, if it could.
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    await transaction.updateTable('note').set({ text: 'first, done' }).execute();
    order.push('first');
  });
  const second = db.transaction().execute(async (transaction) => {
    const rows = await transaction.selectFrom('note').selectAll().execute();
    order.push(`second sees ${rows[0]?.text}`);
  });
  await Promise.all([first, second]);
  expect(order).toEqual(['first', 'second sees first, done']);
});

test('a transaction that fails leaves nothing, and the next one runs', async () => {
  await using db = await openNotes();
  const failing = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('note').values({ id: 1, text: 'gone' }).execute();
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  await db
    .transaction()
    .execute((transaction) => transaction.insertInto('note').values({ id: 2, text: 'stays' }).execute());
  expect(await db.selectFrom('note').select('id').execute()).toEqual([{ id: 2 }]);
});

test('a statement that fails gives the connection back', async () => {
  await using db = await openNotes();
  await expect(sql`select * from absent`.execute(db)).rejects.toThrow('no such table');
  expect(await db.selectFrom('note').selectAll().execute()).toEqual([]);
});

test('a database that is closed refuses work and can be closed again', async () => {
  await withSqlite(async ({ database }) => {
    await database.read.selectFrom('town_setting').selectAll().execute();
    await database.close();
    await database.close();
    await expect(database.read.selectFrom('town_setting').selectAll().execute()).rejects.toThrow();
  });
});
