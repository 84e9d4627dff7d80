import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import type { NewsItemInput } from './news-item.ts';
import { saveNewsItem } from './news-item-store.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const HOUR_MS = 3_600_000;

async function seed(site: TestSite, id: string, changes: Partial<NewsItemInput> = {}): Promise<void> {
  const input: NewsItemInput = {
    id,
    title: `Story ${id}`,
    sourceId: null,
    link: `https://example.org/${id}`,
    pubDate: now,
    sourceName: 'Valley Reporter',
    sourceUrl: null,
    description: '<p>Ours is <b>ninth</b>.</p>',
    ...changes,
  };
  await saveNewsItem(site.write, input, { now });
}

async function seedMany(site: TestSite, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await seed(site, `n${String(index).padStart(2, '0')}`, { pubDate: now - index * HOUR_MS });
  }
}

/** The page's HTML without the markers that React puts between texts. */
async function read(site: TestSite, path: string): Promise<string> {
  return (await site.page(path)).replaceAll('<!-- -->', '');
}

function titlesIn(html: string): string[] {
  return [...html.matchAll(/<h2><a class="plain"[^>]*>([^<]+)/g)].map((match) => match[1] ?? '');
}

function linkIn(html: string, rel: 'next' | 'prev'): string {
  return new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
}

test('an empty list of news says so and links elsewhere', async () => {
  await using site = await openSite();
  const html = await read(site, '/news');
  expect(html).toContain('<h2>No data found.</h2>');
  expect(html).toContain('There’s nothing here yet. <a href="/articles">Read the latest articles</a>');
});

test('a news title links to the external source in a new tab', async () => {
  await using site = await openSite();
  await seed(site, 'bridge');
  const html = await read(site, '/news');
  expect(html).toMatch(
    /<h2><a class="plain" href="https:\/\/example\.org\/bridge" target="_blank" rel="noopener noreferrer">Story bridge<svg[\s\S]*?<span class="vh"> \(opens in a new tab\)<\/span><\/a><\/h2>/,
  );
  expect(html).not.toContain('/news/bridge');
});

test('the headline of a news item written for the site opens its page in the same tab', async () => {
  await using site = await openSite();
  await seed(site, 'bridge', { link: 'http://localhost:3000/news/bridge' });
  expect(await read(site, '/news')).toContain(
    '<h2><a class="plain" href="/news/bridge">Story bridge</a></h2>',
  );
});

test("a news item shows its source, its first words, and its date and time in the town's zone", async () => {
  await using site = await openSite();
  await seed(site, 'bridge');
  const html = await read(site, '/news');
  expect(html).toContain('<p class="kicker">Valley Reporter</p>');
  expect(html).toContain('<p>Ours is ninth.</p>');
  expect(html).toContain(
    '<time dateTime="2026-11-20T17:00:00-05:00">November 20, 2026</time><span>5:00 PM</span>',
  );
});

test('a source without a name is shown by its host', async () => {
  await using site = await openSite();
  await seed(site, 'bridge', { sourceName: null, link: 'https://www.example.org/x' });
  expect(await read(site, '/news')).toContain('<p class="kicker">example.org</p>');
});

test('ten news items per page, newest first, with Previous and Next links', async () => {
  await using site = await openSite();
  await seedMany(site, 21);
  const first = await read(site, '/news');
  expect(titlesIn(first)).toEqual(Array.from({ length: 10 }, (_, index) => `Story n0${index}`));
  expect(linkIn(first, 'prev')).toBe('');
  const second = await read(site, linkIn(first, 'next'));
  expect(second).toContain('Page 2, newest first.');
  expect(titlesIn(second)[0]).toBe('Story n10');
  const third = await read(site, linkIn(second, 'next'));
  expect([titlesIn(third), linkIn(third, 'next')]).toEqual([['Story n20'], '']);
  expect(titlesIn(await read(site, linkIn(third, 'prev')))).toEqual(titlesIn(second));
});

test('Next is shown only if more items follow', async () => {
  await using site = await openSite();
  await seedMany(site, 10);
  expect(linkIn(await read(site, '/news'), 'next')).toBe('');
  await seedMany(site, 11);
  expect(linkIn(await read(site, '/news'), 'next')).not.toBe('');
});

test("a news item's page has its summary, its source with a link, and its id", async () => {
  await using site = await openSite();
  await seed(site, 'bridge', { sourceUrl: 'https://example.org/reporter' });
  const html = await read(site, '/news/bridge');
  expect(html).toContain('<a href="/news">News</a> from Valley Reporter');
  expect(html).toContain('<h1>Story bridge</h1>');
  expect(html).toContain('<p>Ours is <b>ninth</b>.</p>');
  expect(html).toMatch(
    /<a class="button button--primary" href="https:\/\/example\.org\/bridge" target="_blank" rel="noopener noreferrer">Read at Valley Reporter</,
  );
  expect(html).toMatch(/is published by <a href="https:\/\/example\.org\/reporter" target="_blank"/);
  expect(html).toContain('<p class="item-id">Reference: <code>bridge</code></p>');
});

test('a news item written for the site has no external link', async () => {
  await using site = await openSite();
  await seed(site, 'own', { link: 'http://localhost:3000/news/own', sourceName: 'Maple Hollow Commons' });
  const html = await read(site, '/news/own');
  expect(html).toContain('Written for Maple Hollow Commons.');
  expect(html).not.toContain('Read at');
});

test('stored HTML is sanitized again when it is shown', async () => {
  await using site = await openSite();
  await seed(site, 'bad', {
    title: '<img src=x onerror=alert(1)>',
    description: '<p onclick="x()">Hi<script>1</script></p>',
  });
  for (const path of ['/news', '/news/bad'])
    expect(await read(site, path)).not.toMatch(
      /<img src=x|onclick|<script(?! type="application\/ld\+json">)/,
    );
});

test('a link that is not a web address is never rendered as a link', async () => {
  await using site = await openSite();
  await seed(site, 'bad', { link: 'javascript:alert(1)', sourceUrl: 'data:text/html,x' });
  for (const path of ['/news', '/news/bad']) {
    expect(await read(site, path)).not.toMatch(/href="(javascript|data):/);
  }
});

test.each(['nope', 'add', '%3Cscript%3E', '..%2F..%2Fetc', "a'--", '%00', 'x'.repeat(200)])(
  'an unknown news item is a real 404 on the 404 page: %s',
  async (id) => {
    await using site = await openSite();
    const response = await site.fetch(`/news/${id}`);
    expect(response.status).toBe(id === '%00' ? 400 : 404);
    const html = await response.text();
    expect(html).toMatch(/<a class="button button--primary" href="\/articles">Go Home<\/a>/);
    if (response.status === 404) expect(html).toContain('Oops! The page you are looking for does not exist.');
  },
);
