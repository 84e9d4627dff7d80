/** One table has all facts about each address, and nothing else lists addresses. */
import { expect, test } from 'vitest';
import { collectionNames } from '#app/collections.server.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { openServer } from '../tests/open-server.ts';
import { readSources } from '../tests/source-imports.ts';
import { findRoute, routeTable, siteRoutes } from './route-table.ts';

test('every route declares its facts, and each address is declared once', () => {
  expect(siteRoutes.length).toBeGreaterThan(90);
  const patterns = siteRoutes.map(({ pattern }) => pattern);
  expect(patterns).toEqual([...new Set(patterns)]);
  for (const { pattern, policy } of siteRoutes)
    expect([pattern, policy?.read]).toEqual([pattern, expect.any(String)]);
});

test('only public pages are cached for everyone, in the sitemap or prefetched', () => {
  for (const { pattern, policy, cache, inSitemap, isClosedToCrawlers } of siteRoutes) {
    if (cache || inSitemap) expect([pattern, policy.read]).toEqual([pattern, 'public']);
    if (inSitemap) expect([pattern, isClosedToCrawlers]).toEqual([pattern, undefined]);
  }
});

/** Of items that always have one of their own. */
const slugs: Record<string, string> = { pages: 'a-title' };

test('items in the sitemap are at addresses declared for it', () => {
  for (const collection of collectionNames)
    for (const title of ['', 'A title'])
      expect(
        findRoute(permalinkOf(collection, { id: 'i1', title, slug: slugs[collection] }))?.route.inSitemap,
      ).toBe(true);
});

test('browsers may prefetch the pages of the sitemap, but no files', async () => {
  await using server = await openServer();
  const page = await server.ask('/articles');
  const rules = String(page.headers['speculation-rules']).replaceAll('"', '');
  const { status, headers, body } = await server.ask(rules);
  expect([status, headers['content-type']]).toEqual([200, 'application/speculationrules+json']);
  // Loaded with every page: it must not be revalidated with the next.
  expect(headers['cache-control']).toBe('public, max-age=3600');
  const [{ where }] = (JSON.parse(body.toString()) as { prefetch: [{ where: { and: object[] } }] }).prefetch;
  expect(where.and).toEqual([{ href_matches: routeTable.inSitemap }, { not: { href_matches: '/*.*' } }]);
});

test('no other code lists addresses: no table by path, no list of paths, no pattern of several', () => {
  const words = new Set(
    siteRoutes.map(({ pattern }) => pattern.split('/')[0] ?? '').filter((word) => /^\w/.test(word)),
  );
  const isAddress = (path: string) => words.has(path.split('/')[1] ?? '');
  const found = readSources('app', 'server')
    .filter(({ path }) => path !== 'app/routes.ts' && !path.includes('/migrations/'))
    .flatMap(({ path, text }) => {
      const keys = [...text.matchAll(/^\s*'(\/[^']*)':/gm)].map(([, key = '']) => key);
      const lists = [...text.matchAll(/'(\/[^']*)',\s*'(\/[^']*)'/g)].map(([, one = '']) => one);
      const choices = [...text.matchAll(/\\\/\(([\w|\\/]+\|[\w|\\/]+)/g)].flatMap(([, choice = '']) =>
        choice.split('|').map((word) => `/${word}`),
      );
      const listed = [...keys, ...lists, ...choices].filter(isAddress);
      return listed.length > 1 ? [`${path}: ${listed.join(', ')}`] : [];
    });
  expect(found).toEqual([]);
});
