import { type JsonFeed, parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { loadSampleTown } from '../../commands/sample-town/load-sample-town.ts';
import { openServer } from '../../tests/open-server.ts';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { planting } from '../../tests/plant-items.ts';
import { listFeedNames } from './feed.ts';
import { feedFormats } from './feed-names.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 86_400_000;
const ORIGIN = 'http://localhost:3000';

async function rss(site: TestSite, name: string) {
  return parseRssFeed(await site.page(`/feeds/${name}`));
}

test('Feeds contain whole articles, with an id, their dates and their source', async () => {
  await using site = await openSite({ now: NOW });
  const text =
    '<p>See <a href="/events#top">events</a>.</p><img src="/illustrations/green.svg" alt="The green">';
  await planting(site.write, NOW).article('a1', { title: 'Rain & “snow” <b>', description: text });
  const response = await site.fetch('/feeds/articles.rss');
  expect(response.headers.get('Content-Type')).toBe('application/rss+xml; charset=utf-8');
  expect(response.headers.get('Link')).toBe(`<${ORIGIN}/feeds/articles.rss>; rel="self"`);
  const feed = parseRssFeed(await response.text());
  expect(feed).toMatchObject({
    title: 'Maple Hollow Commons: Articles',
    link: `${ORIGIN}/articles`,
    language: 'en-us',
    lastBuildDate: 'Fri, 20 Nov 2026 22:00:00 GMT',
    atom: { links: [{ href: `${ORIGIN}/feeds/articles.rss`, rel: 'self' }] },
  });
  const [item] = feed.items ?? [];
  expect(item).toMatchObject({
    title: 'Rain & “snow” <b>',
    guid: { value: 'tag:localhost,2026:articles/a1', isPermaLink: false },
    pubDate: 'Fri, 20 Nov 2026 21:00:00 GMT',
    dc: { creators: ['The Hollow Ledger'] },
  });
  expect(item?.link).toMatch(`${ORIGIN}/articles/a1`);
  const content = item?.content?.encoded ?? '';
  expect(content).toContain(`<a href="${ORIGIN}/events#top">events</a>`);
  expect(content).toContain(`<img src="${ORIGIN}/illustrations/green.svg" alt="The green"`);
  expect(content).toContain('Source: <a href="https://example.org/ledger">The Hollow Ledger</a>');

  const atom = parseAtomFeed(await site.page('/feeds/articles.atom'));
  expect(atom.updated).toBe('2026-11-20T22:00:00.000Z');
  expect(atom.entries?.[0]).toMatchObject({
    id: 'tag:localhost,2026:articles/a1',
    title: { value: 'Rain & “snow” <b>' },
    published: '2026-11-20T21:00:00.000Z',
    updated: '2026-11-20T22:00:00.000Z',
    authors: [{ name: 'The Hollow Ledger', uri: 'https://example.org/ledger' }],
    content: { type: 'html', value: content },
  });
  const json = parseJsonFeed(await site.page('/feeds/articles.json'));
  expect(json.items?.[0]).toMatchObject({
    id: 'tag:localhost,2026:articles/a1',
    external_url: 'https://example.org/a1',
    content_html: content,
    date_published: '2026-11-20T21:00:00.000Z',
  });
});

test('Every text of a feed is directly between its tags, whatever it contains', async () => {
  await using site = await openSite({ now: NOW });
  const plant = planting(site.write, NOW);
  const description = '<p>One</p>\n<pre>\n  a &lt;![CDATA[ b ]]&gt;\n</pre>';
  await plant.article('a1', { title: 'Rain & ]]> <![CDATA[ snow', sourceName: 'Digest & Co', description });
  for (const [format, encoded] of [
    ['rss', 'content:encoded'],
    ['atom', 'content type="html"'],
  ]) {
    const xml = await site.page(`/feeds/articles.${format}`);
    expect(xml).toContain('<title><![CDATA[Rain & ]]]]><![CDATA[> <![CDATA[ snow]]></title>');
    expect(xml).toContain('<![CDATA[Digest & Co]]></');
    expect(xml).toContain(`<${encoded}><![CDATA[<p>One</p>\n<pre>\n  a &lt;`);
    expect(xml).not.toMatch(/>\n\s*<!\[CDATA\[|\]\]>\n/);
  }
});

test('A changed title keeps the id', async () => {
  await using site = await openSite({ now: NOW });
  const plant = planting(site.write, NOW);
  const ids = async () => {
    const [feed, list] = [await rss(site, 'all.rss'), parseJsonFeed(await site.page('/feeds/all.json'))];
    return [feed.items?.map(({ guid }) => guid?.value).sort(), list.items?.map(({ id }) => id).sort()];
  };
  for (const make of Object.values(plant)) await make('x');
  const before = await ids();
  for (const make of Object.values(plant)) await make('x', { title: 'Another' });
  expect(before[0]).toHaveLength(4);
  expect(await ids()).toEqual(before);
});

test('A news item links to its source, as in the list, and names its page on this site', async () => {
  await using site = await openSite({ now: NOW });
  await planting(site.write, NOW).news('n1', { sourceName: null, sourceUrl: null });
  const [item] = (await rss(site, 'news.rss')).items ?? [];
  expect([item?.link, item?.dc]).toEqual(['https://example.org/n1', undefined]);
  const [entry] = parseAtomFeed(await site.page('/feeds/news.atom')).entries ?? [];
  expect(entry?.links?.map(({ rel }) => rel)).toEqual(['alternate', 'related']);
  expect(entry?.links?.[1]?.href).toMatch(`${ORIGIN}/news/n1`);
});

test('The feed of all collections is sorted by date and has at most thirty items', async () => {
  await using site = await openSite({ now: NOW });
  const plant = planting(site.write, NOW);
  for (let at = 0; at < 12; at++) {
    const pubDate = NOW - at * DAY_MS;
    await plant.article(`a${at}`, { pubDate });
    await plant.news(`n${at}`, { pubDate: pubDate - 1000 });
    await plant.event(`e${at}`, { pubDate: pubDate - 2000 });
  }
  const titles = (await rss(site, 'all.rss')).items?.map(({ title }) => title) ?? [];
  expect(titles).toHaveLength(30);
  expect(titles.slice(0, 4)).toEqual(['a0', 'n0', 'e0', 'a1'].map((id) => `Title of ${id}`));
});

test('An event has its date, place and picture; past events are left out, changed ones come first', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await planting(site.write, NOW).event('past', { eventDate: NOW - 2 * DAY_MS });
  await planting(site.write, NOW).event('e1', { enclosureType: 'a picture', link: `${ORIGIN}/events/e1` });
  now += 1000;
  await planting(site.write, now).event('e2');
  const [first, second] = (await rss(site, 'events.rss')).items ?? [];
  expect([first?.title, second?.title]).toEqual(['Title of e2', 'Title of e1']);
  expect(second?.enclosures).toEqual([
    { url: `${ORIGIN}/illustrations/green.svg`, length: 0, type: 'image/svg+xml' },
  ]);
  expect(second?.description).toMatch(/^11\/22\/2026, 5 PM, Hill Farm, Ridge Road\./);
  expect(second?.content?.encoded).toMatch(
    /^<p><strong>11\/22\/2026, 5 PM<\/strong><br\/>Hill Farm, Ridge Road<\/p>/,
  );
  now += 1000;
  await planting(site.write, now).event('e1');
  const { items } = JSON.parse(await site.page('/feeds/events.json'));
  expect(items[0]).toMatchObject({
    title: 'Title of e1',
    _event: { start: '2026-11-22T17:00:02-05:00', location: 'Hill Farm, Ridge Road' },
  });
});

test("An event's status is in its title, its text and its structured data", async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await planting(site.write, NOW).event('e1', { eventDate: NOW + DAY_MS });
  await planting(site.write, NOW).event('e2');
  now += 1000;
  await planting(site.write, now).event('e1', { status: 'moved', eventDate: NOW + 2 * DAY_MS });
  now += 1000;
  await planting(site.write, now).event('e2', { status: 'cancelled', statusNote: 'The hall is flooded.' });
  const items = (await rss(site, 'events.rss')).items ?? [];
  expect(items.map(({ title }) => title)).toEqual(['Cancelled: Title of e2', 'Moved: Title of e1']);
  expect(items[0]?.content?.encoded).toContain('This event is cancelled. The hall is flooded.');
  expect(items[0]?.description).toMatch(/^This event is cancelled\. The hall is flooded\. 11\/22\/2026/);
  expect(items[1]?.content?.encoded).toContain('Moved from 11/21/2026, 5:00 PM.');
  const json = JSON.parse(await site.page('/feeds/events.json'));
  expect(json.items[1]._event).toMatchObject({
    status: 'moved',
    start: '2026-11-22T17:00:00-05:00',
    previousStart: '2026-11-21T17:00:00-05:00',
  });
});

test('A cancellation is among the newest items, even if the event was published long ago', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const plant = planting(site.write, NOW);
  await plant.event('e1', { pubDate: NOW - 90 * DAY_MS });
  for (let at = 0; at < 31; at++) await plant.article(`a${at}`, { pubDate: NOW - at });
  const titles = async () => (await rss(site, 'all.rss')).items?.map(({ title }) => title) ?? [];
  expect(await titles()).not.toContain('Title of e1');
  now += 1000;
  await planting(site.write, now).event('e1', { pubDate: NOW - 90 * DAY_MS, status: 'cancelled' });
  expect((await titles())[0]).toBe('Cancelled: Title of e1');
});

test('Of events loaded together the earliest come first, so the sample town’s cancelled one is included', async () => {
  await using site = await openSite({ now: NOW });
  const town = { title: 'Maple Hollow Commons', timeZone: 'America/New_York' };
  await loadSampleTown(site.write, { now: NOW, town, siteUrl: ORIGIN });
  for (const name of ['all.rss', 'events.rss']) {
    const titles = (await rss(site, name)).items?.map(({ title }) => title);
    expect(titles, name).toContain('Cancelled: Hunters’ breakfast');
  }
});

test('An item with a future date is in no feed before its time, and in all at its time', async () => {
  let now = NOW;
  await using server = await openServer({ now: () => now });
  const plant = planting(server.site.write, NOW);
  const pubDate = NOW + 3_600_000;
  for (let at = 0; at < 31; at++)
    await plant.article(`far${at}`, { pubDate: Date.parse('9998-01-01'), title: 'Snow, far ahead' });
  for (const make of [plant.article, plant.news, plant.event]) {
    await make('past', { title: 'Snow, now' });
    await make('ahead', { title: 'Snow, soon', pubDate });
  }
  const read = async (name: string): Promise<JsonFeed.Item<string>[]> =>
    JSON.parse(String((await server.ask(`/feeds/${name}`)).body)).items;
  const counts = async () => {
    const names = ['all', 'articles', 'news', 'events', 'search'];
    const lists = await Promise.all(names.map((name) => read(`${name}.json?q=snow`)));
    return lists.map((items) => items.length);
  };
  expect(await counts()).toEqual([3, 1, 1, 1, 3]);
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
    await planting(site.write, NOW).event('e1', given);
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
  const plant = planting(site.write, NOW);
  await plant.article('a1', { title: 'Snow on Ridge Road', pubDate: NOW - DAY_MS });
  await plant.news('n1', { description: '<p>More snow is on its way.</p>' });
  await plant.event('e1', { title: 'Snow shoe walk', pubDate: NOW - 2 * DAY_MS });
  await plant.poll('p1', { title: 'Sand or salt?' });
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
  const plant = planting(site.write, NOW);
  await plant.article('a1');
  await plant.article('a2', { sourceName: 'Digest & Co' });
  await plant.news('n2', { sourceName: 'Digest & Co' });
  await plant.event('e1');
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
  await planting(site.write, NOW).article('feed');
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

const hostile = [
  '<script>alert(1)</script> ]]> & "q" \'a\'',
  'Bells 🔔👩‍👩‍👧 \u202e \u0085 \ufffe\uffff',
  '&lt;b&gt; &amp;amp; &#0; <![CDATA[x]]>',
];

test('Every feed is well formed even with hostile titles, texts, addresses and dates', async () => {
  await using site = await openSite({ now: NOW });
  const plant = planting(site.write, NOW);
  for (const [at, title] of hostile.entries()) {
    const pubDate = [-30_610_224_000_000, NOW, 0][at] as number;
    const given = {
      title,
      pubDate,
      description: `<p>${title}</p>`,
      link: 'https://example.org/?a=[1]|{x}"é',
    };
    await plant.article(`h${at}`, { ...given, sourceName: title });
    await plant.news(`h${at}`, given);
    await plant.event(`h${at}`, {
      ...given,
      eventLocation: title,
      eventTime: '<b>',
      eventDate: 253_402_300_799_999,
    });
    await plant.poll(`h${at}`, { title, description: title, options: hostile });
  }
  const readable = /^[\t\n\r\u{20}-\u{7E}\u{A0}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]*$/u;
  for (const name of listFeedNames(collections))
    for (const format of feedFormats) {
      const text = await site.page(`/feeds/${name}.${format}`);
      expect(text, `${name}.${format}`).toMatch(readable);
      if (format !== 'json') expect(listBroken(text), `${name}.${format}`).toEqual([]);
    }
  const titles = parseAtomFeed(await site.page('/feeds/articles.atom')).entries?.map(
    ({ title }) => title?.value,
  );
  expect(titles).toContain(hostile[0]);
  const { items } = JSON.parse(await site.page('/feeds/articles.json'));
  expect(items.map(({ title }: { title: string }) => title)).toContain('Bells 🔔👩‍👩‍👧 \u202e');
});

/** What is invalid XML outside of CDATA: mismatched tags, and unescaped brackets and ampersands. */
function listBroken(xml: string): string[] {
  const open: string[] = [];
  const broken: string[] = [];
  const rest = xml.replace(/<!\[CDATA\[.*?\]\]>/gs, '').replace(/^<\?xml [^>]*\?>/, '');
  const outside = rest.replace(
    /<(\/?)([\w:]+)((?: [\w:]+="[^"<&]*(?:&\w+;[^"<&]*)*")*)(\/?)>/g,
    (_tag, end, name, _given, empty) => {
      if (end) broken.push(...(open.pop() === name ? [] : [name]));
      else if (!empty) open.push(name);
      return '';
    },
  );
  return [...broken, ...open, ...(/[<>]|&(?!(?:amp|lt|gt|quot|apos);)/.exec(outside) ?? [])];
}

test('If texts are too long for a feed, the remaining items have only their first words', async () => {
  await using site = await openSite({ now: NOW });
  const plant = planting(site.write, NOW);
  const description = `<p>${'Snow fell again. '.repeat(6000)}</p>`;
  for (let at = 0; at < 5; at++) await plant.article(`a${at}`, { description });
  const items = (await rss(site, 'articles.rss')).items ?? [];
  expect(items.map(({ content }) => content !== undefined)).toEqual([true, true, false, false, false]);
  expect(items.at(-1)?.description).toMatch(/^Snow fell again\./);
  const json = JSON.parse(await site.page('/feeds/articles.json'));
  expect(json.items.at(-1).content_text).toMatch(/^Snow fell again\./);
});

test('Feeds are cached: an unchanged one is a 304, and a write to what it shows updates it', async () => {
  await using server = await openServer({ now: NOW });
  const plant = planting(server.site.write, NOW);
  await plant.article('a1');
  const first = await server.ask('/feeds/articles.rss?utm_source=x');
  const etag = { 'If-None-Match': String(first.headers.etag) };
  expect([first.status, first.headers['cache-control']]).toEqual([200, 'no-cache']);
  expect((await server.ask('/feeds/articles.rss', etag)).status).toBe(304);
  await plant.event('e1');
  expect((await server.ask('/feeds/articles.rss', etag)).status).toBe(304);
  await plant.article('a2');
  expect((await server.ask('/feeds/articles.rss', etag)).status).toBe(200);
});
