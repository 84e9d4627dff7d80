import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ArticleInput } from '#app/articles/article.ts';
import { articles } from '#app/articles/article-collection.server.ts';
import type { BusinessInput } from '#app/businesses/business.ts';
import { businesses } from '#app/businesses/business-collection.server.ts';
import { parseItem } from '#app/content/parse-item.server.ts';
import { encodeCursor } from '#app/database/cursor.ts';
import { readQueryCount } from '#app/database/query-count.ts';
import { polls } from '#app/polls/poll-collection.server.ts';
import { openSite, type TestSite, type TestSiteOptions } from '../../tests/open-site.ts';
import { plantSample } from '../../tests/plant-sample.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { openListener } from '../open-listener.ts';
import type { Pressure, PressureLevel } from '../pressure.ts';
import { type CacheOutcome, openCachedPages, type PageSources } from './cached-pages.ts';
import { watchChanges } from './change-watch.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

const builtSite = new URL('../../build/server/index.js', import.meta.url).href;

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer };

/** The site behind its listener on its own port, with a client that does not change headers. */
async function openServer(options: TestSiteOptions = {}) {
  const site = await openSite(options);
  const server = createServer();
  const listener = await openListener(site.open, { development: false, server });
  server.on('request', listener.handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const sent = request({ port, path, method, headers, agent: false }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      });
      sent.on('error', reject).end();
    });
  return {
    site,
    ask,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
      await listener.close();
      await site[Symbol.asyncDispose]();
    },
  };
}

async function plant(site: TestSite, id: string, title: string) {
  const { input } = parseItem(
    articles,
    { ...sampleInputs.articles, id, title },
    { siteUrl: 'https://town.example' },
  );
  await articles.save(site.write, input as ArticleInput, { now });
}

test('the next request after a write sees it, and a write elsewhere keeps the page (R-35)', async () => {
  await using server = await openServer();
  await plant(server.site, 'a', 'Before');
  const first = await server.ask('/articles');
  await polls.save(
    server.site.write,
    { id: 'p', title: 'Which?', description: 'x', options: ['A', 'B'] },
    { now },
  );
  await plant(server.site, 'a', 'After');
  const second = await server.ask('/articles');
  expect(first.body.toString()).toContain('Before');
  expect(second.body.toString()).toContain('After');
  expect(second.headers.etag).not.toBe(first.headers.etag);
});

test('a matching ETag returns a 304 without a body, and HEAD returns only the headers', async () => {
  await using server = await openServer();
  const { headers } = await server.ask('/articles');
  const again = await server.ask('/articles', { 'If-None-Match': String(headers.etag) });
  expect([again.status, again.body.length]).toEqual([304, 0]);
  const weak = await server.ask('/articles', { 'If-None-Match': `"x", W/${headers.etag}` });
  expect(weak.status).toBe(304);
  const head = await server.ask('/articles', {}, 'HEAD');
  expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
    200,
    0,
    headers['content-length'],
  ]);
});

test('a page is compressed for clients that accept it', async () => {
  await using server = await openServer();
  const plain = await server.ask('/articles');
  const brotli = await server.ask('/articles', { 'Accept-Encoding': 'gzip, deflate, br' });
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
  expect((await server.ask('/articles', { 'Accept-Encoding': 'gzip' })).headers['content-encoding']).toBe(
    'gzip',
  );
});

test('only the address and the theme of a request affect a page (R-32)', async () => {
  await using server = await openServer();
  await plant(server.site, 'a', 'Story');
  const plain = await server.ask('/articles');
  const hostile = {
    Host: 'evil.example',
    'X-Forwarded-Host': 'evil.example',
    'X-Original-URL': '/admin',
    'X-Rewrite-URL': '/admin',
    'X-Http-Method-Override': 'DELETE',
    'Accept-Language': 'de',
    Cookie: 'a=b; c="<script>"',
    Range: 'bytes=0-5',
    'X-React-Router-Prerender-Data': '1',
  };
  const answer = await server.ask('/articles?utm_source=x&__proto__=1', hostile);
  expect(answer.status).toBe(200);
  expect(answer.body.equals(plain.body)).toBe(true);
});

test('each theme has its own page, and logged-in users get one that no cache stores', async () => {
  await using server = await openServer();
  const light = await server.ask('/articles');
  const dark = await server.ask('/articles', { Cookie: 'theme=dark' });
  expect(dark.body.toString()).toContain('data-theme="dark"');
  expect(light.body.toString()).not.toMatch(/<html[^>]* data-theme/);
  const admin = await server.ask('/articles', await server.site.asAdmin());
  expect(admin.body.toString()).toContain('href="/admin"');
  expect(admin.headers['cache-control']).toBe('private, no-store');
  expect((await server.ask('/articles')).body.equals(light.body)).toBe(true);
});

test('a cacheable page has no nonce', async () => {
  await using server = await openServer();
  expect((await server.ask('/articles')).headers['content-security-policy']).not.toContain('nonce');
});

test('errors and redirects are handled by the site', async () => {
  await using server = await openServer();
  expect((await server.ask('/articles/none')).headers.location).toBe('/NotFound/none');
  expect((await server.ask('/events/none')).status).toBe(404);
  expect((await server.ask('/api/v1/news/none')).status).toBe(404);
});

test('the list of events changes at the town’s midnight (R-35)', async () => {
  let at = Date.parse('2026-11-21T04:59:59.999Z');
  await using server = await openServer({ now: () => at });
  const before = await server.ask('/events');
  at += 1;
  const after = await server.ask('/events');
  expect(before.body.toString()).toContain('Friday, November 20, 2026');
  expect(after.body.toString()).toContain('Saturday, November 21, 2026');
});

test('many requests for an uncached page render it once', async () => {
  await using server = await openServer();
  await plant(server.site, 'a', 'Story');
  const answers = await Promise.all(Array.from({ length: 30 }, () => server.ask('/articles/a')));
  expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
});

test('an item in the API has one ETag, which If-Match accepts', async () => {
  await using server = await openServer();
  await plant(server.site, 'a', 'Story');
  const { headers } = await server.ask('/api/v1/articles/a');
  expect(headers.etag).toMatch(/^"[^"]+"$/);
  const body = JSON.stringify({ title: 'Changed' });
  const admin = await server.site.asAdmin();
  const init = {
    method: 'PATCH',
    body,
    headers: {
      ...admin,
      Origin: server.site.origin,
      'Content-Type': 'application/json',
      'If-Match': String(headers.etag),
    },
  };
  expect((await server.site.fetch('/api/v1/articles/a', init)).status).toBe(200);
});

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

test('members share one page, which reveals no one’s identity (R-33)', async () => {
  await using server = await openServer();
  const june = await server.ask('/articles', await server.site.asMember('june@example.org'));
  const otto = await server.ask('/articles', await server.site.asMember('otto@example.org'));
  expect(june.body.toString()).toContain('href="/logout"');
  expect(june.body.equals(otto.body)).toBe(true);
  expect(june.body.toString()).not.toContain('@example.org');
  const signedOut = await server.ask('/articles', { Cookie: 'belfry-dev=forged' });
  expect(signedOut.body.toString()).toContain('href="/login"');
  expect(signedOut.body.toString()).not.toContain('href="/logout"');
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
  await plant(server.site, 'a', 'Story');
  await plant(server.site, 'b', 'Other');
  const first = await server.ask('/articles/a', { 'Accept-Encoding': 'br' });
  const { write } = server.site;
  await write.updateTable('article').set({ description: '<p>New</p>' }).where('id', '=', 'b').execute();
  const second = await server.ask('/articles/a', { 'Accept-Encoding': 'br' });
  expect(second.headers.etag).toBe(first.headers.etag);
  await write.updateTable('article').set({ title: 'Renamed' }).where('id', '=', 'b').execute();
  const third = await server.ask('/articles/a', { 'Accept-Encoding': 'br' });
  expect(brotliDecompressSync(third.body).toString()).toContain('Renamed');
});

test('under load an outdated page is sent while a new one is rendered', async () => {
  await using site = await openSite({ now });
  const watch = watchChanges(site.open.database, site.services.settings.dataFolder);
  const { createSite, createSharedPages } = (await import(builtSite)) as typeof import('../site.ts');
  let level: PressureLevel = 'high';
  const pressure = pressureOf(() => level);
  const sources = {
    site: createSite(site.services),
    shared: createSharedPages(site.services),
    watch,
    pressure,
    enter: alwaysFree,
  };
  const cached = openCachedPages(sources, site.services);
  const ask = async () => {
    const message = { method: 'GET', url: '/articles', headers: {} } as IncomingMessage;
    let body = '';
    const response = {
      writeHead: () => response,
      end: (sent: Buffer) => {
        body = sent.toString();
      },
    } as unknown as ServerResponse;
    await cached.answer(message, response);
    return body;
  };
  await plant(site, 'a', 'Before');
  expect(await ask()).toContain('Before');
  await plant(site, 'a', 'After');
  await setImmediate();
  expect(await ask()).toContain('Before');
  level = 'none';
  expect(await ask()).toContain('After');
  watch.close();
});

function pressureOf(level: () => PressureLevel): Pressure {
  return { level, lag: () => ({ p50: 0, p99: 0 }), heed: () => undefined, close: () => undefined };
}

const alwaysFree = async () => () => undefined;

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
    enter: () => {
      asked.enter++;
      return enter();
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
    ['/articles/none', 302, 0],
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
  const redirect = (await cache.ask('/articles/none', member.Cookie)) as Response;
  expect(redirect.headers.get('Cache-Control')).toBe('private, no-store');
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
  await plant(site, 'a', 'Story');
  using cache = await openCache(site);
  const real = ['/articles', '/news', '/events', '/polls', '/businesses', '/articles/a', '/api/v1/articles'];
  for (const page of real) await cache.ask(page);
  const made = () => cache.asked.shared;
  const before = made();
  for (let index = 0; index < 500; index++) {
    await cache.ask(`/articles?page=x${index}&after=y${index}&before=z${index}`);
    await cache.ask(`/polls?page=0${index}&after=${encodeCursor({ sort: `x${index}`, id: 'a' })}`);
  }
  expect(made()).toBe(before);
  for (let index = 0; index < 500; index++) {
    await cache.ask(`/businesses?category=junk${index}`);
    await cache.ask(`/articles?page=${index + 2}&after=${encodeCursor({ sort: 2e12, id: `x${index}` })}`);
    await cache.ask(`/api/v1/events?limit=${(index % 99) + 1}&from=2026-01-01T00:00:00.${index}Z`);
  }
  const invented = made();
  expect(invented - before).toBeGreaterThanOrEqual(1000);
  for (const page of real) expect(await cache.ask(page)).toBe('sent');
  expect(made()).toBe(invented);
  expect(cache.cached.count().bytes).toBeLessThan(12 * 1024 * 1024);
}, 120_000);

test('an uncached page queries the database at most three times, not counting data shared by all pages', async () => {
  await using server = await openServer();
  const { write } = server.site;
  for (let index = 0; index < 12; index++) {
    await plant(server.site, `a${index}`, `Story ${index}`);
    const { input } = parseItem(
      businesses,
      { ...sampleInputs.businesses, id: `b${index}` },
      { siteUrl: 'https://town.example' },
    );
    await businesses.save(write, input as BusinessInput, { now });
  }
  await plantSample(server.site);
  // The town, the boxes next to articles and news, and the filters and the month of events: loaded once for each
  // change.
  await server.ask('/news');
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
