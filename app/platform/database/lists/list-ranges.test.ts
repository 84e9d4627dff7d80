import { expect } from 'vitest';
import { eachDatabase } from '../../../../tests/each-database.ts';
import { listRanges, walkRange } from './list-ranges.server.ts';

const order = { table: 'business', column: 'nameKey' } as const;

eachDatabase(
  'the ranges of a list contain each item once, in order, and at most the given number',
  async ({ database: { write } }) => {
    const count = 9000;
    const rows = Array.from({ length: count }, (_, index) => ({
      id: `b${String(index).padStart(5, '0')}`,
      name: `N${index % 40}`,
      nameKey: `n${index % 40}`,
      category: 'C',
      description: '',
      address: 'A',
      createdAt: 0,
      updatedAt: 0,
    }));
    for (let start = 0; start < count; start += 1000)
      await write
        .insertInto('business')
        .values(rows.slice(start, start + 1000))
        .execute();
    const ranges = await listRanges(write, order, { most: 4500 });
    expect(ranges.length).toBeGreaterThan(1);
    const seen: string[] = [];
    for (const range of ranges) {
      const before = seen.length;
      const query = write.selectFrom('business').select(['id', 'nameKey']);
      for await (const slice of walkRange(query, order, range)) seen.push(...slice.map(({ id }) => id));
      expect(seen.length - before).toBe(range.items);
      expect(range.items).toBeLessThanOrEqual(4500);
    }
    const sorted = rows.toSorted((one, other) =>
      `${one.nameKey} ${one.id}` < `${other.nameKey} ${other.id}` ? -1 : 1,
    );
    expect(seen).toEqual(sorted.map(({ id }) => id));
  },
);

eachDatabase('an empty list has no ranges', async ({ database: { write } }) => {
  expect(await listRanges(write, order, { most: 100 })).toEqual([]);
  expect(await listRanges(write, { table: 'event' }, { most: 100, start: 5 })).toEqual([]);
});
