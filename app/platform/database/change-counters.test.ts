import { expect } from 'vitest';
import { subjects } from '#app/collections.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { noting, readChangeCounters, type Subject } from './change-counters.server.ts';

const row = { id: 'a', createdAt: 1, updatedAt: 1, title: 'A', titleKey: 'a', description: 'x', deck: 'x' };

eachDatabase(
  'every change increases the counter of its collection, and of no other',
  async ({ database }) => {
    const { read, write } = database;
    const start = await readChangeCounters(read);
    await write.insertInto('poll').values(row).execute();
    const created = await readChangeCounters(read);
    expect(created.polls).toBeGreaterThan(Number(start.polls));
    await write
      .insertInto('poll_option')
      .values({ id: 'o', pollId: 'a', position: 0, text: 'Yes' })
      .execute();
    const option = await readChangeCounters(read);
    expect(option.polls).toBeGreaterThan(Number(created.polls));
    await write.deleteFrom('poll').execute();
    const removed = await readChangeCounters(read);
    expect(removed.polls).toBeGreaterThan(Number(option.polls));
    // Its votes were deleted with it.
    expect({ ...removed, polls: start.polls, votes: start.votes }).toEqual(start);
  },
);

eachDatabase('a change that is rolled back increases no counter', async ({ database: { read, write } }) => {
  const start = await readChangeCounters(read);
  const failing = write.transaction().execute(async (transaction) => {
    await transaction.insertInto('poll').values(row).execute();
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await readChangeCounters(read)).toEqual(start);
});

eachDatabase(
  'a noting handle records every table its queries read, including joins and subqueries',
  async ({ database: { read } }) => {
    const seen = new Set<Subject | '*'>();
    const db = noting(read, subjects, seen);
    await db
      .selectFrom('poll')
      .innerJoin('poll_option', 'poll_option.pollId', 'poll.id')
      .select('poll.id')
      .where('poll.id', 'in', (eb) => eb.selectFrom('article').select('article.id'))
      .execute();
    expect([...seen].sort()).toEqual(['articles', 'polls']);
    await db.selectFrom('site_user').selectAll().execute();
    expect(seen.has('*')).toBe(true);
  },
);

eachDatabase("a query's own subqueries are not tables", async ({ database: { read } }) => {
  const seen = new Set<Subject | '*'>();
  await noting(read, subjects, seen)
    .with('newest', (db) => db.selectFrom('article').select('id'))
    .selectFrom('newest')
    .select('id')
    .execute();
  expect([...seen]).toEqual(['articles']);
});
