/** What readers see of where items come from. */
import { expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openSite, type TestSite } from './open-site.ts';
import { sampleInputs } from './sample-inputs.ts';
import { seedSource, seedSourceItem } from './seed-source.ts';

/** 5 PM on Friday, November 20, 2026 in New York. */
const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

type Fed = Extract<NounName, 'articles' | 'news' | 'events'>;

async function plantItem(write: WriteDb, name: Fed, more: Record<string, unknown> = {}): Promise<void> {
  const collection = collections[name];
  const input = collection.json.schema.parse({ ...sampleInputs[name], id: 'a', ...more });
  await collection.store.save(write, input as never, { now: NOW });
}

/** An item with two sources, the library first. */
async function plantCredited(site: TestSite, name: Fed): Promise<void> {
  const { write } = site;
  await plantItem(write, name);
  await seedSource(write, {
    id: 'arts',
    name: 'Hollow Arts Council',
    rank: 'aggregator',
    confirmedAt: NOW - DAY_MS,
  });
  await seedSource(write, { id: 'library', name: 'Carver Library <b>&' });
  const item = { collection: name, itemId: 'a' };
  await seedSourceItem(write, { ...item, source: 'arts', key: '1', firstSeenAt: NOW - DAY_MS });
  const fields = JSON.stringify({ link: 'https://carver.example/gate' });
  await seedSourceItem(write, { ...item, source: 'library', key: '1', fields });
}

function textOf(html: string): string {
  const main = /<main.*<\/main>/s.exec(html)?.[0] ?? '';
  return main
    .replace(/<span class="vh">[^<]*<\/span>/g, '')
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
}

const pageOf = (site: TestSite, name: Fed) => site.page(`/${name}/a/hill-farm-opens-its-gate`);

const library =
  '<a href="https://carver.example/gate" target="_blank" rel="noopener noreferrer">Carver Library &lt;b&gt;&amp;';
const arts = '<a href="https://arts.example/" target="_blank" rel="noopener noreferrer">Hollow Arts Council';

test.each([
  [
    'articles',
    'Source: The Hollow Ledger. Also from Carver Library <b>& and Hollow Arts Council. Last confirmed today. ',
  ],
  [
    'news',
    'published by The Hollow Ledger. Also from Carver Library <b>& and Hollow Arts Council. Last confirmed today. ',
  ],
  ['events', 'SourcesCarver Library <b>& and Hollow Arts CouncilLast confirmed today'],
] as const)(
  '%s: the page names all sources with links, and when the item was last confirmed',
  async (name, said) => {
    await using site = await openSite();
    await plantCredited(site, name);
    const html = await pageOf(site, name);
    expect(textOf(html)).toContain(said);
    expect(html.replace(/ class=""/g, '')).toContain(library);
    expect(html.replace(/ class=""/g, '')).toContain(arts);
  },
);

test('a source that the page names already is not named again', async () => {
  await using site = await openSite();
  await plantItem(site.write, 'articles');
  await seedSource(site.write, { id: 'ledger', name: 'The Hollow Ledger', confirmedAt: NOW - DAY_MS });
  await seedSourceItem(site.write, { collection: 'articles', itemId: 'a', source: 'ledger', key: '1' });
  const text = textOf(await pageOf(site, 'articles'));
  expect(text).toContain('Source: The Hollow Ledger. Last confirmed yesterday. Read the original');
});

test('an item that was written here says nothing about sources, whatever other items have', async () => {
  await using site = await openSite();
  await plantItem(site.write, 'events');
  await seedSource(site.write, { id: 'arts' });
  await seedSourceItem(site.write, { collection: 'news', itemId: 'a', source: 'arts', key: '1' });
  expect(textOf(await pageOf(site, 'events'))).not.toMatch(/confirmed|arts/i);
});

test('an event that none of its sources lists any longer is marked as unconfirmed until one lists it again', async () => {
  await using site = await openSite();
  await plantCredited(site, 'events');
  const { write } = site;
  const rows = write.updateTable('source_item').where('itemId', '=', 'a');
  await rows
    .set({ absentSince: NOW - 3 * DAY_MS, unconfirmed: 1 })
    .where('source', '=', 'library')
    .execute();
  expect(textOf(await pageOf(site, 'events'))).not.toContain('Unconfirmed');
  expect(textOf(await site.page('/events'))).not.toContain('Unconfirmed');

  await rows
    .set({ absentSince: NOW - 2 * DAY_MS, unconfirmed: 1 })
    .where('source', '=', 'arts')
    .execute();
  expect(textOf(await pageOf(site, 'events'))).toContain(
    'Unconfirmed: Carver Library <b>& and Hollow Arts Council no longer list this event (last confirmed November 18, 2026).',
  );
  expect(textOf(await site.page('/events?month=2026-11'))).toContain(
    'Hill Farm opens its gate (unconfirmed)',
  );
  expect(textOf(await site.page('/events'))).toContain('Unconfirmed Hill Farm opens its gate');

  await plantItem(write, 'events', { status: 'cancelled' });
  expect(textOf(await pageOf(site, 'events'))).not.toContain('Unconfirmed');
  await plantItem(write, 'events');
  await rows.set({ absentSince: null, unconfirmed: 0 }).where('source', '=', 'arts').execute();
  expect(textOf(await pageOf(site, 'events'))).toContain('Last confirmed yesterday');
});

test('search engines see what an item is based on', async () => {
  await using site = await openSite();
  await plantCredited(site, 'news');
  await plantItem(site.write, 'events');
  await seedSourceItem(site.write, { collection: 'events', itemId: 'a', source: 'arts', key: '2' });
  const linkedData = async (name: Fed) =>
    JSON.parse(/ld\+json"[^>]*>(.*?)<\/script>/s.exec(await pageOf(site, name))?.[1] ?? '')['@graph'][0];
  expect(await linkedData('news')).toMatchObject({
    isBasedOn: ['https://example.org/hill-farm', 'https://carver.example/gate', 'https://arts.example/'],
  });
  expect(await linkedData('events')).toMatchObject({
    subjectOf: [
      {
        '@type': 'WebPage',
        url: 'https://arts.example/',
        provider: { '@type': 'Organization', name: 'Hollow Arts Council' },
      },
    ],
  });
});

test('an event that is over was last confirmed when it began, at the latest', async () => {
  await using site = await openSite();
  await plantItem(site.write, 'events');
  await seedSource(site.write, { id: 'library' });
  const startAt = NOW - 3 * DAY_MS;
  await seedSourceItem(site.write, {
    collection: 'events',
    itemId: 'a',
    source: 'library',
    key: '1',
    startAt,
  });
  expect(textOf(await pageOf(site, 'events'))).toContain('Last confirmed November 17, 2026');
});
