/** Metadata for search engines and shared links, on every kind of page, tested through requests. */
import { expect, test } from 'vitest';
import { saveArticle } from '#app/articles/article-store.server.ts';
import { saveBusiness } from '#app/businesses/business-store.server.ts';
import { saveEvent } from '#app/events/event-store.server.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { readHead } from '../../../tests/read-head.ts';
import { seedSample } from '../../../tests/seed-sample.ts';

const now = Date.parse('2026-11-20T22:00:00Z');
const URL_OF_SITE = 'https://maplehollow.example';
const environment = { BELFRY_URL: URL_OF_SITE };

const article = {
  id: 'a',
  sourceId: 'x',
  title: 'A title',
  link: `${URL_OF_SITE}/articles/a`,
  pubDate: now,
  description: '<p>First words of it.</p>',
  sourceName: 'Maple Hollow Commons',
  sourceUrl: URL_OF_SITE,
};

/** Difficult text: markup, quotes, an emoji, a lone surrogate, control and other characters that XML forbids. */
const hostile = `"It's" </script><script>alert(1)</script> & <!-- ${'🎉'} \u0001\u0085\ufffe\u2028 ]]> end`;

async function headOf(site: TestSite, path: string, headers?: Record<string, string>) {
  return readHead(await site.page(path, headers));
}

const listed = [
  '/articles',
  '/news',
  '/events',
  '/polls',
  '/businesses',
  '/about',
  '/contact',
  '/privacyPolicy',
];

test('every public page has one title, one description of at most 160 characters and one canonical address', async () => {
  await using site = await openSite({ environment });
  await seedSample(site);
  const details = ['articles', 'news', 'events', 'polls', 'businesses'].map((name) => `/${name}/i1`);
  for (const path of [...listed, ...details, '/polls/i1/results']) {
    const html = await site.page(path);
    const { title, descriptions, canonical, robots, meta } = readHead(html);
    expect([...html.matchAll(/<title>/g)].length, path).toBe(1);
    expect(title, path).toMatch(/.+ \| Maple Hollow Commons$/);
    expect(descriptions.length, path).toBe(1);
    expect(descriptions[0]?.length, path).toBeGreaterThan(10);
    expect(descriptions[0]?.length, path).toBeLessThanOrEqual(160);
    expect(canonical, path).toMatch(new RegExp(`^${URL_OF_SITE}${path}(/hill-farm-[a-z-]+)?$`));
    expect([meta['og:url'], robots], path).toEqual([canonical, 'max-image-preview:large']);
  }
});

test("an item's canonical address is its id with the words of its title", async () => {
  await using site = await openSite({ environment });
  await seedSample(site);
  const canonical = `${URL_OF_SITE}/articles/i1/hill-farm-opens-its-gate`;
  for (const path of [
    '/articles/i1',
    '/articles/i1/hill-farm-opens-its-gate?utm_source=mail',
    '/articles/i1?page=3',
  ])
    expect((await headOf(site, path)).canonical).toBe(canonical);
});

test("a list's canonical address has the page number, never a cursor", async () => {
  await using site = await openSite({ environment });
  for (let index = 0; index < 11; index++)
    await saveArticle(site.write, { ...article, id: `a${index}`, pubDate: now + index }, { now });
  const first = await site.page('/articles?utm_source=mail&page=1');
  expect(readHead(first).canonical).toBe(`${URL_OF_SITE}/articles`);
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(next).toContain('after=');
  const second = await headOf(site, next);
  expect(second.canonical).toBe(`${URL_OF_SITE}/articles?page=2`);
  expect(second.title).toBe('Articles, page 2 | Maple Hollow Commons');
});

test('search engines may index a category of businesses only if it is in use', async () => {
  await using site = await openSite({ environment });
  await seedSample(site);
  const used = await headOf(site, '/businesses?category=Farms+and+food');
  expect(used.canonical).toBe(`${URL_OF_SITE}/businesses?category=Farms+and+food`);
  const invented = await headOf(site, '/businesses?category=Buy+pills');
  expect([invented.canonical, invented.robots]).toEqual([undefined, 'noindex']);
});

test('pages that search engines should not list say noindex', async () => {
  await using site = await openSite({ environment });
  await seedSample(site);
  await savePoll(
    site.write,
    { id: 'hidden', title: 'Hidden', description: 'D', options: ['A', 'B'], resultsShown: 'admin' },
    { now },
  );
  const admin = await site.asAdmin();
  const paths = ['/login', '/forgot', '/NotFound/x', '/nothing', '/polls/i1/vote', '/polls/hidden/results'];
  for (const path of [
    ...paths,
    '/polls/hidden/embed',
    '/account',
    '/admin',
    '/admin/articles',
    '/admin/settings',
  ]) {
    const head = await headOf(site, path, path.startsWith('/a') ? admin : {});
    expect([path, head.robots, head.canonical]).toEqual([path, 'noindex', undefined]);
  }
});

test('a shared link shows its title, first words, the site and an image of 1200 by 630', async () => {
  await using site = await openSite({ environment });
  await seedSample(site);
  const { meta } = await headOf(site, '/articles/i1');
  expect(meta).toMatchObject({
    'og:title': 'Hill Farm opens its gate',
    'og:type': 'article',
    'og:description': 'From nine in the morning.',
    'og:site_name': 'Maple Hollow Commons',
    'og:locale': 'en_US',
    'og:image': `${URL_OF_SITE}/share/articles/i1.png?v=1`,
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': 'Hill Farm opens its gate',
    'twitter:card': 'summary_large_image',
    'article:published_time': '2026-11-20T09:00:00-05:00',
    'article:modified_time': '2026-11-20T17:00:00-05:00',
  });
  expect((await headOf(site, '/articles')).meta).toMatchObject({
    'og:type': 'website',
    'og:image': `${URL_OF_SITE}/share/site.png`,
  });
  expect((await headOf(site, '/events/i1')).meta['og:description']).toBe(
    'Saturday, November 28, 9 AM, Hill Farm, Ridge Road. From nine in the morning.',
  );
});

test('a title with any characters stays intact, in the head and in the JSON-LD', async () => {
  await using site = await openSite({ environment });
  const title = `${hostile} ${'long '.repeat(60)}`.slice(0, 300);
  await saveArticle(site.write, { ...article, title, sourceName: hostile }, { now });
  const { sourceName, sourceUrl, ...common } = article;
  await saveEvent(site.write, { ...common, ...eventFields, title, eventLocation: hostile }, { now });
  await savePoll(site.write, { id: 'a', title, description: hostile, options: [hostile, 'B'] }, { now });
  await saveBusiness(
    site.write,
    {
      id: 'a',
      name: title,
      category: hostile,
      address: hostile,
      description: '',
      phone: null,
      website: null,
      email: null,
      openingHours: null,
    },
    { now },
  );
  for (const path of ['/articles/a', '/events/a', '/polls/a', '/businesses/a']) {
    const html = await site.page(path);
    const { meta, facts, canonical } = readHead(html);
    expect(meta['og:title'], path).toContain(`"It's" </script><script>alert(1)</script> & <!-- 🎉`);
    const text = [...Object.values(meta), JSON.stringify(facts)].join();
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(text, path).not.toMatch(/[\u0000-\u0008\u0080-\u009f\ufffe]/);
    expect(
      html.match(/<script(?! type="application\/ld\+json">| src="\/assets\/[^"<]+" defer="">)/g),
      path,
    ).toBeNull();
    expect(html.match(/<\/script>/g), path).toHaveLength(path === '/articles/a' ? 2 : 1);
    expect(canonical).toMatch(/\/a\/its-script-script-alert-1-script-and-end-long(-long)*$/);
  }
});

const eventFields = {
  eventDate: now,
  eventTime: '5 PM',
  eventLocation: 'Town hall',
  enclosureUrl: 'https://example.org/a.jpg',
  enclosureType: 'image/jpeg',
};

test("addresses never come from a request's Host header", async () => {
  await using site = await openSite({ environment });
  const html = await site.page('/articles', { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' });
  expect(html).not.toContain('evil.example');
  expect(html).toContain(`<link rel="canonical" href="${URL_OF_SITE}/articles"/>`);
});
