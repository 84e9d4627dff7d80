import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { feedOf, openImporting } from '../../../tests/imported-sources.ts';
import { NOW } from '../../../tests/parsed-sources.ts';
import { findSource, listSources } from './read-sources.server.ts';
import { countDecisions, countPublished, listEdited, listMerged } from './source-history.server.ts';

const bridge = {
  guid: '1',
  title: 'Mill Bridge closes',
  date: 'Fri, 20 Nov 2026 12:00:00 GMT',
  text: 'On Monday',
};
const fair = { guid: '2', title: 'Winter fair', date: 'Fri, 20 Nov 2026 12:00:00 GMT', text: 'Bread' };

eachDatabase('what became of the items of a source is counted', async ({ database }) => {
  const { addSource, read } = openImporting(database);
  await addSource({ id: 'ledger', feeds: 'news' });
  expect(await countDecisions(database.read, 'ledger')).toMatchObject({ all: 0, published: 0 });
  await read('ledger', feedOf(bridge, fair));
  await database.write
    .updateTable('source_item')
    .set({ decision: 'discarded' })
    .where('key', '=', '1')
    .execute();
  expect(await countDecisions(database.read, 'ledger')).toEqual({
    ...{ all: 2, published: 0, discarded: 1, waiting: 1, expired: 0 },
  });
  expect(await countPublished(database.read, NOW)).toBe(0);
  await database.write
    .updateTable('source_item')
    .set({ decision: 'published' })
    .where('key', '=', '2')
    .execute();
  expect(await countPublished(database.read, NOW)).toBe(1);
  expect(await countPublished(database.read, NOW + 1)).toBe(0);
});

eachDatabase('what was merged is listed with the item that it belongs to now', async ({ database }) => {
  const { addSource, read } = openImporting(database);
  await addSource({ id: 'ledger', name: 'The Ledger', feeds: 'news' });
  await addSource({ id: 'copy', name: 'Copycat', feeds: 'news', rank: 'aggregator' });
  await read('ledger', feedOf(bridge));
  await read('copy', feedOf({ ...bridge, guid: 'x' }));
  expect(await listMerged(database.read, 'copy', 10)).toMatchObject([
    {
      ...{ title: bridge.title, mergedBy: null },
      other: { collection: 'news', title: bridge.title, source: 'The Ledger' },
    },
  ]);
  expect(await listMerged(database.read, 'ledger', 10)).toEqual([]);
});

eachDatabase('what an editor wrote in an item of a source is listed', async ({ database }) => {
  const { addSource, read, context } = openImporting(database);
  const edited = () =>
    listEdited(database.read, 'ledger', { collections, siteUrl: context.siteUrl, limit: 5 });
  await addSource({ id: 'ledger', feeds: 'news', trust: 'publish' });
  await read('ledger', feedOf(bridge, fair));
  expect(await edited()).toEqual([]);
  const { id } = await database.write
    .selectFrom('news_item')
    .select('id')
    .where('title', '=', bridge.title)
    .executeTakeFirstOrThrow();
  await database.write.updateTable('news_item').set({ title: 'The bridge' }).where('id', '=', id).execute();
  await database.write
    .updateTable('item_revision')
    .set({ savedByToken: 'a program' })
    .where('id', '=', id)
    .execute();
  expect(await edited()).toMatchObject([{ itemId: id, title: 'The bridge', fields: ['title'] }]);
});

eachDatabase('sources that fail are named, as long as nobody paused them', async ({ database }) => {
  const { addSource, context } = openImporting(database);
  await addSource({ id: 'ledger', name: 'The Ledger' });
  await addSource({ id: 'gone', name: 'Gone' });
  const clock = { now: context.now(), zone: 'America/New_York' };
  const failing = async () =>
    (await listSources(database.read, clock))
      .filter(({ state }) => state === 'failing')
      .map(({ name }) => name);
  expect(await failing()).toEqual([]);
  const change = (id: string, state: object) =>
    database.write.updateTable('source_state').set(state).where('source', '=', id).execute();
  await change('ledger', { failures: 3 });
  await change('gone', { stopped: 'gone' });
  expect(await failing()).toEqual(['Gone', 'The Ledger']);
  expect((await findSource(database.read, 'ledger', clock))?.state).toBe('failing');
  await change('ledger', { paused: 1 });
  expect(await failing()).toEqual(['Gone']);
});
