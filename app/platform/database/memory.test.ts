import { expect } from 'vitest';
import { subjects } from '#app/collections.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { readChangeCounters, type Subject } from './change-counters.server.ts';
import type { ReadDb } from './handles.ts';
import { Memory } from './memory.server.ts';

function countPolls(db: ReadDb): Promise<number> {
  return db
    .selectFrom('poll')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
    .then(({ count }) => Number(count));
}

const poll = { id: 'a', createdAt: 1, updatedAt: 1, title: 'A', titleKey: 'a', description: 'x', deck: 'x' };
const business = {
  id: 'b',
  createdAt: 1,
  updatedAt: 1,
  name: 'B',
  nameKey: 'b',
  category: 'c',
  description: 'd',
  address: 'a',
};

eachDatabase('shared data is loaded once per change', async ({ database }) => {
  const { read, write } = database;
  const memory = new Memory(subjects);
  let loads = 0;
  const ask = async () => {
    const seen = new Set<Subject | '*'>();
    const remember = memory.at(read, await readChangeCounters(read), seen);
    const count = await remember('polls', (db) => {
      loads += 1;
      return countPolls(db);
    });
    return { count, loads, seen: [...seen] };
  };
  expect(await ask()).toEqual({ count: 0, loads: 1, seen: ['polls'] });
  await write.insertInto('business').values(business).execute();
  expect(await ask()).toEqual({ count: 0, loads: 1, seen: ['polls'] });
  await write.insertInto('poll').values(poll).execute();
  expect(await ask()).toEqual({ count: 1, loads: 2, seen: ['polls'] });
});

eachDatabase('loading is retried after a failure', async ({ database: { read } }) => {
  const memory = new Memory(subjects);
  const counters = await readChangeCounters(read);
  const remember = memory.at(read, counters, new Set());
  const failing = remember('polls', () => Promise.reject(new Error('away')));
  await expect(failing).rejects.toThrow('away');
  expect(await remember('polls', countPolls)).toBe(0);
});
