import { expect } from 'vitest';
import { collections, textSources } from '#app/collections.server.ts';
import { longOnPostgres } from '../../../tests/each-database.ts';
import { seedSampleTown } from '../../../tests/sample-town.ts';
import { listFoundDocuments } from './find-documents.server.ts';
import { indexStaleItems } from './index-items.server.ts';
import { countIndexFaults, rebuildIndex } from './rebuild-index.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const town = { title: 'x', town: 'x', state: 'x', timeZone: 'America/New_York', locale: 'en-US' };

longOnPostgres('an incomplete index is detected and rebuilt', async ({ database: { write }, location }) => {
  await seedSampleTown(write, location, { now, town: town as never, siteUrl: 'http://localhost:3000' });
  const clauses = [{ choices: [['library']], endings: false, isExcluded: false }];
  const find = async () => {
    const { documents: found } = await listFoundDocuments(write, collections.articles.source, {
      clauses,
      limit: 100,
    });
    return found.map(({ itemId }) => itemId).sort();
  };
  const before = await find();
  expect([await countIndexFaults(write, textSources), before.length > 5]).toEqual([0, true]);
  await write.deleteFrom('search_document').where('itemId', 'in', before).execute();
  await write
    .insertInto('search_document')
    .values({ number: 2 ** 40 + 5_000_000, kind: 'articles', itemId: 'gone', date: 1 })
    .execute();
  expect(await find()).toEqual([]);
  expect(await countIndexFaults(write, textSources)).toBe(before.length + 1);
  const stopped = new AbortController();
  stopped.abort();
  expect(await rebuildIndex(write, textSources, { signal: stopped.signal })).toBe(false);
  const progress: number[] = [];
  expect(await rebuildIndex(write, textSources, { onProgress: (done) => void progress.push(done) })).toBe(
    true,
  );
  expect([await countIndexFaults(write, textSources), await find(), progress.at(-1)]).toEqual([
    0,
    before,
    Math.max(...progress),
  ]);
  // Numbers are never reused.
  await write
    .updateTable('article')
    .set({ title: 'library' })
    .where('id', '=', before[0] ?? '')
    .execute();
  await indexStaleItems(write, textSources);
  expect(await find()).toEqual(before);
});
