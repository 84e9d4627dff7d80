import { expect, test } from 'vitest';
import { formIn } from '../../tests/form-in.ts';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';

type Headers = Record<string, string>;
type Json = Record<string, unknown>;

const input = sampleInputs.articles;
const correction = { date: '2026-11-19T15:30:00.000Z', text: 'The vote was on Monday.' };
const extras = {
  deck: 'Five drivers, four trucks, 61 miles.',
  byline: 'Ruth Abelard',
  tags: ['Winter', 'Town roads'],
  corrections: [correction],
  pinned: true,
};

async function call(site: TestSite, admin: Headers, method: string, path: string, body?: Json) {
  const response = await site.fetch(`/api/v1/${path}`, {
    method,
    headers: { ...admin, 'Content-Type': 'application/json', Origin: site.origin },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const json = response.status === 204 ? {} : ((await response.json()) as Json);
  return { status: response.status, json };
}

async function put(site: TestSite, admin: Headers, id: string, changes: Json = {}) {
  const { status, json } = await call(site, admin, 'PUT', `articles/${id}`, { ...input, ...changes });
  expect(status, JSON.stringify(json)).toBeLessThan(300);
  return json;
}

/** A day of November at noon in UTC. */
function day(number: number): string {
  return `2026-11-${String(number).padStart(2, '0')}T12:00:00.000Z`;
}

function linkIn(html: string, rel: 'next' | 'prev'): string | undefined {
  return new RegExp(`rel="${rel}" href="([^"]+)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
}

function idsIn(html: string): string[] {
  return [...html.matchAll(/<h2><a class="plain" href="\/articles\/([^"]+)">/g)].map(([, id = '']) => id);
}

test('the API returns a summary, byline, tags, corrections and a pin, and leaves out those that are not used', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const plain = await put(site, admin, 'plain');
  expect(Object.keys(plain)).toEqual([
    ...['id', 'sourceId', 'title', 'link', 'pubDate', 'description', 'sourceName', 'sourceUrl', 'picture'],
    ...['documents', 'publication', 'publishAt'],
  ]);
  expect(await put(site, admin, 'a', extras)).toMatchObject(extras);
  const patched = await call(site, admin, 'PATCH', 'articles/a', { byline: null, tags: [], title: 'Other' });
  expect(patched.json).toMatchObject({ deck: extras.deck, corrections: [correction], pinned: true });
  expect(patched.json).not.toHaveProperty('byline');
  expect(patched.json).not.toHaveProperty('tags');
  const draft = await call(site, admin, 'PUT', 'articles/d', { title: 'Half', publication: 'draft' });
  expect(Object.keys(draft.json)).not.toContain('tags');
  expect(draft.json).toMatchObject({ sourceName: null });
});

test('an article shows its byline, its corrections, newest first, and links to its tags', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const earlier = { date: day(18), text: 'Her name is Ada <Perrault>.' };
  await put(site, admin, 'a', { ...extras, corrections: [earlier, correction] });
  const page = await site.page('/articles/a');
  expect(page).toContain('By <!-- -->Ruth Abelard');
  expect(page).toContain('<meta name="description" content="Five drivers, four trucks, 61 miles."');
  expect(page).toContain('<meta property="og:description" content="Five drivers, four trucks, 61 miles."');
  const notes = page.slice(page.indexOf('id="corrections"'));
  expect(notes).toMatch(
    /November 19, 2026<\/time>[\s\S]*on Monday\.[\s\S]*November 18, 2026[\s\S]*Ada &lt;Perrault&gt;/,
  );
  expect(page).toContain('<a href="/tags/winter" rel="tag">Winter</a>');
  expect(page).toContain('<a href="/tags/town-roads" rel="tag">Town roads</a>');
  const [, text = ''] = /<script type="application\/ld\+json">([^<]+)/.exec(page) ?? [];
  const { '@graph': graph } = JSON.parse(text);
  expect(graph[0]).toMatchObject({
    description: extras.deck,
    author: { '@type': 'Person', name: 'Ruth Abelard' },
    keywords: extras.tags,
    correction: [
      { '@type': 'CorrectionComment', text: correction.text, datePublished: '2026-11-19T10:30:00-05:00' },
      { '@type': 'CorrectionComment', text: earlier.text, datePublished: '2026-11-18T07:00:00-05:00' },
    ],
  });
  await put(site, admin, 'plain');
  const plain = await site.page('/articles/plain');
  expect(plain).not.toMatch(/Correction|By <!-- -->|rel="tag"|keywords/);
  expect(plain).toContain('content="From nine in the morning."');
});

test('lists, feeds and search show the short summary, and the first words without one', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await put(site, admin, 'a', { ...extras, pinned: false });
  await put(site, admin, 'b');
  const list = await site.page('/articles');
  expect(list).toContain('<p class="teaser__deck">Five drivers, four trucks, 61 miles.</p>');
  expect(list).toContain('<p class="teaser__deck">From nine in the morning.</p>');
  const rss = await site.page('/feeds/articles.rss');
  expect(rss).toContain('<description>Five drivers, four trucks, 61 miles.</description>');
  expect(rss).toContain('<dc:creator>Ruth Abelard</dc:creator>');
  expect(rss).toContain('<category>Town roads</category>');
  expect(rss).toContain('Correction, November 19, 2026: The vote was on Monday.');
  for (const word of ['61 miles', 'Abelard', 'roads', 'Monday']) {
    const found = (await call(site, {}, 'GET', `search?q=${encodeURIComponent(word)}`)).json as {
      items: Json[];
    };
    expect(
      found.items.map(({ id }) => id),
      word,
    ).toEqual(['a']);
  }
});

test('a tag has a page with its articles, newest first, feeds, and a place in the sitemap', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (let number = 1; number <= 12; number++)
    await put(site, admin, `w${number}`, { pubDate: day(number), tags: ['Town & Roads'] });
  await put(site, admin, 'other', { pubDate: day(13) });
  await put(site, admin, 'accent', { pubDate: day(14), tags: ['TÓWN roads'], pinned: true });
  const first = await site.page('/tags/town-roads');
  expect(first).toContain('<h1>TÓWN roads</h1>');
  expect(idsIn(first)).toEqual(['accent', ...[12, 11, 10, 9, 8, 7, 6, 5, 4].map((number) => `w${number}`)]);
  const next = linkIn(first, 'next') ?? '';
  expect(idsIn(await site.page(next))).toEqual(['w3', 'w2', 'w1']);
  expect(idsIn(await site.page('/tags/town-roads?page=2'))).toEqual(['w3', 'w2', 'w1']);
  expect((await site.fetch('/tags/town-roads?page=3')).status).toBe(404);
  expect(first).toMatch(
    /<head>.*<link rel="alternate" type="application\/rss\+xml" title="TÓWN roads" href="\/feeds\/articles\.rss\?tag=town-roads"\/>.*<\/head>/s,
  );

  const moved = await site.fetch('/tags/Town%20Roads?page=2');
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, '/tags/town-roads?page=2']);
  expect((await site.fetch('/tags/nothing')).status).toBe(404);

  const feed = JSON.parse(await site.page('/feeds/articles.json?tag=Town+roads'));
  expect(feed).toMatchObject({
    title: expect.stringContaining('TÓWN roads'),
    home_page_url: 'http://localhost:3000/tags/town-roads',
  });
  expect(feed.items).toHaveLength(13);
  expect(feed.items[0].tags).toEqual(['Articles', 'TÓWN roads']);
  expect(await site.page('/feeds/all.atom?tag=town-roads')).toContain(
    '<category term="town-roads" label="TÓWN roads"/>',
  );
  expect((await site.fetch('/feeds/articles.rss?tag=nothing')).status).toBe(404);
  const sitemap = await site.page('/sitemaps/pages.xml');
  expect(sitemap).toContain(
    '<loc>http://localhost:3000/tags/town-roads</loc><lastmod>2026-11-14T12:00:00.000Z</lastmod>',
  );

  for (const id of ['accent', ...Array.from({ length: 12 }, (_, at) => `w${at + 1}`)])
    await call(site, admin, 'PATCH', `articles/${id}`, { tags: ['Winter'] });
  expect((await site.fetch('/tags/town-roads')).status).toBe(404);
  expect(await site.page('/sitemaps/pages.xml')).not.toContain('town-roads');
  expect(idsIn(await site.page('/tags/winter'))).toHaveLength(10);
});

test('only published articles have a place on the page of their tag', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await put(site, admin, 'a', extras);
  await call(site, admin, 'PATCH', 'articles/a', { publication: 'draft' });
  expect((await site.fetch('/tags/winter')).status).toBe(404);
  await call(site, admin, 'PATCH', 'articles/a', { publication: 'published' });
  expect(idsIn(await site.page('/tags/winter'))).toEqual(['a']);
  await call(site, admin, 'DELETE', 'articles/a');
  expect((await site.fetch('/tags/winter')).status).toBe(404);
  const restored = await call(site, admin, 'POST', 'articles/a/restore');
  expect(restored.json).toMatchObject(extras);
  expect(idsIn(await site.page('/tags/winter'))).toEqual(['a']);
});

test('the pinned article is first, once, on whichever way the pages are reached', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (let number = 1; number <= 25; number++)
    await put(site, admin, `a${number}`, { pubDate: day(Math.max(1, number - 5)) });
  const newestFirst = Array.from({ length: 25 }, (_, at) => `a${25 - at}`);
  for (const pinned of ['a25', 'a20', 'a11', 'a6', 'a2']) {
    await call(site, admin, 'PATCH', `articles/${pinned}`, { pinned: true });
    const api = (await call(site, {}, 'GET', 'articles?limit=30')).json as { items: Json[] };
    const inOrder = api.items.map(({ id }) => String(id));
    expect(api.items.filter((item) => item.pinned).map(({ id }) => id)).toEqual([pinned]);
    expect(inOrder.toSorted()).toEqual(newestFirst.toSorted());
    const expected = [pinned, ...inOrder.filter((id) => id !== pinned)];
    const byNumber: string[] = [];
    for (const page of [1, 2, 3]) byNumber.push(...idsIn(await site.page(`/articles?page=${page}`)));
    expect(byNumber, pinned).toEqual(expected);
    const byLink: string[] = [];
    let last = '';
    for (let path: string | undefined = '/articles'; path; ) {
      last = await site.page(path);
      byLink.push(...idsIn(last));
      path = linkIn(last, 'next');
    }
    expect(byLink, pinned).toEqual(expected);
    const back = linkIn(last, 'prev') ?? '';
    const second = await site.page(back);
    expect(idsIn(second), pinned).toEqual(expected.slice(10, 20));
    expect(idsIn(await site.page(linkIn(second, 'prev') ?? '')), pinned).toEqual(expected.slice(0, 10));
  }
});

test('pinning an article unpins the other; unpublishing or deleting the pinned one leaves none', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const pinnedIds = async () => {
    const { items } = (await call(site, {}, 'GET', 'articles')).json as { items: Json[] };
    return items.filter((item) => item.pinned).map(({ id }) => id);
  };
  await put(site, admin, 'old', { pubDate: day(1), pinned: true });
  await put(site, admin, 'new', { pubDate: day(2) });
  const open = formIn(await site.page('/admin/articles/old', admin));
  await put(site, admin, 'draft', { publication: 'draft', pinned: true });
  expect(await pinnedIds()).toEqual(['old']);
  await call(site, admin, 'PATCH', 'articles/draft', { publication: 'published' });
  expect(await pinnedIds()).toEqual(['draft']);
  expect(idsIn(await site.page('/articles'))[0]).toBe('draft');
  // A form that was open with the pin does not take it back unnoticed.
  expect((await site.post('/admin/articles/old', { ...open, title: 'Again' }, admin)).status).toBe(409);

  await call(site, admin, 'PATCH', 'articles/draft', { publication: 'draft' });
  expect(await pinnedIds()).toEqual([]);
  await call(site, admin, 'PATCH', 'articles/new', { pinned: true });
  await call(site, admin, 'DELETE', 'articles/new');
  expect(await pinnedIds()).toEqual([]);
  await call(site, admin, 'POST', 'articles/new/restore');
  expect(await pinnedIds()).toEqual(['new']);
  await call(site, admin, 'DELETE', 'articles/new');
  await call(site, admin, 'PATCH', 'articles/old', { pinned: true });
  await call(site, admin, 'POST', 'articles/new/restore');
  expect(await pinnedIds()).toEqual(['old']);
  await call(site, admin, 'PATCH', 'articles/old', { pinned: false });
  expect(await pinnedIds()).toEqual([]);
});
