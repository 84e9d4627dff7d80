import { expect } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import type { WriteDb } from './handles.ts';
import { inSnapshot } from './transaction.ts';

const countOf = (db: Pick<WriteDb, 'selectFrom'>) =>
  db
    .selectFrom('sample_item')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count));

const add = (db: WriteDb, id: string) =>
  db.insertInto('sample_item').values({ collection: 'polls', id }).execute();

eachDatabase('queries in a snapshot agree, whatever is written between them', async ({ database }) => {
  const { read, write } = database;
  for (const handle of [read, write]) {
    const before = await countOf(write);
    const seen = await inSnapshot(handle, async (db) => {
      const first = await countOf(db);
      await add(write, `item-${first}`);
      // Outside of the snapshot, the write is visible.
      expect(await countOf(handle)).toBe(before + 1);
      return [first, await countOf(db), await inSnapshot(db, countOf)];
    });
    expect(seen).toEqual([before, before, before]);
    expect(await countOf(handle)).toBe(before + 1);
  }
});

eachDatabase(
  'many snapshots can be open at once, and each ends when its work fails',
  async ({ database }) => {
    const { read, write } = database;
    await add(write, 'first');
    const counts = await Promise.all(
      Array.from({ length: 8 }, () => inSnapshot(read, async (db) => [await countOf(db), await countOf(db)])),
    );
    expect(counts).toEqual(Array(8).fill([1, 1]));
    await expect(
      inSnapshot(read, async (db) => {
        await countOf(db);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await add(write, 'second');
    expect(await inSnapshot(read, countOf)).toBe(2);
  },
);

eachDatabase('within a transaction a snapshot is part of it', async ({ database: { write } }) => {
  const seen = await write.transaction().execute(async (db) => {
    await add(db, 'mine');
    return inSnapshot(db, countOf);
  });
  expect(seen).toBe(1);
});

eachDatabase('nothing can be written in a snapshot', async ({ database: { write } }) => {
  await expect(inSnapshot(write, (db) => add(db as WriteDb, 'x').then(() => undefined))).rejects.toThrow(
    /readonly|read-only/,
  );
});
