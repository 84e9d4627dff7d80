import { expect, test } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { isSlug, numberedSlug, slugOfTitle } from '#app/platform/slug.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { formIn } from '../../tests/form-in.ts';
import { openSite } from '../../tests/open-site.ts';
import { findPageId } from './page-slug-store.server.ts';
import { findPage, savePage } from './page-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const SITE = 'http://localhost:3000';

test.each([
  ['Transfer station', 'transfer-station'],
  ['Clerk’s hours', 'clerks-hours'],
  ['Dogs & cats', 'dogs-and-cats'],
  ['Café Straße', 'cafe-strasse'],
  ['ごみの出し方', 'ごみの出し方'],
  ['Сайт города', 'сайт-города'],
  ['Add', 'add-page'],
  ['???', 'page-abc1'],
])('the title %s gives the slug %s', (title, slug) => {
  expect(slugOfTitle(title, 'ABC-1')).toBe(slug);
  expect(isSlug(slug)).toBe(true);
});

test('a slug has 1 to 80 letters of any script, digits and hyphens, in lower case, and is not add', () => {
  for (const slug of ['a', '2026', 'ごみ', 'x'.repeat(80), '-a-', '𐐨']) expect(isSlug(slug), slug).toBe(true);
  for (const slug of [
    '',
    'add',
    'Add',
    'x'.repeat(81),
    'a b',
    'a/b',
    'a.b',
    'a_b',
    '-',
    'é'.normalize('NFD'),
    '\u{1F600}',
  ])
    expect(isSlug(slug), slug).toBe(false);
  expect(numberedSlug('x'.repeat(80), 12)).toBe(`${'x'.repeat(77)}-12`);
});

const input = (id: string, slug: string | null = null, title = 'Dog licenses') => ({
  id,
  title,
  slug,
  description: '<p>Due every April 1.</p>',
  menu: 'none' as const,
  checkedAt: null,
  remindMonths: null,
});

async function save(db: WriteDb, ...given: Parameters<typeof input>) {
  const outcome = await savePage(db, input(...given), { now: NOW });
  return outcome.kind === 'saved' ? outcome.item.slug : outcome;
}

eachDatabase(
  'an earlier slug leads to its page until another page takes it',
  async ({ database: { write } }) => {
    expect(await save(write, 'dogs')).toBe('dog-licenses');
    expect(await save(write, 'dogs', 'dogs')).toBe('dogs');
    expect(await findPageId(write, 'dog-licenses')).toBe('dogs');
    // Back, and to a third one.
    expect(await save(write, 'dogs', 'dog-licenses')).toBe('dog-licenses');
    expect(await save(write, 'dogs', 'pets')).toBe('pets');
    expect(await findPageId(write, 'dogs')).toBe('dogs');
    expect(await save(write, 'other', 'dogs')).toBe('dogs');
    expect(await findPageId(write, 'dogs')).toBe('other');
    expect(await findPageId(write, 'dog-licenses')).toBe('dogs');
    expect(await save(write, 'third', 'pets')).toEqual({
      kind: 'refused',
      problems: [{ field: 'slug', message: 'Another page has this address' }],
    });
    // Without one of its own, it gets a number.
    expect(await save(write, 'fourth', null, 'Pets')).toBe('pets-2');
    expect(await save(write, 'fourth', null, 'Pets')).toBe('pets-2');
  },
);

eachDatabase(
  'pages are added at the end of the menu, and keep their place',
  async ({ database: { write } }) => {
    const put = (id: string, menu: 'none' | 'menu' | 'footer', position?: number) =>
      savePage(write, { ...input(id), menu, ...(position === undefined ? {} : { position }) }, { now: NOW });
    for (const id of ['a', 'b', 'c']) await put(id, 'menu');
    await put('d', 'footer');
    const positions = async () =>
      Promise.all(['a', 'b', 'c', 'd'].map(async (id) => (await findPage(write, id))?.position));
    expect(await positions()).toEqual([1, 2, 3, 1]);
    await put('a', 'menu', 1);
    await put('b', 'menu');
    await put('c', 'footer', 3);
    expect(await positions()).toEqual([1, 2, 2, 1]);
    await put('d', 'none', 1);
    expect(await positions()).toEqual([1, 2, 2, 0]);
  },
);

async function openTown() {
  const site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const call = async (method: string, path: string, fields?: object) => {
    const body = fields && (method === 'PUT' ? { description: '<p>Text.</p>', ...fields } : fields);
    const response = await site.fetch(`/api/v1/pages/${path}`, {
      method,
      headers: { ...admin, Origin: SITE, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, json: text ? JSON.parse(text) : null };
  };
  return { site, admin, call, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('a page is at its slug; its id and earlier slugs redirect there, and a script of any language works', async () => {
  await using town = await openTown();
  const { site, call } = town;
  const created = await call('PUT', 'dogs', {
    title: 'Dog licenses',
    description: '<p>Due every April 1.</p>',
  });
  expect(created.status).toBe(201);
  expect(created.json).toMatchObject({
    ...{ id: 'dogs', slug: 'dog-licenses', menu: 'none', position: 0, checkedAt: null, remindMonths: null },
    ...{ picture: null, publication: 'published', publishAt: null },
  });
  const html = await site.page('/pages/dog-licenses');
  expect(html).toContain('<h1>Dog licenses</h1>');
  expect(html).toContain('"@type":"WebPage"');
  await call('PATCH', 'dogs', { slug: '犬の登録', checkedAt: '2026-11-03T17:00:00.000Z' });
  const address = `/pages/${encodeURIComponent('犬の登録')}`;
  for (const former of ['/pages/dog-licenses', '/pages/dogs']) {
    const response = await site.fetch(former);
    expect([response.status, response.headers.get('Location')], former).toEqual([301, address]);
  }
  const japanese = await site.page(address);
  expect(japanese).toContain(`<link rel="canonical" href="${SITE}${address}"/>`);
  expect(japanese).toMatch(/Checked on <time[^>]*>November 3, 2026/);
  expect(await site.page('/sitemaps/pages-1.xml')).toContain(`<loc>${SITE}${address}</loc>`);
  expect(await (await site.fetch('/api/v1/search?q=april&kind=pages')).json()).toMatchObject({
    items: [{ kind: 'pages', url: SITE + address }],
  });
  expect((await site.fetch('/pages/unknown')).status).toBe(404);
  await call('DELETE', 'dogs');
  for (const gone of [address, '/pages/dog-licenses', '/pages/dogs'])
    expect((await site.fetch(gone)).status, gone).toBe(404);
});

test('a bad slug, and one that another page has, are refused at the field with what was typed still there', async () => {
  await using town = await openTown();
  const { site, admin, call } = town;
  await call('PUT', 'dogs', { title: 'Dogs', slug: 'dogs' });
  for (const slug of ['dogs', 'add', 'Dogs', 'a b', '/', 'x'.repeat(81)]) {
    const { status, json } = await call('PUT', 'cats', { title: 'Cats', slug });
    expect([slug, status, json.errors?.[0]?.field]).toEqual([slug, 422, 'slug']);
    const form = formIn(await site.page('/admin/pages/add', admin));
    const answer = await site.post(
      '/admin/pages/add',
      { ...form, title: 'Cats', slug, description: '<p>Meow</p>' },
      admin,
    );
    expect(answer.status).toBe(400);
    const shown = await answer.text();
    expect(shown).toContain('id="slug-error"');
    expect(formIn(shown)).toMatchObject({ slug, title: 'Cats', description: '<p>Meow</p>' });
  }
  expect((await call('PUT', 'cats', { title: 'Cats', checkedAt: '2026-12-24T00:00:00Z' })).status).toBe(422);
  expect((await call('PUT', 'cats', { title: 'Cats', remindMonths: 0 })).status).toBe(422);
});

test('a scheduled page holds its address, and a deleted one whose address is taken comes back under another', async () => {
  await using town = await openTown();
  const { call } = town;
  const later = { publication: 'scheduled', publishAt: '2026-12-01T12:00:00.000Z' };
  expect((await call('PUT', 'snow', { title: 'Snow', slug: 'snow', ...later })).status).toBe(201);
  expect((await call('PUT', 'ice', { title: 'Ice', slug: 'snow' })).status).toBe(422);
  await call('PUT', 'old', { title: 'Plows', slug: 'plows' });
  await call('DELETE', 'old');
  expect((await call('PUT', 'new', { title: 'Plows', slug: 'plows' })).json).toMatchObject({ slug: 'plows' });
  const restored = await call('POST', 'old/restore');
  expect([restored.status, restored.json.slug]).toEqual([200, 'plows-2']);
});

test('the list of all pages has them under their letters', async () => {
  await using town = await openTown();
  const { site, call } = town;
  for (const [id, title] of [
    ['w', 'Who to call'],
    ['e', 'élan'],
    ['e2', 'Elections'],
    ['n', '911'],
  ] as const)
    await call('PUT', id, { title, description: `<p>About ${title}.</p>` });
  const html = await site.page('/pages');
  expect(
    [...html.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, letter]) => letter).filter((text) => text?.length === 1),
  ).toEqual(['9', 'E', 'W']);
  expect(html).toContain(
    '<a class="plain" href="/pages/who-to-call">Who to call</a></h3><p>About Who to call.</p>',
  );
});

const linksIn = (html: string, label: string) =>
  [
    ...(html.split(`aria-label="${label}"`)[1]?.split('</nav>')[0] ?? '').matchAll(
      /<a href="([^"]*)"[^>]*>([^<]*)/g,
    ),
  ]
    .map(([, href, text]) => `${href} ${text}`)
    .filter((link) => /pages|Instagram|Businesses/.test(link) || link.includes('https:'));

test('pages are in the menu after the sections and in the footer after its own links, until they are not public', async () => {
  await using town = await openTown();
  const { site, call } = town;
  const seen = async () => {
    const html = await site.page('/articles');
    return [linksIn(html, 'Main'), linksIn(html, 'Footer').slice(-3)];
  };
  const before = await seen();
  expect(before[0]).toEqual(['/businesses Businesses']);
  await call('PUT', 'b', { title: 'Snow', menu: 'menu' });
  await call('PUT', 'a', { title: 'Waste', menu: 'menu', position: 0 });
  await call('PUT', 'c', { title: 'Who to call', menu: 'footer' });
  await call('PUT', 'd', { title: 'Elsewhere' });
  expect(await seen()).toEqual([
    ['/businesses Businesses', '/pages/waste Waste', '/pages/snow Snow'],
    ['https://example.org/instagram ', '/pages/who-to-call Who to call', '/pages All pages'],
  ]);
  expect(await site.page('/pages/snow')).toContain('<a href="/pages/snow" aria-current="page">Snow</a>');
  expect(await site.page('/pages/who-to-call')).toContain(
    '<a href="/pages/who-to-call" aria-current="page">',
  );
  await call('PATCH', 'b', { title: 'Snow emergency', slug: 'snow-emergency' });
  expect((await seen())[0]).toContain('/pages/snow-emergency Snow emergency');
  await call('PATCH', 'b', { publication: 'draft' });
  await call('DELETE', 'a');
  await call('PATCH', 'c', { menu: 'none' });
  expect(await seen()).toEqual(before);
  await call('POST', 'a/restore');
  expect((await seen())[0]).toEqual(['/businesses Businesses', '/pages/waste Waste']);
});
