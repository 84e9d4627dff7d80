import { expect, test } from 'vitest';
import type { Revisions, Subject } from '#app/database/revisions.server.ts';
import { type Made, PageCache, prepare } from './page-cache.ts';

const start: Revisions = { articles: 1, news: 1, events: 1, polls: 1, businesses: 1, town: 1 };
const now = 1000;

function made(body: string, subjects: (Subject | '*')[] = ['articles', 'town']): Made {
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8' });
  return {
    headers,
    body: Buffer.from(body),
    subjects: new Set(subjects),
    revisions: start,
    expiresAt: now + 1,
  };
}

async function keep(cache: PageCache, key: string, page: Made) {
  cache.keep(key, await prepare(page), page);
}

test('a kept page is found until something it was made of changes', async () => {
  const cache = new PageCache(1_000_000);
  await keep(cache, 'a', made('page'));
  expect(cache.find('a', start, now)?.identity.body.toString()).toBe('page');
  expect(cache.find('a', { ...start, polls: 2 }, now)).toBeDefined();
  expect(cache.find('a', { ...start, articles: 2 }, now)).toBeUndefined();
  expect(cache.bytes).toBe(0);
});

test('a page made of something unknown is outdated by any change', async () => {
  const cache = new PageCache(1_000_000);
  await keep(cache, 'a', made('page', ['*']));
  expect(cache.find('a', start, now)).toBeDefined();
  expect(cache.find('a', { ...start, polls: 2 }, now)).toBeUndefined();
});

test('a page is over when the day of the town is', async () => {
  const cache = new PageCache(1_000_000);
  await keep(cache, 'a', made('page'));
  expect(cache.find('a', start, now + 1)).toBeUndefined();
});

test('what was not asked for the longest time makes room', async () => {
  const cache = new PageCache(4500);
  for (const key of ['a', 'b', 'c']) {
    await keep(
      cache,
      key,
      made(`${key} ${Buffer.from(crypto.getRandomValues(new Uint8Array(300))).toString('hex')}`),
    );
    cache.find('a', start, now);
  }
  expect(cache.bytes).toBeLessThanOrEqual(4500);
  expect(cache.find('a', start, now)).toBeDefined();
  expect(cache.find('b', start, now)).toBeUndefined();
});

test('one page larger than a mebibyte is not kept', async () => {
  const cache = new PageCache(64_000_000);
  await keep(cache, 'a', made('x'.repeat(1024 * 1024)));
  expect(cache.bytes).toBe(0);
});

test('each encoding has its own strong ETag and length, a 304 has no length', async () => {
  const page = await prepare(made('hello '.repeat(100)));
  const etags = Object.values(page).map((variant) => variant.etag);
  expect(new Set(etags).size).toBe(3);
  for (const etag of etags) expect(etag).toMatch(/^"[^"]+"$/);
  expect(page.br.headers).toContain('content-encoding');
  expect(page.br.headers[page.br.headers.indexOf('content-length') + 1]).toBe(String(page.br.body.length));
  expect(page.br.notModified).not.toContain('content-length');
});
