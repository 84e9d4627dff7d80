import type { IncomingMessage, ServerResponse } from 'node:http';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { BusinessInput } from '#app/businesses/business.ts';
import { businesses } from '#app/businesses/business-collection.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { encodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { readQueryCount } from '#app/platform/database/query-count.ts';
import { alwaysFree, builtSite, now, pressureOf, seed } from '../../tests/cached-site.ts';
import { openServer } from '../../tests/open-server.ts';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { isDeep } from '../../tests/rounds.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { seedSample } from '../../tests/seed-sample.ts';
import { type CacheOutcome, openCachedPages, type PageSources } from './cached-pages.ts';
import { watchChanges } from './change-watch.ts';

test('an empty limit is refused', async () => {
  await using server = await openServer();
  expect((await server.ask('/api/v1/articles?limit=')).status).toBe(400);
});

test('meaningless requests are refused before any other work', async () => {
  await using server = await openServer();
  expect((await server.ask('/articles', {}, 'TRACE')).status).toBe(405);
  expect((await server.ask('http://other.example/x')).status).toBe(400);
  expect((await server.ask('/favicon.svg', { Origin: server.site.origin }, 'POST')).status).toBe(404);
});

test('junk addresses neither fill the cache nor evict real pages (R-34)', async () => {
  await using site = await openSite({ now });
  const watch = watchChanges(site.open.database, site.services.settings.dataFolder);
  const { createSharedPages } = (await import(builtSite)) as typeof import('../site.ts');
  let made = 0;
  const shared = createSharedPages(site.services);
  const sources = {
    watch,
    pressure: pressureOf(() => 'none'),
    enter: alwaysFree,
    site: () => Promise.resolve(new Response(null, { status: 404 })),
    shared: (...asked: Parameters<typeof shared>) => {
      made += 1;
      return shared(...asked);
    },
  };
  const cached = openCachedPages(sources, site.services);
  const ask = async (url: string) => {
    const message = { method: 'GET', url, headers: {} } as IncomingMessage;
    const response = { writeHead: () => response, end: () => response } as unknown as ServerResponse;
    return cached.answer(message, response);
  };
  const real = ['/articles', '/news', '/events', '/polls', '/about'];
  for (const page of real) await ask(page);
  for (let index = 0; index < 5000; index++) {
    if (index % 5 === 0) await ask(`/articles/${Math.random().toString(36).slice(2)}`);
    await ask(`${real[index % real.length]}?${Math.random().toString(36)}=${index}`);
  }
  const before = made;
  for (const page of real) expect(await ask(page)).toBe('sent');
  expect(made).toBe(before);
  watch.close();
}, 60_000);

test('a page that a write does not affect is not rendered again', async () => {
  await using server = await openServer();
  await seed(server.site, 'a', 'Story');
  await seed(server.site, 'b', 'Other');
  const first = await server.ask('/articles/a', { 'Accept-Encoding': 'br' });
  const { write } = server.site;
  await write.updateTable('article').set({ description: '<p>New</p>' }).where('id', '=', 'b').execute();
  const second = await server.ask('/articles/a', { 'Accept-Encoding': 'br' });
  expect(second.headers.etag).toBe(first.headers.etag);
  await write.updateTable('article').set({ title: 'Renamed' }).where('id', '=', 'b').execute();
  const third = await server.ask('/articles/a', { 'Accept-Encoding': 'br' });
  expect(brotliDecompressSync(third.body).toString()).toContain('Renamed');
});

/** Only the cache, with nothing in front of it, and how often its sources were called. */
async function openCache(site: TestSite, enter: PageSources['enter'] = alwaysFree) {
  const { createSite, createSharedPages } = (await import(builtSite)) as typeof import('../site.ts');
  const watch = watchChanges(site.open.database, site.services.settings.dataFolder);
  const asked = { site: 0, shared: 0, enter: 0 };
  const [whole, shared] = [createSite(site.services), createSharedPages(site.services)];
  const sources: PageSources = {
    watch,
    pressure: pressureOf(() => 'none'),
    site: (...request) => {
      asked.site++;
      return whole(...request);
    },
    shared: (...page) => {
      asked.shared++;
      return shared(...page);
    },
    enter: (address) => {
      asked.enter++;
      return enter(address);
    },
  };
  const cached = openCachedPages(sources, site.services);
  const ask = async (url: string, cookie?: string): Promise<CacheOutcome> => {
    const message = { method: 'GET', url, headers: { cookie } } as IncomingMessage;
    const response = { writeHead: () => response, end: () => response } as unknown as ServerResponse;
    return cached.answer(message, response);
  };
  return { ask, asked, cached, [Symbol.dispose]: watch.close };
}

test('an uncacheable page is rendered once for all waiting requests', async () => {
  await using site = await openSite({ now });
  using cache = await openCache(site);
  for (const [path, status, bySite] of [
    // It may be an old address with a redirect.
    ['/articles/none', 302, 1],
    ['/events/none', 404, 1],
    ['/events/none.ics', 404, 1],
    ['/articles?page=7', 404, 1],
  ] as const) {
    Object.assign(cache.asked, { site: 0, shared: 0, enter: 0 });
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => cache.ask(path)));
    expect([path, cache.asked]).toEqual([path, { site: bySite, shared: 1, enter: 1 }]);
    const bodies = await Promise.all(outcomes.map((made) => (made as Response).text()));
    expect(new Set(outcomes.map((made) => (made as Response).status))).toEqual(new Set([status]));
    expect(new Set(bodies).size).toBe(1);
  }
  const member = await site.asMember();
  expect(await cache.ask('/articles/none', member.Cookie)).toBe('site');
  expect(await cache.ask('/events/none', member.Cookie)).toBe('site');
});

test('a request without a free rendering slot gets a busy response at once', async () => {
  await using site = await openSite({ now });
  using cache = await openCache(site, async () => undefined);
  expect(await cache.ask('/articles')).toBe('busy');
  expect(cache.asked).toEqual({ site: 0, shared: 0, enter: 1 });
});

test('a missing page is looked up at most three times', async () => {
  await using server = await openServer();
  await server.ask('/about');
  for (const path of ['/articles/none', '/events/none', '/news/none', '/businesses/none', '/polls/none']) {
    const before = readQueryCount().queries;
    await server.ask(path);
    expect(readQueryCount().queries - before).toBeLessThanOrEqual(3);
  }
});

test('junk values of meaningful parameters neither fill the cache nor evict real pages (R-34)', async () => {
  await using site = await openSite({ now });
  await seed(site, 'a', 'Story');
  using cache = await openCache(site);
  const real = ['/articles', '/news', '/events', '/polls', '/businesses', '/articles/a', '/api/v1/articles'];
  for (const page of real) await cache.ask(page);
  const made = () => cache.asked.shared;
  const before = made();
  const turns = isDeep(import.meta.url) ? 500 : 50;
  for (let index = 0; index < turns; index++) {
    await cache.ask(`/articles?page=x${index}&after=y${index}&before=z${index}`);
    await cache.ask(`/polls?page=0${index}&after=${encodeCursor({ sort: `x${index}`, id: 'a' })}`);
  }
  expect(made()).toBe(before);
  for (let index = 0; index < turns; index++) {
    await cache.ask(`/businesses?category=junk${index}`);
    await cache.ask(`/articles?page=${index + 2}&after=${encodeCursor({ sort: 2e12, id: `x${index}` })}`);
    await cache.ask(`/api/v1/events?limit=${(index % 99) + 1}&from=2026-01-01T00:00:00.${index}Z`);
  }
  const invented = made();
  expect(invented - before).toBeGreaterThanOrEqual(2 * turns);
  for (const page of real) expect(await cache.ask(page)).toBe('sent');
  expect(made()).toBe(invented);
  expect(cache.cached.count().bytes).toBeLessThan(12 * 1024 * 1024);
}, 120_000);

test('an uncached page queries the database at most three times, not counting data shared by all pages', async () => {
  await using server = await openServer();
  const { write } = server.site;
  for (let index = 0; index < 12; index++) {
    await seed(server.site, `a${index}`, `Story ${index}`);
    const { input } = parseItem(
      businesses,
      { ...sampleInputs.businesses, id: `b${index}` },
      { siteUrl: 'https://town.example' },
    );
    await businesses.store.save(write, input as BusinessInput, { now });
  }
  await seedSample(server.site);
  // The town, the boxes next to articles and news, the newsletter's name, and the filters and the month of events: loaded
  // once for each change.
  await server.ask('/news');
  await server.ask('/articles/a0');
  await server.ask('/events?month=2026-11');
  const asked: Record<string, number> = {};
  for (const path of COLD_PAGES) {
    const before = readQueryCount().queries;
    expect((await server.ask(path)).status).toBe(200);
    asked[path] = readQueryCount().queries - before;
  }
  expect(Object.entries(asked).filter(([, queries]) => queries > 3)).toEqual([]);
});

const COLD_PAGES = [
  '/articles',
  '/articles?page=2',
  '/articles/i1',
  '/news?page=1&x=y',
  '/events',
  '/events/i1',
  '/polls',
  '/polls/i1',
  '/businesses',
  '/businesses?page=2',
  '/businesses?category=Farms+and+food',
  '/businesses/i1',
  '/about',
  '/api/v1/articles',
  '/events/i1.ics',
];
