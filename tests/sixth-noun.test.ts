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
import { openSite } from './open-site.ts';
import { createRecipes } from './recipes/0100-recipes.ts';
import { recipes } from './recipes/recipe-collection.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const SITE = 'http://localhost:3000';
const all: Collections = { ...collections, recipes };

const recipe = (id: string, title: string) => ({
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
    await createRecipes(dialect).up(write);
    const saved = await recipes.store.save(write, recipe('n1', 'Work on the weir'), { now: NOW, version: 0 });
    expect(saved).toMatchObject({ kind: 'saved', item: { version: 1 } });
    expect(await find(write, 'boats')).toEqual(['Recipes: n1']);
    await recipes.store.save(write, recipe('n1', 'Ferry instead'), { now: NOW, version: 1 });
    expect([await find(write, 'weir work'), await find(write, 'ferry')]).toEqual([[], ['Recipes: n1']]);
    expect((await recipes.store.list(write, { limit: 10 })).items.map(({ id }) => id)).toEqual(['n1']);
    await write.deleteFrom('search_document').execute();
    expect(await countIndexFaults(write, [...textSources, recipes.source])).toBe(1);
    await write.insertInto('search_stale').values({ kind: 'recipes', itemId: 'n1', date: NOW }).execute();
    await indexStaleItems(write, [...textSources, recipes.source]);
    expect([await countStaleItems(write), await find(write, 'ferry')]).toEqual([0, ['Recipes: n1']]);
    expect(await recipes.store.remove(write, 'n1')).toBe(true);
    expect(await find(write, 'ferry')).toEqual([]);
  },
);

test('a sixth collection is in search, sitemaps, feeds, share images, the API and the admin area, from its definition alone', async () => {
  await using site = await openSite({ now: NOW, nouns: { recipes } });
  await createRecipes('sqlite').up(site.write);
  const admin = await site.asAdmin();
  const written = await site.fetch('/api/v1/recipes/n1', {
    method: 'PUT',
    headers: { ...admin, Origin: SITE, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...recipe('n1', 'Work on the weir'), pubDate: '2026-11-20T21:00:00.000Z' }),
  });
  expect(written.status).toBe(201);

  expect(await (await site.fetch('/api/v1/recipes')).json()).toMatchObject({ items: [{ id: 'n1' }] });
  expect(await (await site.fetch('/api/v1/recipes/n1')).json()).toMatchObject({ title: 'Work on the weir' });
  expect(Object.keys((await (await site.fetch('/api/openapi.json')).json()).paths)).toContain(
    '/api/v1/recipes/{id}',
  );
  expect(await (await site.fetch('/api/v1/search?q=boats&kind=recipes')).json()).toMatchObject({
    items: [{ kind: 'recipes', id: 'n1', url: `${SITE}/recipes/n1/work-on-the-weir` }],
  });
  const found = await site.page('/search?q=boats');
  expect(found).toContain('<p class="kicker">Recipes</p>');
  expect(found).toContain('kind=recipes');
  expect(await site.page('/sitemap.xml')).toContain(`${SITE}/sitemaps/recipes-1.xml`);
  const address = `<loc>${SITE}/recipes/n1/work-on-the-weir</loc>`;
  expect(await site.page('/sitemaps/recipes-1.xml')).toContain(address);
  expect(await site.page('/news-sitemap.xml')).toContain(address);
  for (const feed of ['/feeds/recipes.rss', '/feeds/all.atom', '/feeds/search.json?q=boats'])
    expect(await site.page(feed), feed).toContain('/recipes/n1/work-on-the-weir');
  expect(await site.page('/subscribe')).toContain('/feeds/recipes.rss');
  expect((await site.fetch('/share/recipes/n1.png')).headers.get('Content-Type')).toBe('image/png');

  for (const path of ['/articles', '/login'])
    expect(await site.page(path)).toMatch(/<a href="\/recipes">Recipes/);
  const [navigation, hub] =
    (await site.page('/admin', admin)).split('aria-label="Admin"')[1]?.split('</nav>') ?? [];
  for (const part of [navigation, hub]) expect(part).toContain('href="/admin/recipes"');
  const list = await site.page('/admin/recipes', admin);
  expect(list).toContain('<h1>Recipes</h1>');
  expect(list).toContain('Work on the weir');
  expect((await site.post('/admin/recipes', { id: 'n1' }, admin)).status).toBe(303);
  expect((await site.fetch('/api/v1/recipes/n1')).status).toBe(404);
  expect((await site.fetch('/admin/unknown', { headers: admin })).status).toBe(404);
});

test('a page describes an item of a sixth noun to search engines as its collection says', () => {
  const facts = { recipe: recipe('n1', 'Work on the weir') };
  const page = createElement(ItemJsonLd, { collection: 'recipes', facts });
  expect(renderToStaticMarkup(createElement(CollectionsContext, { value: all }, page))).toContain(
    '"@type":"CreativeWork","name":"Work on the weir"',
  );
});
