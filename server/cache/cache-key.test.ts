import { expect, test } from 'vitest';
import { encodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { findCacheKey } from './cache-key.ts';

const byDate = encodeCursor({ sort: 1_700_000_000_000, id: 'a' });
const byName = encodeCursor({ sort: 'm', id: 'a' });
const inOtherWords = Buffer.from('[ 17e11, "a" ]').toString('base64url');

test.each([
  ['/articles', '/articles'],
  ['/articles?x=1&utm_source=mail', '/articles'],
  [`/articles?after=${byDate}&page=3&x=1`, `/articles?page=3&after=${byDate}`],
  [`/articles?after=${byDate}&before=${byDate}&page=1`, `/articles?page=2&after=${byDate}`],
  [`/articles?before=${inOtherWords}&page=1`, `/articles?before=${byDate}`],
  [`/polls?after=${byDate}`, `/polls?page=2&after=${byDate}`],
  [`/businesses?after=${byName}`, `/businesses?page=2&after=${byName}`],
  ['/articles?page=x1', '/articles'],
  ['/articles?page=02', '/articles'],
  ['/articles?page=1', '/articles'],
  ['/articles?page=7', '/articles?page=7'],
  ['/articles?after=abc&before=%00', '/articles'],
  [`/articles?after=${byName}`, '/articles'],
  [`/businesses?after=${byDate}&category=+`, '/businesses'],
  ['/businesses?category=+Arts+', '/businesses?category=Arts'],
  ['/api/v1/articles?from=2026-01-01&page=2', '/api/v1/articles'],
  ['/api/v1/articles?after=x', '/api/v1/articles?after=x'],
  ['/businesses?category=Arts%20and%20crafts', '/businesses?category=Arts+and+crafts'],
  ['/events?category=Arts', '/events?category=Arts'],
  ['/news?category=Arts', '/news'],
  ['/events/a-b_1.ics', '/events/a-b_1.ics'],
  [
    '/api/v1/events?limit=5&from=2026-01-01T00:00:00Z',
    '/api/v1/events?limit=5&from=2026-01-01T00%3A00%3A00Z',
  ],
  ['/polls/x?y=z', '/polls/x'],
  ['/feeds/all.rss?x=1&source=+The+Ledger+', '/feeds/all.rss?source=The+Ledger'],
  ['/feeds/events.json?source=x', '/feeds/events.json'],
  ['/polls/x/results?cast', '/polls/x/results'],
  ['/articles/a/the-library-reopens?utm_source=mail', '/articles/a/the-library-reopens'],
])('%s is kept as %s', (address, key) => {
  expect(findCacheKey(address)?.address).toBe(key);
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
  '/articles/a/b/c',
  '/articles/a/B',
  `/articles/a/${'b'.repeat(61)}`,
  '/polls/x/withdrawal',
  '/polls/x/vote',
  '/api/v1/articles/x',
  '/api/v1/polls/x/votes',
  '/polls/x/ballots.txt',
  '/articles/x.css',
  '/feeds/x.rss',
  '/feeds/all.xml',
  '/articles/%2e%2e',
  '/constructor',
  '/__proto__',
  `/articles?after=${'x'.repeat(2000)}`,
])('%s is never kept', (address) => {
  expect(findCacheKey(address)).toBeUndefined();
});

test.each([
  ['/articles', false],
  ['/articles/a', false],
  ['/articles?page=7', false],
  [`/articles?page=2&after=${byDate}`, true],
  ['/businesses?category=Arts', true],
  ['/api/v1/articles?limit=5', true],
  ['/share/articles/a.png', true],
  ['/share/site.png?page=2', true],
])('R-34 whether anyone can invent more addresses like %s: %s', (address, expected) => {
  expect(findCacheKey(address)?.isInventable).toBe(expected);
});
