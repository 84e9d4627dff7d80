import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { polls } from '#app/polls/poll-collection.server.ts';
import { alwaysFree, builtSite, now, pressureOf, seed } from '../../tests/cached-site.ts';
import { openServer } from '../../tests/open-server.ts';
import { openSite } from '../../tests/open-site.ts';
import type { PressureLevel } from '../requests/pressure.ts';
import { openCachedPages } from './cached-pages.ts';
import { watchChanges } from './change-watch.ts';

test('the next request after a write sees it, and a write elsewhere keeps the page (R-35)', async () => {
  await using server = await openServer();
  await seed(server.site, 'a', 'Before');
  const first = await server.ask('/articles');
  await polls.store.save(
    server.site.write,
    { id: 'p', title: 'Which?', description: 'x', options: ['A', 'B'] },
    { now },
  );
  await seed(server.site, 'a', 'After');
  const second = await server.ask('/articles');
  expect(first.body.toString()).toContain('Before');
  expect(second.body.toString()).toContain('After');
  expect(second.headers.etag).not.toBe(first.headers.etag);
});

test('the page of a tag is kept until an article changes', async () => {
  await using server = await openServer();
  await seed(server.site, 'a', 'Story', { tags: ['Winter'] });
  const first = await server.ask('/tags/winter?page=1&utm_source=x');
  const again = await server.ask('/tags/winter', { 'If-None-Match': String(first.headers.etag) });
  expect([first.status, again.status]).toEqual([200, 304]);
  await seed(server.site, 'b', 'Another', { tags: ['winter'] });
  expect((await server.ask('/tags/winter')).body.toString()).toContain('Another');
  for (const id of ['a', 'b']) await seed(server.site, id, 'Story');
  expect((await server.ask('/tags/winter')).status).toBe(404);
});

test('an ETag of any encoding gets a 304 that repeats it, also after the page was compressed better', async () => {
  await using server = await openServer();
  await seed(server.site, 'a', 'Story');
  const held = new Set<string>();
  const encodings = ['br', 'gzip', 'identity'];
  for (const encoding of encodings)
    held.add(String((await server.ask('/articles', { 'Accept-Encoding': encoding })).headers.etag));
  // Its second request has the page compressed better, in the background.
  await expect
    .poll(async () => {
      const { headers } = await server.ask('/articles', { 'Accept-Encoding': 'br' });
      held.add(String(headers.etag));
      return held.size;
    })
    .toBe(4);
  for (const etag of held)
    for (const tag of [etag, `W/${etag}`])
      for (const encoding of encodings) {
        const again = await server.ask('/articles', { 'Accept-Encoding': encoding, 'If-None-Match': tag });
        expect([again.status, again.headers.etag, again.body.length]).toEqual([304, tag, 0]);
      }
  await seed(server.site, 'b', 'News');
  for (const etag of held)
    expect((await server.ask('/articles', { 'If-None-Match': etag })).status).toBe(200);
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
  await seed(server.site, 'a', 'Story');
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
  await seed(server.site, 'a', 'Story');
  const answers = await Promise.all(Array.from({ length: 30 }, () => server.ask('/articles/a')));
  expect(new Set(answers.map((answer) => answer.headers.etag)).size).toBe(1);
});

test('an item in the API has one ETag, which If-Match accepts, also that of a compressed response', async () => {
  await using server = await openServer();
  await seed(server.site, 'a', 'Story', { description: `<p>${'and more '.repeat(200)}</p>` });
  const admin = await server.site.asAdmin();
  for (const encoding of ['identity', 'br', 'gzip']) {
    const accepted = { 'Accept-Encoding': encoding };
    const { headers } = await server.ask('/api/v1/articles/a', accepted);
    const etag = String(headers.etag);
    expect(etag).toMatch(encoding === 'identity' ? /^"[^"]+"$/ : /^W\/"[^"]+"$/);
    expect((await server.ask('/api/v1/articles/a', { ...accepted, 'If-None-Match': etag })).status).toBe(304);
    const change = {
      method: 'PATCH',
      body: JSON.stringify({ title: `Changed for ${encoding}` }),
      headers: {
        ...admin,
        Origin: server.site.origin,
        'Content-Type': 'application/json',
        'If-Match': etag,
      },
    };
    expect((await server.site.fetch('/api/v1/articles/a', change)).status).toBe(200);
    expect((await server.site.fetch('/api/v1/articles/a', change)).status).toBe(412);
  }
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
  await seed(site, 'a', 'Before');
  expect(await ask()).toContain('Before');
  await seed(site, 'a', 'After');
  await setImmediate();
  expect(await ask()).toContain('Before');
  level = 'none';
  expect(await ask()).toContain('After');
  watch.close();
});
