import { expect, inject, test } from 'vitest';
import { eachDatabase, withPostgres } from '../../../tests/each-database.ts';
import { isDatabaseUnavailable } from './database-error.ts';
import type { WriteDb } from './handles.ts';
import { inTransaction } from './transaction.ts';

const postgresUrl = inject('postgresUrl');

const touch = (db: WriteDb, collection: string) =>
  db
    .updateTable('collection_revision')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('collection', '=', collection)
    .execute();

test.skipIf(!postgresUrl)('two transactions that wait for each other both succeed', () =>
  withPostgres(postgresUrl as string, async ({ database: { write } }) => {
    let arrived = 0;
    const bothHaveOne = Promise.withResolvers<void>();
    let runs = 0;
    const cross = (first: string, second: string) =>
      inTransaction(write, async (db) => {
        runs++;
        await touch(db, first);
        if (++arrived === 2) bothHaveOne.resolve();
        await bothHaveOne.promise;
        await touch(db, second);
        return second;
      });
    const done = await Promise.all([cross('polls', 'votes'), cross('votes', 'polls')]);
    expect(done).toEqual(['votes', 'polls']);
    expect(runs).toBeGreaterThan(2);
  }),
);

eachDatabase('a transaction that conflicts is tried at most four times', async ({ database: { write } }) => {
  for (const [code, most] of [
    ['40001', 4],
    ['40P01', 4],
    ['55P03', 3],
    ['23505', 1],
  ] as const) {
    let tries = 0;
    const conflict = Object.assign(new Error('conflict'), { code });
    const work = inTransaction(write, async (db) => {
      await touch(db, 'polls');
      tries++;
      throw conflict;
    });
    await expect(work).rejects.toBe(conflict);
    expect([code, tries]).toEqual([code, most]);
    expect(isDatabaseUnavailable(conflict)).toBe(code !== '23505');
  }
});
