import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ChangeCounters, Subject } from '#app/platform/database/change-counters.server.ts';
import { until } from '../../tests/until.ts';
import { CachedPage, PageCache, type Validity } from './page-cache.ts';

const start: ChangeCounters = { articles: 1, news: 1, events: 1, polls: 1, businesses: 1, town: 1, votes: 1 };
const now = 1000;

function pageOf(body: string): CachedPage {
  return new CachedPage(new Headers({ 'Content-Type': 'text/html; charset=utf-8' }), Buffer.from(body));
}

function validity(subjects: (Subject | '*')[] = ['articles', 'town']): Validity {
  return { subjects: new Set(subjects), counters: start, currentAt: now, expiresAt: now + 1 };
}

test('a cached page is found until its data changes', () => {
  const cache = new PageCache(1_000_000);
  const page = pageOf('page');
  cache.keep('a', page, validity());
  expect(cache.find('a', start, now)).toBe(page);
  expect(cache.find('a', { ...start, polls: 2 }, now)).toBe(page);
  expect(cache.find('a', { ...start, articles: 2 }, now)).toBeUndefined();
});

test('an outdated page is available for five minutes if outdated pages are accepted', () => {
  const cache = new PageCache(1_000_000);
  const page = pageOf('page');
  cache.keep('a', page, validity());
  expect(cache.find('a', { ...start, articles: 2 }, now)).toBeUndefined();
  expect(cache.findStale('a', now + 300_000)).toBe(page);
  expect(cache.findStale('a', now + 300_001)).toBeUndefined();
  expect(cache.findStale('b', now)).toBeUndefined();
});

test('the five minutes begin when the page was last known to be current, not when it was found outdated', () => {
  const cache = new PageCache(1_000_000);
  const page = pageOf('page');
  cache.keep('a', page, { ...validity(), expiresAt: now + 3_600_000 });
  expect(cache.find('a', start, now + 60_000)).toBe(page);
  const anHourLater = now + 3_600_000;
  expect(cache.find('a', { ...start, articles: 2 }, anHourLater)).toBeUndefined();
  expect(cache.findStale('a', anHourLater)).toBeUndefined();
  expect(cache.findStale('a', now + 360_000)).toBe(page);
});

test("yesterday's page is sent for at most five minutes", () => {
  const cache = new PageCache(1_000_000);
  cache.keep('a', pageOf('page'), validity());
  expect(cache.find('a', start, now + 300_001)).toBeUndefined();
  expect(cache.findStale('a', now + 300_001)).toBeUndefined();
});

test('a page with unknown dependencies is outdated by any change', () => {
  const cache = new PageCache(1_000_000);
  cache.keep('a', pageOf('page'), validity(['*']));
  expect(cache.find('a', start, now)).toBeDefined();
  expect(cache.find('a', { ...start, polls: 2 }, now)).toBeUndefined();
});

test("a page expires at the end of the town's day", () => {
  const cache = new PageCache(1_000_000);
  cache.keep('a', pageOf('page'), validity());
  expect(cache.find('a', start, now + 1)).toBeUndefined();
});

test('the least recently used page is evicted, and compressed forms count', () => {
  const cache = new PageCache(4000);
  const body = () => Buffer.from(crypto.getRandomValues(new Uint8Array(300))).toString('hex');
  for (const key of ['a', 'b', 'c']) {
    const page = pageOf(body());
    cache.keep(key, page, validity());
    page.as('br');
    page.as('gzip');
    cache.find('a', start, now);
  }
  expect(cache.bytes).toBeLessThanOrEqual(4000);
  expect(cache.find('a', start, now)).toBeDefined();
  expect(cache.find('b', start, now)).toBeUndefined();
});

test('a page replaced during its compression is not counted', async () => {
  const cache = new PageCache(1_000_000);
  const old = pageOf('old '.repeat(100_000));
  cache.keep('a', old, validity());
  const compressing = old.as('br');
  cache.keep('a', pageOf('new'), validity());
  const bytes = cache.bytes;
  await compressing;
  expect(cache.bytes).toBe(bytes);
});

test('a page larger than 1 MiB is not cached', () => {
  const cache = new PageCache(64_000_000);
  cache.keep('a', pageOf('x'.repeat(1024 * 1024)), validity());
  expect(cache.bytes).toBe(0);
});

test('each encoding has its own strong ETag and length, a 304 has no length', async () => {
  const page = pageOf('hello '.repeat(100));
  const br = await page.as('br');
  const etags = [br, await page.as('gzip'), await page.as('identity')].map(({ etag }) => etag);
  expect(new Set(etags).size).toBe(3);
  for (const etag of etags) expect(etag).toMatch(/^"[^"]+"$/);
  expect(br.headers).toContain('content-encoding');
  expect(br.headers[br.headers.indexOf('content-length') + 1]).toBe(String(br.body.length));
  expect(br.notModified).not.toContain('content-length');
});

test('the first request gets fast compression, later ones get the best worthwhile compression', async () => {
  const text = Array.from({ length: 500 }, (_, index) => `Line ${index * 7919} of the town`).join(' ');
  const page = pageOf(text);
  const quick = await page.as('br');
  expect(page.as('br')).toBe(quick);
  await until('the better one', () => page.as('br') !== quick);
  const small = await page.as('br');
  expect(small.etag).not.toBe(quick.etag);
  expect(brotliDecompressSync(small.body).toString()).toBe(text);
  expect(brotliDecompressSync(quick.body).toString()).toBe(text);
});

test('only the well-compressed form of a page is cached, and the others are created from it', async () => {
  const cache = new PageCache(1_000_000);
  const page = pageOf('hello '.repeat(1000));
  cache.keep('a', page, validity());
  const whole = await page.as('identity');
  page.as('br');
  page.as('br');
  await until('a smaller cache', () => cache.bytes < 1000);
  expect(gunzipSync((await page.as('gzip')).body).equals(whole.body)).toBe(true);
  const again = await page.as('identity');
  expect(again.etag).toBe(whole.etag);
  expect(again.body.equals(whole.body)).toBe(true);
});

test('a large body is compressed off the event loop, once for all requests', async () => {
  const page = pageOf('hello '.repeat(30_000));
  const [first, second] = [page.as('br'), page.as('br')];
  expect(first).toBeInstanceOf(Promise);
  expect(first).toBe(second);
  expect(await first).toBe(page.as('br'));
});

test('a shared page cannot be created from a response that sets a cookie (R-33)', () => {
  const headers = new Headers({ 'Content-Type': 'text/html', 'Set-Cookie': 'a=b' });
  expect(() => new CachedPage(headers, Buffer.from('x'))).toThrow('cannot set a cookie');
});
