import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { collections, textSources } from '#app/collections.server.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { CollectionsContext, ItemJsonLd } from '#app/items/lists/item-json-ld.tsx';
import { parseSearchText } from '#app/items/lists/search-query.ts';
import { findMatches } from '#app/items/search/find-matches.server.ts';
import { loadResults } from '#app/items/search/search-results.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { countStaleItems, indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { countIndexFaults } from '#app/platform/search-index/rebuild-index.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase } from './each-database.ts';
import { createNotices } from './notices/0100-notices.ts';
import { notices } from './notices/notice-collection.server.ts';
import { openSite } from './open-site.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const SITE = 'http://localhost:3000';
const all: Collections = { ...collections, notices };

const notice = (id: string, title: string) => ({
  id,
  title,
  description: '<p>The weir is closed to boats.</p>',
  pubDate: NOW - 1000,
});

async function find(db: WriteDb, text: string): Promise<string[]> {
  const query = parseSearchText(text);
  const zone = defaultTown.timeZone;
  const { matches } = await findMatches(db, query, { collections: all, now: NOW, zone, limit: 9 });
  const results = await loadResults(db, matches, {
    ...query,
    collections: all,
    clock: defaultTown,
    now: NOW,
  });
  return results.map(({ heading, id }) => `${heading}: ${id}`);
}

eachDatabase(
  'a sixth collection is saved, counted, found and reindexed like the others',
  async ({ database: { write }, dialect }) => {
    await createNotices(dialect).up(write);
    const saved = await notices.store.save(write, notice('n1', 'Work on the weir'), { now: NOW, version: 0 });
    expect(saved).toMatchObject({ kind: 'saved', item: { version: 1 } });
    expect(await find(write, 'boats')).toEqual(['Notices: n1']);
    await notices.store.save(write, notice('n1', 'Ferry instead'), { now: NOW, version: 1 });
    expect([await find(write, 'weir work'), await find(write, 'ferry')]).toEqual([[], ['Notices: n1']]);
    expect((await notices.store.list(write, { limit: 10 })).items.map(({ id }) => id)).toEqual(['n1']);
    await write.deleteFrom('search_document').execute();
    expect(await countIndexFaults(write, [...textSources, notices.source])).toBe(1);
    await write.insertInto('search_stale').values({ kind: 'notices', itemId: 'n1', date: NOW }).execute();
    await indexStaleItems(write, [...textSources, notices.source]);
    expect([await countStaleItems(write), await find(write, 'ferry')]).toEqual([0, ['Notices: n1']]);
    expect(await notices.store.remove(write, 'n1')).toBe(true);
    expect(await find(write, 'ferry')).toEqual([]);
  },
);

test('a sixth collection is in search, sitemaps, feeds, share images, the API and the admin area, from its definition alone', async () => {
  await using site = await openSite({ now: NOW, nouns: { notices } });
  await createNotices('sqlite').up(site.write);
  const admin = await site.asAdmin();
  const written = await site.fetch('/api/v1/notices/n1', {
    method: 'PUT',
    headers: { ...admin, Origin: SITE, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...notice('n1', 'Work on the weir'), pubDate: '2026-11-20T21:00:00.000Z' }),
  });
  expect(written.status).toBe(201);

  expect(await (await site.fetch('/api/v1/notices')).json()).toMatchObject({ items: [{ id: 'n1' }] });
  expect(await (await site.fetch('/api/v1/notices/n1')).json()).toMatchObject({ title: 'Work on the weir' });
  expect(Object.keys((await (await site.fetch('/api/openapi.json')).json()).paths)).toContain(
    '/api/v1/notices/{id}',
  );
  expect(await (await site.fetch('/api/v1/search?q=boats&kind=notices')).json()).toMatchObject({
    items: [{ kind: 'notices', id: 'n1', url: `${SITE}/notices/n1/work-on-the-weir` }],
  });
  const found = await site.page('/search?q=boats');
  expect(found).toContain('<p class="kicker">Notices</p>');
  expect(found).toContain('kind=notices');
  expect(await site.page('/sitemap.xml')).toContain(`${SITE}/sitemaps/notices-1.xml`);
  const address = `<loc>${SITE}/notices/n1/work-on-the-weir</loc>`;
  expect(await site.page('/sitemaps/notices-1.xml')).toContain(address);
  expect(await site.page('/news-sitemap.xml')).toContain(address);
  for (const feed of ['/feeds/notices.rss', '/feeds/all.atom', '/feeds/search.json?q=boats'])
    expect(await site.page(feed), feed).toContain('/notices/n1/work-on-the-weir');
  expect(await site.page('/subscribe')).toContain('/feeds/notices.rss');
  expect((await site.fetch('/share/notices/n1.png')).headers.get('Content-Type')).toBe('image/png');

  for (const path of ['/articles', '/login'])
    expect(await site.page(path)).toMatch(/<a href="\/notices">Notices/);
  const [navigation, hub] =
    (await site.page('/admin', admin)).split('aria-label="Admin"')[1]?.split('</nav>') ?? [];
  for (const part of [navigation, hub]) expect(part).toContain('href="/admin/notices"');
  const list = await site.page('/admin/notices', admin);
  expect(list).toContain('<h1>Notices</h1>');
  expect(list).toContain('Work on the weir');
  expect((await site.post('/admin/notices', { id: 'n1' }, admin)).status).toBe(303);
  expect((await site.fetch('/api/v1/notices/n1')).status).toBe(404);
  expect((await site.fetch('/admin/unknown', { headers: admin })).status).toBe(404);
});

test('a page describes an item of a sixth noun to search engines as its collection says', () => {
  const facts = { notice: notice('n1', 'Work on the weir') };
  const page = createElement(ItemJsonLd, { collection: 'notices', facts });
  expect(renderToStaticMarkup(createElement(CollectionsContext, { value: all }, page))).toContain(
    '"@type":"CreativeWork","name":"Work on the weir"',
  );
});
