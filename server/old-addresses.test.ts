import { expect, test } from 'vitest';
import { saveMissing } from '#app/moving/redirects/missing-store.server.ts';
import { saveRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import { now, seed } from '../tests/cached-site.ts';
import { countingQueries } from '../tests/counted-queries.ts';
import { longTest } from '../tests/long-test.ts';
import { openServer } from '../tests/open-server.ts';
import { openSite, type TestSite } from '../tests/open-site.ts';
import { routeTable } from './route-table.ts';

const { isOwnAddress } = routeTable;

const typed = { now, moveIn: null, isOwnAddress };

async function redirects(site: TestSite, pairs: Record<string, string>) {
  const entries = Object.entries(pairs).map(([from, to]) => ({ from, to }));
  expect((await saveRedirects(site.write, entries, typed)).refused).toEqual([]);
}

test('old addresses lead to their new pages for good, however they are spelled', async () => {
  await using server = await openServer();
  for (const [id, title] of [
    ['fair', 'The fair'],
    ['twelve', 'Twelve'],
    ['new', 'New title'],
  ] as const)
    await seed(server.site, id, title);
  await redirects(server.site, {
    '/2024/05/fair/': '/articles/fair',
    '/café': '/businesses?category=cafe',
    '/?p=12': '/articles/twelve',
    '/articles/old': '/articles/new#text',
    '/one': '/two',
    '/two': 'https://other.example/three?x=1',
    '/category/town': '/tags/town',
  });
  for (const [address, target] of [
    ['/2024/05/fair', '/articles/fair/the-fair'],
    ['/2024/05/fair/', '/articles/fair/the-fair'],
    ['/2024/05/fair/?utm_source=mail', '/articles/fair/the-fair'],
    ['/2024/05/fair/index.html', '/articles/fair/the-fair'],
    ['/caf%c3%a9', '/businesses?category=cafe'],
    ['/caf%C3%A9/', '/businesses?category=cafe'],
    ['/?p=12', '/articles/twelve/twelve'],
    ['/?p=12&preview=true', '/articles/twelve/twelve'],
    ['/index.php?p=12', '/articles/twelve/twelve'],
    // An item that does not exist is an old address first.
    ['/articles/old', '/articles/new/new-title#text'],
    ['/articles/old/its-title', '/NotFound/old'],
    ['/one', 'https://other.example/three?x=1'],
    ['/category/town/', '/tags/town'],
    ['/category/town/feed/', '/feeds/articles.rss'],
    ['/category/town/feed/atom', '/feeds/articles.atom'],
    ['/feed/', '/feeds/all.rss'],
    ['/rss/', '/feeds/all.rss'],
    ['/feed/atom/', '/feeds/all.atom'],
    ['/?feed=rss2', '/feeds/all.rss'],
    ['/?page_id=9', '/articles'],
    ['/', '/articles'],
  ] as const)
    for (const method of ['GET', 'HEAD']) {
      const { status, headers, body } = await server.ask(address, {}, method);
      const known = target.startsWith('/NotFound/') || target === '/articles' ? 302 : 301;
      expect([method, address, status, headers.location]).toEqual([method, address, known, target]);
      expect(body).toHaveLength(0);
    }
  const { headers } = await server.ask('/2024/05/fair');
  expect(headers['cache-control']).toBe('max-age=3600');
  expect(headers['content-security-policy']).toBeDefined();
});

test('a page that exists, or an address of the site itself, is never redirected, and nothing else than reading is', async () => {
  await using site = await openSite();
  await seed(site, 'fair', 'The fair');
  await redirects(site, { '/articles/fair': '/about', '/gone': '/articles/none' });
  // As an earlier version has saved them.
  const own = [
    '/about',
    '/setup',
    '/metrics',
    '/reset/x',
    '/preview/x',
    '/api/v2',
    '/newsletter/unsubscribe',
  ];
  for (const fromPath of own)
    await site.write
      .insertInto('redirect')
      .values({ fromPath, target: 'https://evil.example/', createdAt: now, moveIn: null })
      .execute();
  for (const path of own) expect((await site.fetch(path)).headers.get('Location')).toBeNull();
  expect((await site.fetch('/articles/fair')).status).toBe(200);
  expect((await site.fetch('/about')).status).toBe(200);
  expect((await site.post('/gone', {})).status).toBe(404);
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await site.fetch('/gone', { method })).headers.get('Location')).toBeNull();
  // The target was deleted: the visitor learns that at once, and is not sent in a circle.
  expect((await site.fetch('/gone')).status).toBe(404);
  expect((await site.fetch('/articles/none')).headers.get('Location')).toBe('/NotFound/none');
  expect((await site.fetch('/NotFound/none')).status).toBe(404);
  expect((await site.fetch('/api/v1/gone')).status).toBe(404);
  expect((await site.fetch('/admin/gone')).headers.get('Location')).toBe('/');
});

test('A redirect to what is not public tells nothing of it, and leads there once it is public', async () => {
  await using site = await openSite();
  await seed(site, 'secret', 'Secret plans');
  await redirects(site, {
    '/?p=7': '/articles/secret/secret-plans',
    '/polls/old': '/polls/new/results',
    '/series': '/events/series/fair',
  });
  expect((await site.fetch('/?p=7')).headers.get('Location')).toBe('/articles/secret/secret-plans');
  await seed(site, 'secret', 'Other plans');
  expect((await site.fetch('/?p=7')).headers.get('Location')).toBe('/articles/secret/other-plans');
  await site.write.deleteFrom('article').execute();
  const response = await site.fetch('/?p=7');
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/articles']);
  expect((await site.fetch('/polls/old')).headers.get('Location')).toBe('/polls/new/results');
  expect((await site.fetch('/series')).headers.get('Location')).toBe('/events/series/fair');
});

test('a redirect works at once when it is saved, and no more when it is removed', async () => {
  await using server = await openServer();
  expect((await server.ask('/articles/old')).headers.location).toBe('/NotFound/old');
  expect((await server.ask('/old')).status).toBe(404);
  await redirects(server.site, { '/articles/old': '/about', '/old': '/about' });
  expect((await server.ask('/articles/old')).headers.location).toBe('/about');
  expect((await server.ask('/old')).headers.location).toBe('/about');
  await server.site.write.deleteFrom('redirect').execute();
  expect((await server.ask('/articles/old')).headers.location).toBe('/NotFound/old');
  expect((await server.ask('/old')).status).toBe(404);
});

test('R-35: pages that exist cost no query more, and an address that leads nowhere costs one', async () => {
  await using site = await openSite();
  await seed(site, 'fair', 'The fair');
  await redirects(site, { '/old': '/about' });
  const asked: string[] = [];
  site.services.read = (site.services.read as typeof site.write).withPlugin(
    countingQueries(() => asked.push('query')),
  );
  const cost = async (path: string) => {
    asked.length = 0;
    await (await site.fetch(path)).text();
    return asked.length;
  };
  const nothing = await cost('/NotFound/x');
  expect((await cost('/nothing-here')) - nothing).toBe(1);
  // The redirect itself, and whether it leads on.
  expect((await cost('/old')) - nothing).toBe(2);
  const page = await cost('/articles/fair');
  await site.write.deleteFrom('redirect').execute();
  expect(await cost('/articles/fair')).toBe(page);
});

test('addresses that were not found are counted: how often and when, and nothing of who asked', async () => {
  let at = now;
  await using site = await openSite({ now: () => at });
  await redirects(site, { '/old': '/about' });
  for (const path of [
    ...['/2024/missing/', '/2024/missing?utm_source=x&p=7', '/2024/missing'],
    ...['/articles/9fT2kLmNopQrStUv', '/?page_id=3', '/old', '/about', '/wp-content/uploads/a.jpg'],
    // Secrets, addresses of people, and probes.
    ...[
      `/reset/${'a1B'.repeat(15)}`,
      `/preview/${'a1B'.repeat(8)}/x`,
      '/verify/nothing',
      `/x/${'a1B'.repeat(15)}`,
    ],
    ...['/unsubscribe/june@example.org', '/u/june%40example.org'],
    ...['/wp-login.php', '/.env', '/.git/config', '/cgi-bin/x', '/a.php', '/wp-admin/', '/favicon.ico'],
    ...['/admin/nothing', '/api/v1/nothing', '/NotFound/x', '/nothing.data'],
  ]) {
    at += 1000;
    await site.fetch(path);
  }
  await site.post('/posted', {});
  await saveMissing(site.services);
  await saveMissing(site.services);
  const rows = await site.write.selectFrom('missing_address').selectAll().orderBy('path').execute();
  expect(rows).toEqual([
    { path: '/2024/missing', requests: 2, firstAt: now + 3000, lastAt: now + 3000, ignored: 0 },
    { path: '/2024/missing?p=7', requests: 1, firstAt: now + 2000, lastAt: now + 2000, ignored: 0 },
    { path: '/?page_id=3', requests: 1, firstAt: now + 5000, lastAt: now + 5000, ignored: 0 },
    { path: '/articles/9fT2kLmNopQrStUv', requests: 1, firstAt: now + 4000, lastAt: now + 4000, ignored: 0 },
    { path: '/wp-content/uploads/a.jpg', requests: 1, firstAt: now + 8000, lastAt: now + 8000, ignored: 0 },
  ]);
  await site.fetch('/2024/missing');
  await saveMissing(site.services);
  const [first] = await site.write.selectFrom('missing_address').selectAll().orderBy('path').execute();
  expect(first).toMatchObject({ requests: 3, firstAt: now + 3000, lastAt: at });
});

longTest('a crawler that invents addresses fills neither memory nor table, and old ones are forgotten', async () => {
  let at = now;
  await using site = await openSite({ now: () => at });
  for (let n = 0; n < 3; n++) await site.fetch('/often');
  for (let n = 0; n < 600; n++) await site.fetch(`/invented/${n}`);
  await saveMissing(site.services);
  const count = async () => (await site.write.selectFrom('missing_address').select('path').execute()).length;
  expect(await count()).toBe(500);
  await site.write
    .insertInto('missing_address')
    .values(
      Array.from({ length: 2000 }, (_, n) => ({ path: `/x/${n}`, requests: 2, firstAt: at, lastAt: at })),
    )
    .execute();
  await site.fetch('/another');
  await saveMissing(site.services);
  expect(await count()).toBe(2000);
  const often = site.write.selectFrom('missing_address').select('requests').where('path', '=', '/often');
  expect(await often.executeTakeFirst()).toEqual({ requests: 3 });
  at += 91 * 24 * 60 * 60 * 1000;
  await site.fetch('/later');
  await saveMissing(site.services);
  expect(await count()).toBe(1);
}, ['app/moving/redirects']);
