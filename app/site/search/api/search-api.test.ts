import { expect, test } from 'vitest';
import { collectionNames } from '#app/collections.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { seedSampleTown } from '../../../../tests/sample-town.ts';
import { searchOutput } from './search-calls.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

async function openSampleSite(): Promise<TestSite> {
  const site = await openSite({ now });
  await seedSampleTown(site.write, site.services.settings, { now, town: defaultTown, siteUrl: site.origin });
  return site;
}

test('the API searches all collections, best first, in pages that neither repeat nor skip anything', async () => {
  await using site = await openSampleSite();
  const ask = async (query: string) =>
    searchOutput(collectionNames).parse(await (await site.fetch(`/api/v1/search?${query}`)).json());
  const all = await ask('q=library&limit=100');
  expect(all.items).toHaveLength(all.total);
  expect(new Set(all.items.map(({ kind }) => kind)).size).toBe(6);
  expect(all.items[0]).toMatchObject({ kind: 'articles', id: 'sample-library-roof-vote' });
  const sliced = [];
  for (let next: string | null = ''; next !== null; ) {
    const slice = await ask(`q=library&limit=7${next && `&after=${next}`}`);
    sliced.push(...slice.items);
    next = slice.next;
  }
  expect(sliced).toEqual(all.items);
  expect((await ask('q=library&kind=polls')).items.map(({ kind }) => kind)).toEqual(['polls']);
});

test.each([
  '',
  'q=a&limit=0',
  'q=a&limit=101',
  'q=a&kind=users',
  'q=a&from=soon',
  'q=a&after=x',
  'q=a&page=2',
])('a search that makes no sense is refused with 400: %j', async (query) => {
  await using site = await openSite({ now });
  const response = await site.fetch(`/api/v1/search?${query}`);
  expect([response.status, response.headers.get('Content-Type')]).toEqual([400, 'application/problem+json']);
});

test('suggestions are titles that match what is typed, each once', async () => {
  await using site = await openSampleSite();
  const response = await site.fetch('/search/suggestions?q=libr');
  const { items } = (await response.json()) as { items: { title: string; href: string }[] };
  expect(items.length).toBeGreaterThan(2);
  expect(items.length).toBeLessThanOrEqual(8);
  expect(new Set(items.map(({ title }) => title)).size).toBe(items.length);
  expect(await (await site.fetch('/search/suggestions')).json()).toEqual({ items: [] });
});
