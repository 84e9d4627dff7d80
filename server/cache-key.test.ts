import { expect, test } from 'vitest';
import { cacheableAddress } from './cache-key.ts';

test.each([
  ['/articles', '/articles'],
  ['/articles?x=1&utm_source=mail', '/articles'],
  ['/articles?after=abc&page=2&x=1', '/articles?page=2&after=abc'],
  ['/businesses?category=Arts%20and%20crafts', '/businesses?category=Arts+and+crafts'],
  ['/events?category=Arts', '/events'],
  ['/events/a-b_1.ics', '/events/a-b_1.ics'],
  [
    '/api/v1/events?limit=5&from=2026-01-01T00:00:00Z',
    '/api/v1/events?limit=5&from=2026-01-01T00%3A00%3A00Z',
  ],
  ['/polls/x?y=z', '/polls/x'],
])('%s is kept as %s', (address, key) => {
  expect(cacheableAddress(address)).toBe(key);
});

test.each([
  '/',
  '/login',
  '/logout',
  '/admin',
  '/admin/articles',
  '/account',
  '/setup?token=x',
  '/healthz',
  '/readyz',
  '/nope',
  '/articles/a/b',
  '/articles/x.css',
  '/articles/%2e%2e',
  '/constructor',
  '/__proto__',
  `/articles?after=${'x'.repeat(2000)}`,
])('%s is never kept', (address) => {
  expect(cacheableAddress(address)).toBeUndefined();
});
