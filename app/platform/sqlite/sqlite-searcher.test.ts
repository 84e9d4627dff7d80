import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type TestLocation, withSqlite } from '../../../tests/each-database.ts';
import { SqliteSearcher } from './sqlite-searcher.server.ts';

const SLOW = `with recursive step(at) as (select 1 union all select at + 1 from step where at < 2000000)
  select count(*) from step`;

function searcherOf(
  location: TestLocation,
  limits: { deadlineMs: number; longestWaitMs?: number } = { deadlineMs: 100 },
): SqliteSearcher {
  const { dataFolder } = location as { dataFolder: string };
  return new SqliteSearcher(join(dataFolder, 'belfry.db'), limits);
}

test('a search that takes too long is aborted, and those behind it get their results (R-28)', () =>
  withSqlite(async ({ location }) => {
    const searcher = searcherOf(location);
    const asked = [SLOW, 'select 1 as one', SLOW, 'select 2 as one'].map((sql) => searcher.run(sql, []));
    const answers = await Promise.allSettled(asked);
    expect(answers).toMatchObject([
      { status: 'rejected', reason: { code: '57014' } },
      { status: 'fulfilled', value: { rows: [[1]] } },
      { status: 'rejected', reason: { code: '57014' } },
      { status: 'fulfilled', value: { rows: [[2]] } },
    ]);
    await searcher.close();
  }));

test('while too many aborted searches are running, others are refused; then they work again (R-28)', () =>
  withSqlite(async ({ location }) => {
    const searcher = searcherOf(location);
    const asked = [SLOW, SLOW, SLOW, 'select 1'].map((sql) => searcher.run(sql, []));
    const answers = await Promise.allSettled(asked);
    expect(answers.map(({ status }) => status)).toEqual(Array(4).fill('rejected'));
    await expect(searcher.run('select 1', [])).rejects.toMatchObject({ code: '57014' });
    await expect
      .poll(() => searcher.run('select 1 as one', []).catch(() => 'refused'), { timeout: 25_000 })
      .toEqual({ columns: ['one'], rows: [[1]] });
    await searcher.close();
  }));

test('an invalid search fails without affecting others', () =>
  withSqlite(async ({ location }) => {
    const searcher = searcherOf(location);
    const asked = ['select nothing', 'select 1'].map((sql) => searcher.run(sql, []));
    expect((await Promise.allSettled(asked)).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
    await searcher.close();
  }));

test('a query sent to the thread gets its result however long it waits there; one not sent is refused (R-28)', () =>
  withSqlite(async ({ location }) => {
    const searcher = searcherOf(location, { deadlineMs: 60_000, longestWaitMs: 50 });
    const asked = [SLOW, ...Array(9).fill('select 1')].map((sql) => searcher.run(sql, []));
    const answers = (await Promise.allSettled(asked)).map(({ status }) => status);
    expect(answers).toEqual([...Array(5).fill('fulfilled'), ...Array(5).fill('rejected')]);
    await searcher.close();
  }));

test('closing it rejects pending queries and starts no new ones', () =>
  withSqlite(async ({ location }) => {
    const searcher = searcherOf(location);
    const asked = [SLOW, ...Array(9).fill('select 1')].map((sql) => searcher.run(sql, []));
    const answers = Promise.allSettled(asked);
    await searcher.close();
    expect((await answers).map(({ status }) => status)).toEqual(Array(10).fill('rejected'));
  }));
