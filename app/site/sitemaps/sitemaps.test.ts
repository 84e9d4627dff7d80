import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { saveArticle } from '#app/articles/article-store.server.ts';
import { saveEvent } from '#app/events/event-store.server.ts';
import { saveNewsItem } from '#app/news/news-item-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { openServer } from '../../../tests/open-server.ts';
import { openSite } from '../../../tests/open-site.ts';
import { seedSample } from '../../../tests/seed-sample.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const DAY = 24 * 60 * 60 * 1000;
const SECOND = 1000;
const site = 'https://maplehollow.example';
const environment = { BELFRY_URL: site };

const article = {
  id: 'a',
  sourceId: 'x',
  title: 'A title',
  link: 'https://example.org/a',
  pubDate: now,
  description: '<p>D</p>',
  sourceName: 'S',
  sourceUrl: 'https://example.org',
};

/** The texts of all elements with a name. Invalid XML gives other texts. */
function textsOf(xml: string, name: string): string[] {
  const texts: string[] = [];
  let isInside = false;
  const parser = new Parser(
    {
      onopentag: (tag) => {
        isInside = tag === name;
        if (isInside) texts.push('');
      },
      ontext: (text) => {
        if (isInside) texts.push(`${texts.pop()}${text}`);
      },
      onclosetag: () => {
        isInside = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return texts;
}

async function seedMany(db: WriteDb, count: number): Promise<void> {
  const { description, ...rest } = article;
  for (let start = 0; start < count; start += 500) {
    const rows = Array.from({ length: Math.min(500, count - start) }, (_, index) => {
      const id = `m${String(start + index).padStart(5, '0')}`;
      const dates = { pubDate: now - (start + index), createdAt: now, updatedAt: now - DAY };
      return { ...rest, ...dates, id, title: `Story ${id}`, description, deck: 'D', image: null, version: 1 };
    });
    await db.insertInto('article').values(rows).execute();
  }
}

test('the sitemap index lists parts that list every public item at its canonical address with its last change', async () => {
  await using town = await openSite({ environment, now });
  await seedSample(town);
  const index = await town.fetch('/sitemap.xml');
  expect([index.status, index.headers.get('Content-Type')]).toEqual([200, 'application/xml; charset=utf-8']);
  const text = await index.text();
  const parts = ['pages', 'articles-1', 'news-1', 'events-1', 'polls-1', 'businesses-1', 'pages-1'];
  expect(textsOf(text, 'loc')).toEqual(parts.map((part) => `${site}/sitemaps/${part}.xml`));
  expect(textsOf(text, 'lastmod')).toEqual(Array.from({ length: 6 }, () => '2026-11-20T22:00:00.000Z'));
  for (const [part, path] of [
    ['articles-1', '/articles/i1/hill-farm-opens-its-gate'],
    ['news-1', '/news/i1/hill-farm-opens-its-gate'],
    ['events-1', '/events/i1/hill-farm-opens-its-gate'],
    ['polls-1', '/polls/i1/hill-farm-opens-its-gate'],
    ['businesses-1', '/businesses/i1/hill-farm-sugarhouse'],
    ['pages-1', '/pages/hill-farm-opens-its-gate'],
  ]) {
    const xml = await town.page(`/sitemaps/${part}.xml`);
    expect(textsOf(xml, 'loc'), part).toEqual([site + path]);
    expect(textsOf(xml, 'lastmod'), part).toEqual(['2026-11-20T22:00:00.000Z']);
    expect((await town.fetch(path as string)).status).toBe(200);
  }
});

test('every page in the sitemap that is not an item exists and is canonical', async () => {
  await using town = await openSite({ environment, now });
  const pages = textsOf(await town.page('/sitemaps/pages.xml'), 'loc');
  expect(pages).toContain(`${site}/articles`);
  for (const page of pages)
    expect(await town.page(new URL(page).pathname)).toContain(`<link rel="canonical" href="${page}"/>`);
});

test("an empty town's sitemap has only its pages, and unknown parts are a 404", async () => {
  await using town = await openSite({ environment });
  expect(textsOf(await town.page('/sitemap.xml'), 'loc')).toEqual([`${site}/sitemaps/pages.xml`]);
  for (const part of ['articles-1', 'articles-0', 'articles', 'admin-1', 'pages-1', 'x', 'articles-99999'])
    expect((await town.fetch(`/sitemaps/${part}.xml`)).status, part).toBe(404);
});

test('archived polls, and events that ended more than a year ago, are in no sitemap', async () => {
  await using town = await openSite({ environment, now });
  await savePoll(town.write, { id: 'old', title: 'Old', description: 'D', options: ['A', 'B'] }, { now });
  await town.write.updateTable('poll').set({ archived: 1, archivedAt: now }).execute();
  const { sourceName, sourceUrl, ...event } = article;
  const rest = {
    eventTime: '5 PM',
    eventLocation: 'Green',
    enclosureUrl: '/x.jpg',
    enclosureType: 'image/jpeg',
  };
  for (const [id, eventDate] of [
    ['past', now - 400 * DAY],
    ['lately', now - 100 * DAY],
    ['ahead', now + DAY],
  ] as const)
    await saveEvent(town.write, { ...event, ...rest, id, title: id, eventDate }, { now });
  const index = textsOf(await town.page('/sitemap.xml'), 'loc');
  expect(index.map((address) => address.split('/').at(-1))).toEqual(['pages.xml', 'events-1.xml']);
  expect(textsOf(await town.page('/sitemaps/events-1.xml'), 'loc')).toEqual([
    `${site}/events/lately/lately`,
    `${site}/events/ahead/ahead`,
  ]);
});

test('the sitemap leaves out a removed item, and has a retitled one at its new address', async () => {
  await using server = await openServer({ environment, now });
  const { write } = server.site;
  const locs = async () => textsOf((await server.ask('/sitemaps/articles-1.xml')).body.toString(), 'loc');
  await saveArticle(write, article, { now });
  await saveArticle(write, { ...article, id: 'b' }, { now });
  expect(await locs()).toEqual([`${site}/articles/a/a-title`, `${site}/articles/b/a-title`]);
  await saveArticle(write, { ...article, title: 'Another' }, { now });
  await write.deleteFrom('article').where('id', '=', 'b').execute();
  expect(await locs()).toEqual([`${site}/articles/a/another`]);
});

test('a small part is cached with its ETag; a large one is streamed, or a 304 if nothing changed', async () => {
  await using server = await openServer({ environment, now });
  const { write } = server.site;
  await saveArticle(write, article, { now });
  const small = await server.ask('/sitemaps/articles-1.xml');
  const again = { 'If-None-Match': String(small.headers.etag) };
  expect((await server.ask('/sitemaps/articles-1.xml', again)).status).toBe(304);
  await seedMany(write, 5000);
  const bytes = () =>
    server.listener.figures().find(({ name }) => name === 'belfry_page_cache_bytes')?.samples[''];
  expect(bytes()).toBeGreaterThan(0);
  const before = bytes();
  const large = await server.ask('/sitemaps/articles-1.xml');
  const found = textsOf(large.body.toString(), 'loc');
  expect([large.status, new Set(found).size]).toEqual([200, 5001]);
  expect(large.body.toString()).toMatch(/^<\?xml[\s\S]*<\/urlset>\n$/);
  expect(large.headers.etag).toMatch(/^W\/"articles-1-/);
  expect(bytes()).toBe(before);
  const unchanged = { 'If-None-Match': String(large.headers.etag) };
  expect((await server.ask('/sitemaps/articles-1.xml', unchanged)).status).toBe(304);
  expect((await server.ask('/sitemaps/articles-1.xml', {}, 'HEAD')).body).toHaveLength(0);
  await saveArticle(write, { ...article, title: 'Changed' }, { now });
  expect((await server.ask('/sitemaps/articles-1.xml', unchanged)).status).toBe(200);
  // Up to this many the index has the last change.
  expect(textsOf((await server.ask('/sitemap.xml')).body.toString(), 'lastmod')).toEqual([
    new Date(now).toISOString(),
  ]);
});

test('the news sitemap has what was published within exactly 48 hours, and nothing with a future date', async () => {
  let clock = now;
  await using server = await openServer({ environment, now: () => clock });
  const { write } = server.site;
  const { sourceName, sourceUrl, ...item } = article;
  for (const [id, pubDate] of [
    ['too-old', now - 2 * DAY - SECOND],
    ['just', now - 2 * DAY],
    ['inside', now - 2 * DAY + SECOND],
    ['ahead', now + SECOND],
  ] as const) {
    await saveArticle(write, { ...article, id, title: id, pubDate }, { now });
    await saveNewsItem(write, { ...item, id, title: id, pubDate, sourceName, sourceUrl }, { now });
  }
  const titles = async () => {
    const { body } = await server.ask('/news-sitemap.xml');
    return textsOf(body.toString(), 'news:title');
  };
  expect(await titles()).toEqual(['inside', 'inside', 'just', 'just']);
  // Nothing was written meanwhile: the cached response has expired.
  clock = now + SECOND;
  expect(await titles()).toEqual(['ahead', 'ahead', 'inside', 'inside']);
  clock = now + SECOND + 1;
  expect(await titles()).toEqual(['ahead', 'ahead']);
  const xml = (await server.ask('/news-sitemap.xml')).body.toString();
  expect(textsOf(xml, 'loc')).toContain(`${site}/news/ahead/ahead`);
  expect(textsOf(xml, 'news:name')[0]).toBe('Maple Hollow Commons');
  expect(textsOf(xml, 'news:language')[0]).toBe('en');
  expect(textsOf(xml, 'news:publication_date')[0]).toBe('2026-11-20T22:00:01.000Z');
});

test('the news sitemap is valid XML whatever characters a title has', async () => {
  await using town = await openSite({ environment, now });
  const title = `"It's" </news:title> & ]]> 🎉 \u0001\ufffe${'long '.repeat(60)}`;
  await saveArticle(town.write, { ...article, title }, { now });
  const xml = await town.page('/news-sitemap.xml');
  expect(textsOf(xml, 'news:title')).toEqual([`"It's" </news:title> & ]]> 🎉 ${'long '.repeat(60)}`]);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  expect(xml).not.toMatch(/[\u0000-\u0008\ufffe]/);
});

test('robots.txt lists the sitemaps, and excludes what crawlers should leave alone', async () => {
  await using town = await openSite({ environment });
  const answer = await town.fetch('/robots.txt', { headers: { Host: 'evil.example' } });
  expect(answer.headers.get('Content-Type')).toBe('text/plain; charset=utf-8');
  const lines = (await answer.text()).split('\n');
  expect(lines).toContain(`Sitemap: ${site}/sitemap.xml`);
  expect(lines).toContain(`Sitemap: ${site}/news-sitemap.xml`);
  const closed = lines.flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice(10)] : []));
  expect(closed.toSorted()).toEqual(['/account', '/admin', '/api/', '/preferences/theme', '/search']);
  // What must be read to be left out, or to be shown.
  for (const path of ['/login', '/share/site.png', '/feeds/all.rss', '/articles/a', '/polls/a/vote-for-us'])
    expect(
      closed.some((start) => path.startsWith(start)),
      path,
    ).toBe(false);
});
