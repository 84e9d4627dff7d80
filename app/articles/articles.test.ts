import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { isDeep } from '../../tests/rounds.ts';
import { saveArticle } from './article-store.server.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const HOUR_MS = 3_600_000;

async function seed(site: TestSite, count: number, prefix = 'a', description = '<p>Words.</p>') {
  for (let index = 0; index < count; index++) {
    const id = `${prefix}${String(index).padStart(2, '0')}`;
    const input = {
      id,
      sourceId: `local:${id}`,
      title: `Story ${id}`,
      link: 'https://example.org/story',
      pubDate: now - index * HOUR_MS,
      description,
      sourceName: 'The Hollow Ledger',
      sourceUrl: 'https://example.org/ledger',
    };
    await saveArticle(site.write, input, { now });
  }
}

function titlesIn(html: string): string[] {
  return [...html.matchAll(/<h2><a class="plain" href="\/articles\/[^"]+">([^<]+)<\/a>/g)].map(
    (match) => match[1] ?? '',
  );
}

function linkIn(html: string, rel: 'next' | 'prev'): string | undefined {
  return new RegExp(`<a class="button" rel="${rel}" href="([^"]+)"`)
    .exec(html)?.[1]
    ?.replaceAll('&amp;', '&');
}

test('/ redirects to /articles', async () => {
  await using site = await openSite();
  const response = await site.fetch('/');
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/articles']);
});

test('an empty list says so', async () => {
  await using site = await openSite();
  expect(await site.page('/articles')).toContain('No data found.');
});

test('ten articles per page, newest first, with Previous and Next links that can be shared', async () => {
  await using site = await openSite();
  await seed(site, 25);
  const first = await site.page('/articles');
  expect(titlesIn(first)).toEqual(Array.from({ length: 10 }, (_, index) => `Story a0${index}`));
  expect(linkIn(first, 'prev')).toBeUndefined();
  const second = await site.page(linkIn(first, 'next') ?? '');
  expect(titlesIn(second).at(0)).toBe('Story a10');
  expect(second).toContain('Page <!-- -->2');
  const third = await site.page(linkIn(second, 'next') ?? '');
  expect(titlesIn(third)).toHaveLength(5);
  expect(linkIn(third, 'next')).toBeUndefined();
  const back = await site.page(linkIn(third, 'prev') ?? '');
  expect(titlesIn(back)).toEqual(titlesIn(second));
});

test('the front page lays out its stories in the order of the list; other pages are plain lists', async () => {
  await using site = await openSite();
  await seed(site, 12, 'a');
  await seed(site, 2, 'a', '<p>Words.</p><img src="/green.svg" alt="The green" width="600" height="400">');
  await seed(site, 1, 'a');
  const first = await site.page('/articles');
  expect(titlesIn(first)).toEqual(Array.from({ length: 10 }, (_, index) => `Story a0${index}`));
  const places = [...first.matchAll(/<li class="(of-[^"]+)"><article class="([^"]+)"/g)];
  expect(places.map(([, place, teaser]) => [place, teaser]).slice(0, 4)).toEqual([
    ['of-6', 'teaser teaser--lead'],
    ['of-6 by-2', 'teaser teaser--thumb teaser--above'],
    ['of-6', 'teaser'],
    ['of-4', 'teaser'],
  ]);
  expect(places).toHaveLength(10);
  expect(await site.page('/articles?page=2')).not.toContain('<li class="of-');
});

test('Next is shown only if more items follow', async () => {
  await using site = await openSite();
  await seed(site, 10);
  expect(linkIn(await site.page('/articles'), 'next')).toBeUndefined();
  await seed(site, 1, 'b');
  expect(linkIn(await site.page('/articles'), 'next')).toBeDefined();
});

test('Previous on page 2 leads to the plain list, and so does a page with too few items before it', async () => {
  await using site = await openSite();
  await seed(site, 12);
  const first = await site.page('/articles');
  const second = await site.page(linkIn(first, 'next') ?? '');
  const previous = linkIn(second, 'prev') ?? '';
  expect(await site.page(previous)).toBe(first);
  await site.write.deleteFrom('article').where('id', '=', 'a00').execute();
  const response = await site.fetch(previous);
  expect([response.status, response.headers.get('Location')]).toEqual([302, '/articles']);
});

test('articles published while a reader is paging neither repeat nor hide others', async () => {
  await using site = await openSite();
  await seed(site, 15);
  const first = await site.page('/articles');
  for (const index of [0, 1, 2]) {
    await saveArticle(
      site.write,
      {
        id: `new${index}`,
        sourceId: 'x',
        title: `New ${index}`,
        link: 'https://example.org/',
        pubDate: now + HOUR_MS + index,
        description: '<p>x</p>',
        sourceName: 'x',
        sourceUrl: 'https://example.org/',
      },
      { now },
    );
  }
  const second = await site.page(linkIn(first, 'next') ?? '');
  expect(titlesIn(second)).toEqual(['Story a10', 'Story a11', 'Story a12', 'Story a13', 'Story a14']);
  const back = await site.page(linkIn(second, 'prev') ?? '');
  expect(titlesIn(back)).toEqual(titlesIn(first));
  expect(linkIn(back, 'prev')).toBeDefined();
});

test.each([
  'page=0',
  'page=-1',
  'page=x',
  'page=1e3',
  'after=nonsense',
  'after=WzEsMl0',
  'before=%00',
  'after=&page=',
  'page=1&after=eyJ9',
])('an invalid page number or cursor gives page 1: %s', async (query) => {
  await using site = await openSite();
  await seed(site, 11);
  const response = await site.fetch(`/articles?${query}`);
  expect(response.status).toBe(200);
  expect(titlesIn(await response.text()).at(0)).toBe('Story a00');
});

test('a typed page number opens that page, and one past the end is a 404', async () => {
  await using site = await openSite();
  await seed(site, 11);
  expect(titlesIn(await site.page('/articles?page=2'))).toEqual(['Story a10']);
  for (const page of ['3', '99999999']) expect((await site.fetch(`/articles?page=${page}`)).status).toBe(404);
});

test('a page far back opens by its number and links to its neighbors', async () => {
  await using site = await openSite();
  const pages = isDeep(import.meta.url) ? 102 : 22;
  await seed(site, pages * 10 - 5);
  const html = await site.page(`/articles?page=${pages}`);
  expect(titlesIn(html)).toHaveLength(5);
  expect(linkIn(html, 'next')).toBeUndefined();
  const before = await site.page(linkIn(html, 'prev') ?? '');
  expect(titlesIn(before)).toEqual(titlesIn(await site.page(`/articles?page=${pages - 1}`)));
  expect(titlesIn(await site.page(linkIn(before, 'next') ?? ''))).toEqual(titlesIn(html));
  expect((await site.fetch(`/articles?page=${pages + 1}`)).status).toBe(404);
});

test('an article shows its title, its dateline and its description as HTML', async () => {
  await using site = await openSite();
  await seed(site, 1, 'a', '<p>Some <strong>bold</strong> words.</p>');
  const html = await site.page('/articles/a00');
  expect(html).toContain('<h1>Story a00</h1>');
  expect(html.replaceAll('<!-- -->', '')).toMatch(
    /Maple Hollow, Vermont — <time[^>]*>November 20, 2026<\/time>/,
  );
  expect(html).toContain('<p>Some <strong>bold</strong> words.</p>');
});

test('sources open in a new tab and say so', async () => {
  await using site = await openSite();
  await seed(site, 1);
  const html = await site.page('/articles/a00');
  expect(html).toMatch(
    /<a href="https:\/\/example.org\/ledger" target="_blank" rel="noopener noreferrer">The Hollow Ledger<svg[\s\S]*?<span class="vh"> \(opens in a new tab\)/,
  );
});

test('stored HTML is sanitized again when it is shown', async () => {
  await using site = await openSite();
  await seed(site, 1, 'a', '<p onclick="x()">Words<script>alert(1)</script></p>');
  expect(await site.page('/articles/a00')).toContain('<p>Words</p>');
});

test.each(['nope', 'add', '%3Cscript%3E', '%2F%2Fevil.example', 'x.css', 'x'.repeat(200)])(
  'a missing article leads to /NotFound/{id}, which is a real 404: %s',
  async (id) => {
    await using site = await openSite();
    const response = await site.fetch(`/articles/${id}`);
    expect(response.status).toBe(302);
    const location = response.headers.get('Location') ?? '';
    expect(location).toMatch(/^\/NotFound\/[^/]+$/);
    const page = await site.fetch(location);
    expect(page.status).toBe(404);
    const html = await page.text();
    expect(html).toContain('>404</h1>');
    expect(html).toContain('Oops! The page you are looking for does not exist.');
    expect(html).toMatch(/<a class="button button--primary" href="\/articles">Go Home<\/a>/);
  },
);

test('an article without a title redirects to /NotFound/{id}', async () => {
  await using site = await openSite();
  await seed(site, 1);
  await site.write.updateTable('article').set({ title: '' }).execute();
  expect((await site.fetch('/articles/a00')).headers.get('Location')).toBe('/NotFound/a00');
});

test('lists, articles and error pages contain no script', async () => {
  await using site = await openSite();
  await seed(site, 1);
  for (const path of ['/articles', '/about', '/nope']) {
    expect(await site.page(path)).not.toMatch(/<script(?! type="application\/ld\+json">)|modulepreload/);
  }
});

test("one deferred script of this site provides an article's buttons to share, copy and print", async () => {
  await using site = await openSite();
  await seed(site, 1);
  const html = await site.page('/articles/a00');
  const scripts = html.match(/<script(?! type="application\/ld\+json">)[^>]*>/g);
  expect(scripts).toEqual([expect.stringMatching(/^<script src="\/assets\/[^"]+\.js" defer="">$/)]);
  const buttons = [...html.matchAll(/<button type="button" class="needs-script" value="(\w+)">/g)];
  expect(buttons.map(([, value]) => value)).toEqual(['copy', 'print', 'share']);
  expect(html).toMatch(
    /<a href="mailto:\?subject=Story%20a00&amp;body=http%3A%2F%2Flocalhost%3A3000%2Farticles%2Fa00%2Fstory-a00">/,
  );
});
