import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { collectionNames } from '#app/collections.server.ts';
import { openServer } from '../../../tests/open-server.ts';
import { openSite } from '../../../tests/open-site.ts';
import { seedSample } from '../../../tests/seed-sample.ts';
import { isReserved, permalinkOf, slugOf } from './permalink.ts';

test.each([
  ['The library reopens on Monday', 'the-library-reopens-on-monday'],
  ['Café “Zoë” & Søren’s Straße: 50 % off!', 'cafe-zoe-and-sorens-strasse-50-off'],
  ['  ---  ', ''],
  ['🎉🎉', ''],
  ['図書館が再開', ''],
  ['../../etc/passwd?x=1#y', 'etc-passwd-x-1-y'],
  ['</script><script>alert(1)</script>', 'script-script-alert-1-script'],
  [`A ${'long '.repeat(60)}title`, `a${'-long'.repeat(11)}`],
  ['x'.repeat(300), 'x'.repeat(60)],
  ['ballots.txt', 'ballots-txt'],
])('the words of the title %j are %j in its address', (title, slug) => {
  expect(slugOf('polls', title)).toBe(slug);
  expect(slug.length).toBeLessThanOrEqual(60);
});

test('a title that equals the address of another page of the item gives no slug', () => {
  expect(permalinkOf('polls', { id: 'p', title: 'Results' })).toBe('/polls/p');
  expect(permalinkOf('articles', { id: 'a', title: 'Results' })).toBe('/articles/a/results');
});

test('reserved slugs include every page below an item', () => {
  const text = readFileSync(new URL('../../routes.ts', import.meta.url), 'utf8');
  const [routes = ''] = text.split('// Admin');
  for (const collection of collectionNames) {
    const below = [...routes.matchAll(new RegExp(`'${collection}/:id/([a-z-]+)'`, 'g'))];
    for (const [, word = ''] of below) expect(isReserved(collection, word), word).toBe(true);
  }
});

/** The addresses of pages have a slug of their own, without the id. */
const withIds = collectionNames.filter((name) => name !== 'pages');

test('each item has a page at its id and at its id with the words of its title', async () => {
  await using site = await openSite();
  await seedSample(site);
  for (const collection of withIds) {
    const item = (await (await site.fetch(`/api/v1/${collection}/i1`)).json()) as {
      title?: string;
      name?: string;
    };
    const permalink = permalinkOf(collection, { id: 'i1', title: item.title ?? item.name ?? '' });
    expect(permalink).toMatch(/^\/\w+\/i1\/[a-z0-9-]+$/);
    for (const path of [`/${collection}/i1`, permalink])
      expect((await site.fetch(path)).status, path).toBe(200);
  }
});

test('outdated and invented words redirect permanently to the current ones, and the redirect may be reversed later', async () => {
  await using site = await openSite();
  await seedSample(site);
  for (const collection of withIds) {
    const answer = await site.fetch(`/${collection}/i1/what-it-was-called-before?page=2`);
    expect(answer.status).toBe(301);
    expect(answer.headers.get('Location')).toMatch(new RegExp(`^/${collection}/i1/[a-z0-9-]+$`));
    expect(answer.headers.get('Cache-Control')).toBe('no-cache');
  }
});

test('an unknown id with words behaves like the id alone', async () => {
  await using site = await openSite();
  const article = await site.fetch('/articles/none/some-words');
  expect([article.status, article.headers.get('Location')]).toEqual([302, '/NotFound/none']);
  for (const collection of ['news', 'events', 'polls', 'businesses'])
    expect((await site.fetch(`/${collection}/none/some-words`)).status).toBe(404);
});

test('Invented words after an id do not fill the cache: they are redirects, which are never cached (R-34)', async () => {
  await using server = await openServer();
  await seedSample(server.site);
  const kept = () =>
    server.listener.figures().find(({ name }) => name === 'belfry_page_cache_bytes')?.samples[''];
  await server.ask('/articles/i1/hill-farm-opens-its-gate');
  const before = kept();
  expect(before).toBeGreaterThan(0);
  for (let index = 0; index < 200; index++)
    expect((await server.ask(`/articles/i1/words-${index}`)).status).toBe(301);
  expect(kept()).toBe(before);
});
