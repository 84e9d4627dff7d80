import { type JsonFeed, parseAtomFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { openServer } from '../../../tests/open-server.ts';
import { openSite } from '../../../tests/open-site.ts';
import { DAY_MS, NOW, ORIGIN, rss } from '../../../tests/read-feeds.ts';
import { seeding } from '../../../tests/seed-items.ts';
import { listFeedNames } from './feed.ts';

test('A story with a future date is in no feed before its time; an event is everywhere at once, with a past date', async () => {
  let now = NOW;
  await using server = await openServer({ now: () => now });
  const seed = seeding(server.site.write, NOW);
  const pubDate = NOW + 3_600_000;
  for (let at = 0; at < 31; at++)
    await seed.article(`far${at}`, { pubDate: Date.parse('9998-01-01'), title: 'Snow, far ahead' });
  for (const make of [seed.article, seed.news, seed.event]) {
    await make('past', { title: 'Snow, now' });
    await make('ahead', { title: 'Snow, soon', pubDate });
  }
  const page = async (path: string) => String((await server.ask(path)).body);
  const read = async (name: string): Promise<JsonFeed.Item<string>[]> =>
    JSON.parse(await page(`/feeds/${name}`)).items;
  const counts = async () => {
    const names = ['all', 'articles', 'news', 'events', 'search'];
    const lists = await Promise.all(names.map((name) => read(`${name}.json?q=snow`)));
    return lists.map((items) => items.length);
  };
  expect(await counts()).toEqual([4, 1, 1, 2, 4]);
  const ahead = (await read('events.json')).find(({ title }) => title === 'Snow, soon');
  expect(Date.parse(String(ahead?.date_published))).toBeLessThanOrEqual(NOW);
  for (const path of ['/events', '/events.ics', '/search?q=snow', '/sitemaps/events-1.xml', '/api/v1/events'])
    expect([path, (await page(path)).includes('ahead')]).toEqual([path, true]);
  now = pubDate;
  expect(await counts()).toEqual([6, 2, 2, 2, 6]);
  for (const { date_published, date_modified } of await read('all.json'))
    expect(Date.parse(String(date_modified))).toBeGreaterThanOrEqual(Date.parse(String(date_published)));
});

test.each([
  // Entered in the form: until midnight after the last day, with or without a clock change in between.
  ['2027-03-13T05:00:00Z', '2027-03-15T04:00:00Z', true, 'All day', '2027-03-13', '2027-03-14'],
  ['2027-03-13T05:00:00Z', '2027-03-14T05:00:00Z', true, 'All day', '2027-03-13', '2027-03-13'],
  // Through the API, where an end may be any moment of the last day.
  ['2027-03-13T14:00:00Z', '2027-03-13T21:00:00Z', true, 'Doors open', '2027-03-13', '2027-03-13'],
  ['2027-03-13T14:00:00Z', '2027-03-14T21:00:00Z', true, 'Doors open', '2027-03-13', '2027-03-14'],
  ['2027-03-13T14:00:00Z', undefined, true, 'Doors open', '2027-03-13', '2027-03-13'],
  ['2027-03-13T05:00:00Z', undefined, false, 'All day', '2027-03-13', '2027-03-13'],
])(
  'Whole days from %s to %s end in JSON feeds on the last day',
  async (from, to, allDay, text, start, end) => {
    await using site = await openSite({ now: NOW });
    const endDate = to === undefined ? {} : { endDate: Date.parse(to) };
    const given = { eventDate: Date.parse(from), ...endDate, allDay, eventTime: text };
    await seeding(site.write, NOW).event('e1', given);
    const { items } = JSON.parse(await site.page('/feeds/events.json'));
    expect(items[0]._event).toMatchObject({
      start,
      end,
      about: expect.stringContaining('end is its last day'),
    });
  },
);

test('A search has a feed of its results, newest first; a search without words has none', async () => {
  await using site = await openSite({ now: NOW });
  const seed = seeding(site.write, NOW);
  await seed.article('a1', { title: 'Snow on Ridge Road', pubDate: NOW - DAY_MS });
  await seed.news('n1', { description: '<p>More snow is on its way.</p>' });
  await seed.event('e1', { title: 'Snow shoe walk', pubDate: NOW - 2 * DAY_MS });
  await seed.poll('p1', { title: 'Sand or salt?' });
  const feed = await rss(site, 'search.rss?q=snow&x=1');
  expect(feed.title).toBe('Maple Hollow Commons: snow');
  expect(feed.link).toBe(`${ORIGIN}/search?q=snow`);
  expect(feed.items?.map(({ title }) => title)).toEqual([
    'Title of n1',
    'Snow on Ridge Road',
    'Snow shoe walk',
  ]);
  expect((await rss(site, 'search.rss?q=snow&kind=events')).items).toHaveLength(1);
  expect((await rss(site, 'search.rss?q=nothing+of+that')).items).toBeUndefined();
  expect((await site.fetch('/feeds/search.rss')).status).toBe(404);
});

test('A source has its own feeds; an unknown source has none', async () => {
  await using site = await openSite({ now: NOW });
  const seed = seeding(site.write, NOW);
  await seed.article('a1');
  await seed.article('a2', { sourceName: 'Digest & Co' });
  await seed.news('n2', { sourceName: 'Digest & Co' });
  await seed.event('e1');
  const feed = await rss(site, 'all.rss?source=Digest+%26+Co&x=1');
  expect(feed.title).toBe('Maple Hollow Commons: Digest & Co');
  expect(feed.atom?.links?.[0]?.href).toBe(`${ORIGIN}/feeds/all.rss?source=Digest+%26+Co`);
  expect(feed.items?.map(({ title }) => title).sort()).toEqual(['Title of a2', 'Title of n2']);
  expect((await rss(site, 'events.rss?source=Digest')).items).toHaveLength(1);
  expect((await site.fetch('/feeds/all.rss?source=Nobody')).status).toBe(404);
});

test("Unknown feeds are a 404 with the site's error page", async () => {
  await using site = await openSite({ now: NOW });
  for (const path of ['/feeds/all.xml', '/feeds/businesses.rss', '/feeds/ALL.rss', '/feeds/all', '/feeds']) {
    const response = await site.fetch(path);
    expect([path, response.status]).toEqual([path, 404]);
    expect(await response.text()).toContain('Oops! The page you are looking for does not exist.');
  }
});

test('Common feed addresses redirect permanently to the feed', async () => {
  await using site = await openSite({ now: NOW });
  const targets = {
    '/feed': '/feeds/all.rss',
    '/rss': '/feeds/all.rss',
    '/feed.xml': '/feeds/all.rss',
    '/rss.xml': '/feeds/all.rss',
    '/atom.xml': '/feeds/all.atom',
    '/feed.json': '/feeds/all.json',
    '/articles/feed': '/feeds/articles.rss',
    '/news/feed': '/feeds/news.rss',
    '/events/feed': '/feeds/events.rss',
    '/polls/feed': '/feeds/polls.rss',
  };
  for (const [path, target] of Object.entries(targets)) {
    const response = await site.fetch(path);
    expect([path, response.status, response.headers.get('Location')]).toEqual([path, 301, target]);
  }
  await seeding(site.write, NOW).article('feed');
  expect((await site.fetch('/articles/feed')).status).toBe(200);
});

test('Empty feeds are valid', async () => {
  await using site = await openSite({ now: NOW });
  for (const name of listFeedNames(collections)) {
    expect((await rss(site, `${name}.rss`)).title).toBeTruthy();
    expect(parseAtomFeed(await site.page(`/feeds/${name}.atom`)).updated).toBe('2026-11-20T05:00:00.000Z');
    expect(JSON.parse(await site.page(`/feeds/${name}.json`)).items).toEqual([]);
  }
});

test('If texts are too long for a feed, the remaining items have only their first words', async () => {
  await using site = await openSite({ now: NOW });
  const seed = seeding(site.write, NOW);
  const description = `<p>${'Snow fell again. '.repeat(6000)}</p>`;
  for (let at = 0; at < 5; at++) await seed.article(`a${at}`, { description });
  const items = (await rss(site, 'articles.rss')).items ?? [];
  expect(items.map(({ content }) => content !== undefined)).toEqual([true, true, false, false, false]);
  expect(items.at(-1)?.description).toMatch(/^Snow fell again\./);
  const json = JSON.parse(await site.page('/feeds/articles.json'));
  expect(json.items.at(-1).content_text).toMatch(/^Snow fell again\./);
});

test('Feeds are cached: an unchanged one is a 304, and a write to what it shows updates it', async () => {
  await using server = await openServer({ now: NOW });
  const seed = seeding(server.site.write, NOW);
  await seed.article('a1');
  const first = await server.ask('/feeds/articles.rss?utm_source=x');
  const etag = { 'If-None-Match': String(first.headers.etag) };
  expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect((await server.ask('/feeds/articles.rss', etag)).status).toBe(304);
  await seed.event('e1');
  expect((await server.ask('/feeds/articles.rss', etag)).status).toBe(304);
  await seed.article('a2');
  expect((await server.ask('/feeds/articles.rss', etag)).status).toBe(200);
});
