import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { type TestDatabase, withSqlite } from '../../../tests/each-database.ts';

function save(db: WriteDb, name: string, value = 'v') {
  return db.insertInto('town_setting').values({ name, value }).execute();
}

async function listNames({ database }: TestDatabase): Promise<string[]> {
  const rows = await database.read.selectFrom('town_setting').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}

test('a cached statement returns the right rows after the table has changed', async () => {
  await withSqlite(async ({ database: { read, write } }) => {
    await save(write, 'one');
    const all = () => read.selectFrom('town_setting').selectAll().execute();
    expect(await all()).toEqual([{ name: 'one', value: 'v' }]);
    await sql`alter table town_setting add column mark text default 'x'`.execute(write);
    expect(await all()).toEqual([{ name: 'one', value: 'v', mark: 'x' }]);
  });
});

test('a write returns the number of changed rows, and the rows with RETURNING', async () => {
  await withSqlite(async ({ database: { write } }) => {
    const values = ['a', 'b'].map((name) => ({ name, value: 'v' }));
    const inserted = await write.insertInto('town_setting').values(values).executeTakeFirst();
    expect(inserted.numInsertedOrUpdatedRows).toBe(2n);
    const deleted = await write.deleteFrom('town_setting').where('name', '=', 'z').executeTakeFirst();
    expect(deleted.numDeletedRows).toBe(0n);
    const changed = await write.updateTable('town_setting').set({ value: 'w' }).returning('name').execute();
    expect(changed).toEqual([{ name: 'a' }, { name: 'b' }]);
  });
});

test("other writers wait until a transaction ends, and readers don't see it before", async () => {
  await withSqlite(async (t) => {
    const { write } = t.database;
    const order: string[] = [];
    const first = write.transaction().execute(async (transaction) => {
      await save(transaction, 'first');
      await turns();
      expect(await listNames(t)).toEqual([]);
      await transaction.updateTable('town_setting').set({ value: 'done' }).execute();
      order.push('first');
    });
    const second = write.transaction().execute(async (transaction) => {
      const rows = await transaction.selectFrom('town_setting').selectAll().execute();
      order.push(`second sees ${rows[0]?.value}`);
    });
    await Promise.all([first, second]);
    expect(order).toEqual(['first', 'second sees done']);
  });
});

test('a failed transaction changes nothing, and the next one runs', async () => {
  await withSqlite(async (t) => {
    const { write } = t.database;
    const failing = write.transaction().execute(async (transaction) => {
      await save(transaction, 'gone');
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    await write.transaction().execute((transaction) => save(transaction, 'stays'));
    expect(await listNames(t)).toEqual(['stays']);
  });
});

test('writers in a group succeed or fail independently', async () => {
  await withSqlite(async (t) => {
    const { write } = t.database;
    const outcomes = await Promise.allSettled([
      save(write, 'a'),
      save(write, 'b'),
      save(write, 'a'),
      write.transaction().execute(async (transaction) => {
        await save(transaction, 'gone');
        await turns();
        throw new Error('on purpose');
      }),
      write.transaction().execute(async (transaction) => {
        await save(transaction, 'c');
        await expect(save(transaction, 'c')).rejects.toThrow('UNIQUE');
      }),
      write.transaction().execute((transaction) => save(transaction, 'b')),
      save(write, 'd'),
    ]);
    expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([
      true,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
    expect(await listNames(t)).toEqual(['a', 'b', 'c', 'd']);
  });
});

test('a failure of the first writer in a group does not affect the others', async () => {
  await withSqlite(async (t) => {
    const { write } = t.database;
    const failing = write.transaction().execute(async (transaction) => {
      await save(transaction, 'gone');
      await turns();
      throw new Error('on purpose');
    });
    const others = ['a', 'b', 'c'].map((name) => save(write, name));
    await expect(failing).rejects.toThrow('on purpose');
    await Promise.all(others);
    expect(await listNames(t)).toEqual(['a', 'b', 'c']);
  });
});

test('an acknowledged write is visible to every other connection at that moment', async () => {
  await withSqlite(async (t) => {
    const other = openDatabase(t.location);
    const saveAndLook = async (name: string) => {
      await save(t.database.write, name);
      expect(await listNames({ ...t, database: other })).toContain(name);
    };
    await Promise.all(Array.from({ length: 40 }, (_, index) => saveAndLook(`n${index}`)));
    await other.close();
  });
});

test("a failed statement reports SQLite's error, and the next one runs", async () => {
  await withSqlite(async (t) => {
    await save(t.database.write, 'a');
    await expect(save(t.database.write, 'a')).rejects.toMatchObject({
      code: 'ERR_SQLITE_ERROR',
      errcode: 1555,
    });
    await expect(sql`select * from absent`.execute(t.database.write)).rejects.toThrow('no such table');
    await save(t.database.write, 'b');
    expect(await listNames(t)).toEqual(['a', 'b']);
  });
});

test('at most 64 writes wait; the next is refused at once, and the others are saved', async () => {
  await withSqlite(async (t) => {
    const { write } = t.database;
    let refused: unknown;
    const holding = write.transaction().execute(async (transaction) => {
      await save(transaction, 'first');
      const waiting = Array.from({ length: 64 }, (_, index) => save(write, `n${index}`));
      await turns();
      refused = await save(write, 'one too many').catch((error: unknown) => error);
      return waiting;
    });
    await Promise.all(await holding);
    expect(refused).toMatchObject({ code: 'ERR_WRITES_WAITING' });
    expect(await listNames(t)).toHaveLength(65);
  });
});

test('closing a database saves earlier writes and refuses later ones, and can be repeated', async () => {
  await withSqlite(async (t) => {
    const saving = ['a', 'b', 'c'].map((name) => save(t.database.write, name));
    await turns();
    await t.database.close();
    await t.database.close();
    await Promise.all(saving);
    await expect(save(t.database.write, 'd')).rejects.toThrow();
    await expect(listNames(t)).rejects.toThrow();
    const again = openDatabase(t.location);
    expect(await listNames({ ...t, database: again })).toEqual(['a', 'b', 'c']);
    await again.close();
  });
});
