import { parseAtomFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { openSite } from '../../../tests/open-site.ts';
import { DAY_MS, NOW, ORIGIN, rss } from '../../../tests/read-feeds.ts';
import { seedSampleTown } from '../../../tests/sample-town.ts';
import { seeding } from '../../../tests/seed-items.ts';
import { listFeedNames } from './feed.ts';
import { feedFormats } from './feed-names.ts';

test('Feeds contain whole articles, with an id, their dates and their source', async () => {
  await using site = await openSite({ now: NOW });
  const text =
    '<p>See <a href="/events#top">events</a>.</p><img src="/illustrations/green.svg" alt="The green">';
  await seeding(site.write, NOW).article('a1', { title: 'Rain & “snow” <b>', description: text });
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
  const seed = seeding(site.write, NOW);
  const description = '<p>One</p>\n<pre>\n  a &lt;![CDATA[ b ]]&gt;\n</pre>';
  await seed.article('a1', { title: 'Rain & ]]> <![CDATA[ snow', sourceName: 'Digest & Co', description });
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
  const seed = seeding(site.write, NOW);
  const ids = async () => {
    const [feed, list] = [await rss(site, 'all.rss'), parseJsonFeed(await site.page('/feeds/all.json'))];
    return [feed.items?.map(({ guid }) => guid?.value).sort(), list.items?.map(({ id }) => id).sort()];
  };
  for (const make of Object.values(seed)) await make('x');
  const before = await ids();
  for (const make of Object.values(seed)) await make('x', { title: 'Another' });
  expect(before[0]).toHaveLength(4);
  expect(await ids()).toEqual(before);
});

test('A news item links to its source, as in the list, and names its page on this site', async () => {
  await using site = await openSite({ now: NOW });
  await seeding(site.write, NOW).news('n1', { sourceName: null, sourceUrl: null });
  const [item] = (await rss(site, 'news.rss')).items ?? [];
  expect([item?.link, item?.dc]).toEqual(['https://example.org/n1', undefined]);
  const [entry] = parseAtomFeed(await site.page('/feeds/news.atom')).entries ?? [];
  expect(entry?.links?.map(({ rel }) => rel)).toEqual(['alternate', 'related']);
  expect(entry?.links?.[1]?.href).toMatch(`${ORIGIN}/news/n1`);
});

test('The feed of all collections is sorted by date and has at most thirty items', async () => {
  await using site = await openSite({ now: NOW });
  const seed = seeding(site.write, NOW);
  for (let at = 0; at < 12; at++) {
    const pubDate = NOW - at * DAY_MS;
    await seed.article(`a${at}`, { pubDate });
    await seed.news(`n${at}`, { pubDate: pubDate - 1000 });
    await seed.event(`e${at}`, { pubDate: pubDate - 2000 });
  }
  const titles = (await rss(site, 'all.rss')).items?.map(({ title }) => title) ?? [];
  expect(titles).toHaveLength(30);
  expect(titles.slice(0, 4)).toEqual(['a0', 'n0', 'e0', 'a1'].map((id) => `Title of ${id}`));
});

test('An event has its date, place and picture; past events are left out, changed ones come first', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await seeding(site.write, NOW).event('past', { eventDate: NOW - 2 * DAY_MS });
  await seeding(site.write, NOW).event('e1', { enclosureType: 'a picture', link: `${ORIGIN}/events/e1` });
  now += 1000;
  await seeding(site.write, now).event('e2');
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
  await seeding(site.write, now).event('e1');
  const { items } = JSON.parse(await site.page('/feeds/events.json'));
  expect(items[0]).toMatchObject({
    title: 'Title of e1',
    _event: { start: '2026-11-22T17:00:02-05:00', location: 'Hill Farm, Ridge Road' },
  });
});

test("An event's status is in its title, its text and its structured data", async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await seeding(site.write, NOW).event('e1', { eventDate: NOW + DAY_MS });
  await seeding(site.write, NOW).event('e2');
  now += 1000;
  await seeding(site.write, now).event('e1', { status: 'moved', eventDate: NOW + 2 * DAY_MS });
  now += 1000;
  await seeding(site.write, now).event('e2', { status: 'cancelled', statusNote: 'The hall is flooded.' });
  const items = (await rss(site, 'events.rss')).items ?? [];
  expect(items.map(({ title }) => title)).toEqual(['Canceled: Title of e2', 'Moved: Title of e1']);
  expect(items[0]?.content?.encoded).toContain('This event is canceled. The hall is flooded.');
  expect(items[0]?.description).toMatch(/^This event is canceled\. The hall is flooded\. 11\/22\/2026/);
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
  const seed = seeding(site.write, NOW);
  await seed.event('e1', { pubDate: NOW - 90 * DAY_MS });
  for (let at = 0; at < 31; at++) await seed.article(`a${at}`, { pubDate: NOW - at });
  const titles = async () => (await rss(site, 'all.rss')).items?.map(({ title }) => title) ?? [];
  expect(await titles()).not.toContain('Title of e1');
  now += 1000;
  await seeding(site.write, now).event('e1', { pubDate: NOW - 90 * DAY_MS, status: 'cancelled' });
  expect((await titles())[0]).toBe('Canceled: Title of e1');
});

test('Of events loaded together the earliest come first, so the sample town’s cancelled one is included', async () => {
  await using site = await openSite({ now: NOW });
  const town = { title: 'Maple Hollow Commons', timeZone: 'America/New_York' };
  await seedSampleTown(site.write, site.services.settings, { now: NOW, town, siteUrl: ORIGIN });
  for (const name of ['all.rss', 'events.rss']) {
    const titles = (await rss(site, name)).items?.map(({ title }) => title);
    expect(titles, name).toContain('Canceled: Hunters’ breakfast');
  }
});

const hostile = [
  '<script>alert(1)</script> ]]> & "q" \'a\'',
  'Bells 🔔👩‍👩‍👧 \u202e \u0085 \ufffe\uffff',
  '&lt;b&gt; &amp;amp; &#0; <![CDATA[x]]>',
];

test('Every feed is well formed even with hostile titles, texts, addresses and dates', async () => {
  await using site = await openSite({ now: NOW });
  const seed = seeding(site.write, NOW);
  for (const [at, title] of hostile.entries()) {
    const pubDate = [-30_610_224_000_000, NOW, 0][at] as number;
    const given = {
      title,
      pubDate,
      description: `<p>${title}</p>`,
      link: 'https://example.org/?a=[1]|{x}"é',
    };
    await seed.article(`h${at}`, { ...given, sourceName: title });
    await seed.news(`h${at}`, given);
    await seed.event(`h${at}`, {
      ...given,
      eventLocation: title,
      eventTime: '<b>',
      eventDate: 253_402_300_799_999,
    });
    await seed.poll(`h${at}`, { title, description: title, options: hostile });
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
  expect(items.map(({ title }: { title: string }) => title)).toContain('Bells 🔔👩‍👩‍👧 \u202e …');
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
