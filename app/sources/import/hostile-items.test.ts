/** What sources may list that no town wants: nothing of it stops an import or reaches a page as markup. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { eachDatabase, longOnEachDatabase } from '../../../tests/each-database.ts';
import { feedOf, feedOfReports, openImporting } from '../../../tests/imported-sources.ts';
import { calendarOf, eventOf } from '../../../tests/parsed-sources.ts';

const link = 'https://ledger.example/1';

eachDatabase(
  'titles, authors and names of sources are text, whatever they look like',
  async ({ database }) => {
    const { addSource, read } = openImporting(database);
    const name = '<img src=x onerror=alert(1)>';
    await addSource({ id: 'ledger', name, feeds: 'articles', trust: 'publish' });
    const { first } = await read(
      'ledger',
      feedOf({
        guid: '1',
        link,
        title: '&lt;script&gt;alert(1)&lt;/script&gt;Bridge &amp;amp; road',
        author: '"><svg onload=alert(1)>',
        text: '<p onclick="x()">Hello</p><iframe src="https://evil.example"></iframe><img src="https://t.example/1.gif" width="1" height="1">',
      }),
    );
    const item = await collections.articles.store.find(database.read, first?.itemId ?? '');
    expect(item).toMatchObject({
      // Text that looks like markup; pages escape it.
      title: '<script>alert(1)</script>Bridge &amp; road',
      sourceName: name,
      description: '<p>Hello</p>',
    });
  },
);

eachDatabase('titles of 300 letters, and authors of any length, fit', async ({ database }) => {
  const { addSource, read } = openImporting(database);
  await addSource({ id: 'ledger', feeds: 'articles', trust: 'publish' });
  const document = feedOf({
    guid: '1',
    title: `Bridge ${'x'.repeat(5000)}`,
    text: 'Closed',
    author: `Ann ${'y '.repeat(900)}`,
  });
  const { added, refused, first } = await read('ledger', document);
  expect({ added, refused }).toEqual({ added: 1, refused: [] });
  const item = await collections.articles.store.find(database.read, first?.itemId ?? '');
  expect(item?.title).toHaveLength(300);
  expect(String(item?.byline).length).toBeLessThanOrEqual(120);
});

eachDatabase(
  'dates that can’t be are none; an event that can’t be is refused by name',
  async ({ database }) => {
    const { addSource, read } = openImporting(database);
    await addSource({ id: 'ledger', trust: 'publish' });
    await addSource({ id: 'grange', feeds: 'events' });
    const { first } = await read(
      'ledger',
      feedOf({ guid: '1', title: 'Bridge', date: 'Mon, 01 Jan 0001 00:00:00 GMT' }),
    );
    expect(await collections.news.store.find(database.read, first?.itemId ?? '')).toMatchObject({
      title: 'Bridge',
    });
    const odd = eventOf('UID:odd', 'SUMMARY:Odd', 'DTSTART:20261205T200000Z', 'DTEND:20261205T190000Z');
    expect(
      await read('grange', calendarOf(odd, eventOf('UID:far', 'SUMMARY:Far', 'DTSTART:99991231T235959Z'))),
    ).toMatchObject({
      refused: [],
      added: 1,
    });
  },
);

eachDatabase('one item that the schema refuses stops no other', async ({ database }) => {
  const { addSource, read, waiting } = openImporting(database);
  await addSource({ id: 'ledger', name: `${'n'.repeat(600)}` });
  await addSource({ id: 'post' });
  const outcome = await read('ledger', feedOf({ guid: '1', title: 'Bridge closes' }));
  expect(outcome).toMatchObject({
    found: 1,
    added: 0,
    refused: [{ title: 'Bridge closes', problem: /sourceName/ }],
  });
  expect(await read('post', feedOf({ guid: '1', title: 'Bridge closes' }))).toMatchObject({ added: 1 });
  expect(await waiting()).toHaveLength(1);
});

const ITEMS = 200;

/** Imports the feed in another process, which is killed with SIGKILL once it has written more than `after` items. */
async function killImport(location: object, after: number): Promise<void> {
  const script = fileURLToPath(new URL('../../../tests/killed-import.ts', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify(location), String(ITEMS), String(after)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
}

/** The items that are known, and whether each is there with its revision. */
async function countWhole({ read }: Database): Promise<number> {
  const rows = await read.selectFrom('source_item').select('itemId as id').orderBy('id').execute();
  expect(await read.selectFrom('news_item').select('id').orderBy('id').execute()).toEqual(rows);
  expect(await read.selectFrom('item_revision').select('id').orderBy('id').execute()).toEqual(rows);
  return rows.length;
}

longOnEachDatabase(
  'an import that is killed leaves no half item, and no duplicate next time',
  async ({ database, location }) => {
    const importing = openImporting(database);
    await importing.addSource({ id: 'ledger', trust: 'publish' });
    await killImport(location, 0);
    const first = await countWhole(database);
    await killImport(location, first);
    const second = await countWhole(database);
    expect(second).toBeGreaterThan(first);
    expect(await importing.read('ledger', feedOfReports(ITEMS))).toMatchObject({ added: ITEMS - second });
    expect(await countWhole(database)).toBe(ITEMS);
  },
  ['app/items/content'],
);
