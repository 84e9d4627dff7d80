import { expect, test } from 'vitest';
import { collections, textSources } from '#app/collections.server.ts';
import { learnWords } from '#app/items/search/known-words.server.ts';
import { indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { seedSampleTown } from '../../../tests/sample-town.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

async function openSampleSite(): Promise<TestSite> {
  const site = await openSite({ now });
  await seedSampleTown(site.write, site.services.settings, { now, town: defaultTown, siteUrl: site.origin });
  return site;
}

function titlesIn(html: string): string[] {
  return [...html.matchAll(/<h2><a class="plain"[^>]*>(.*?)(?:<svg|<\/a>)/g)].map(([, title = '']) =>
    title.replace(/<[^>]+>/g, '').replaceAll('<!-- -->', ''),
  );
}

function linksIn(html: string): string[] {
  return [...html.matchAll(/<h2><a class="plain" href="([^"]+)"/g)].map(([, link = '']) => link);
}

test('every page has a search box, which works without JavaScript', async () => {
  await using site = await openSampleSite();
  for (const path of [
    '/articles',
    '/news',
    '/events',
    '/polls',
    '/businesses',
    '/about',
    '/login',
    '/nothing',
  ]) {
    expect(await site.page(path), path).toMatch(/<form[^>]* action="\/search"[^>]*>.*?<input[^>]*name="q"/);
  }
  const html = await site.page('/search?q=library');
  expect(html).toContain('<title>Search: library | Maple Hollow Commons</title>');
  expect(html).toContain('<meta name="robots" content="noindex"/>');
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="library"/);
  expect(html).toMatch(/<mark>Library<\/mark>/i);
  expect(titlesIn(html)).toHaveLength(10);
  expect(html).toMatch(/rel="next" href="\/search\?q=library&amp;page=2"/);
  const second = await site.page('/search?q=library&page=2');
  expect(linksIn(second)).toHaveLength(10);
  expect(linksIn(second).filter((link) => linksIn(html).includes(link))).toEqual([]);
  expect((await site.fetch('/search?q=library&page=999')).status).toBe(404);
});

test('a search can be limited to one collection or to dates; invalid parameters are ignored', async () => {
  await using site = await openSampleSite();
  const polls = await site.page('/search?q=library&kind=polls');
  const kinds = [...polls.matchAll(/<li data-section="(\w+)"><p class="kicker"/g)].map(([, kind]) => kind);
  expect([...new Set(kinds)]).toEqual(['polls']);
  const today = await site.page('/search?q=library&kind=articles&from=2026-11-20&to=2026-11-20');
  expect(titlesIn(today).length).toBeGreaterThan(0);
  expect(await site.page('/search?q=library&kind=articles&to=1990-01-01')).toContain('No data found.');
  const odd = await site.fetch('/search?q=library&kind=users&from=yesterday&to=%00&page=-1');
  expect([odd.status, titlesIn(await odd.text()).length]).toEqual([200, 10]);
});

test('a search with results can be followed with its filters', async () => {
  await using site = await openSampleSite();
  const html = await site.page('/search?q=library+hours');
  const [head = ''] = html.split('</head>');
  const feed = '/feeds/search.rss?q=library+hours';
  expect(head).toMatch(
    /<link rel="alternate" type="application\/rss\+xml"[^>]* href="\/feeds\/search\.rss\?q=/,
  );
  expect(html).toContain(`<a href="${feed}">Follow this search</a>`);
  const calendar = `${site.origin.replace('http:', 'webcal:')}/events.ics?q=library+hours`;
  expect(html).toContain(`href="${calendar}"`);
  expect((await site.fetch(feed)).status).toBe(200);
  const news = await site.page('/search?q=library&kind=news');
  expect(news).toContain('<a href="/feeds/search.rss?q=library&amp;kind=news">Follow this search</a>');
  expect(news).not.toContain('webcal:');
  for (const path of ['/search', '/search?q=zzzzzz', '/search?q=library&kind=businesses'])
    expect(await site.page(path), path).not.toContain('Follow this search');
});

test('a search without results says so, and one without words says what to do', async () => {
  await using site = await openSite({ now });
  expect(await site.page('/search?q=library')).toContain('No data found.');
  expect(await site.page('/search')).toContain('Searches articles, news, events, polls, and businesses.');
  expect(await site.page('/search?q=-')).toContain('Enter at least one word');
});

test.each([
  '"',
  '""',
  "'",
  '*',
  'a*',
  '-',
  '--',
  '(',
  ')',
  'NEAR(a b)',
  'a AND',
  'OR',
  'NOT',
  '^a',
  'title:a',
  '{a}',
  '\0',
  '\u202ea',
  '🎉',
  'a'.repeat(4096),
  '"a '.repeat(500),
  '%',
  '\\',
  ';drop table article',
  '<script>alert(1)</script>',
  '+',
  '|',
  '&',
  '!',
  ':*',
  'a:*',
  "a'b",
  'ﬁ',
  '中文',
  'ß',
])('no query is an error: %j (R-28)', async (q) => {
  await using site = await openSite({ now });
  const response = await site.fetch(`/search?${new URLSearchParams({ q })}`);
  expect([200, 414]).toContain(response.status);
  expect(await response.text()).not.toContain('<script>alert');
});

test('removed, archived and unpublished items are not found (R-28)', async () => {
  await using site = await openSampleSite();
  const poll = await site.write.selectFrom('poll').select(['id', 'title']).executeTakeFirstOrThrow();
  const q = new URLSearchParams({ q: `"${poll.title}"` });
  expect(titlesIn(await site.page(`/search?${q}`))).toContain(poll.title);
  await site.write.updateTable('poll').set({ archived: 1 }).where('id', '=', poll.id).execute();
  expect(titlesIn(await site.page(`/search?${q}`))).not.toContain(poll.title);
  await site.write.updateTable('poll').set({ archived: 0 }).where('id', '=', poll.id).execute();
  await indexStaleItems(site.write, textSources);
  expect(titlesIn(await site.page(`/search?${q}`))).toContain(poll.title);
  await collections.polls.store.remove(site.write, poll.id);
  expect(titlesIn(await site.page(`/search?${q}`))).not.toContain(poll.title);
});

test('admin lists are searched with the same index', async () => {
  await using site = await openSampleSite();
  const admin = await site.asAdmin();
  const html = await site.page('/admin/articles?q=libr', admin);
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="libr"/);
  const titles = [...html.matchAll(/<th scope="row"[^>]*>(?:<a[^>]*>)?([^<]+)</g)].map(
    ([, title = '']) => title,
  );
  expect(titles.length).toBeGreaterThan(2);
  expect(titles.length).toBeLessThanOrEqual(10);
  expect(await site.page('/admin/articles?q=zzzzzz', admin)).toContain('No data found.');
  expect((await site.fetch('/admin/articles?q=library&page=900', { headers: admin })).status).toBeLessThan(
    500,
  );
});

test('a search with a likely typo and no result shows the results of its correction', async () => {
  await using site = await openSampleSite();
  await learnWords(site.write, textSources);
  const html = await site.page('/search?q=libary+rooof');
  expect(html.replaceAll('<!-- -->', '')).toMatch(
    /Nothing was found for “libary rooof”. These are the results for <a href="\/search\?q=library\+roof">library roof<\/a>\./,
  );
  const meant = await site.page('/search?q=library+roof');
  expect(titlesIn(html).length).toBeGreaterThan(0);
  expect(linksIn(html)).toEqual(linksIn(meant));
  const nextIn = (page: string) => /rel="next" href="([^"]*)"/.exec(page)?.[1];
  expect(nextIn(html)).toBe(nextIn(meant));
  expect(html).toMatch(/<input[^>]*name="q"[^>]*value="libary rooof"/);
  expect(await site.page('/search?q=xqzvwk')).toContain('No data found.');
});
