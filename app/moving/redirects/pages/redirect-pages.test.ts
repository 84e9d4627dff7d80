import { expect, test } from 'vitest';
import { saveMissing } from '#app/moving/redirects/missing-store.server.ts';
import { saveRedirects } from '#app/moving/redirects/redirect-store.server.ts';
import { routeTable } from '../../../../server/route-table.ts';
import { now, seed } from '../../../../tests/cached-site.ts';
import { openSite } from '../../../../tests/open-site.ts';
import { seedImport } from '../../../../tests/seed-import.ts';

const { isOwnAddress } = routeTable;

const LIST = '/admin/redirects';
const MISSING = `${LIST}/missing`;

/** A site, and the administrator's requests to it. */
async function openDesk() {
  const site = await openSite();
  const admin = await site.asAdmin();
  const page = (path: string) => site.page(path, admin);
  /** Posts a form, follows the redirect, and returns the page. */
  const send = async (path: string, form: Record<string, string>) => {
    const response = await site.post(path, form, admin);
    const to = response.headers.get('Location');
    return to ? page(to) : response.text();
  };
  const importFile = async (content: string | Uint8Array<ArrayBuffer>) => {
    const body = new FormData();
    body.set('file', new File([content], 'redirects.csv', { type: 'text/csv' }));
    const response = await site.fetch(`${LIST}/import`, {
      method: 'POST',
      body,
      headers: { ...admin, Origin: site.origin },
    });
    return { status: response.status, html: await response.text() };
  };
  const targets = async () => {
    const rows = await site.write
      .selectFrom('redirect')
      .select(['fromPath', 'target'])
      .orderBy('fromPath')
      .execute();
    return Object.fromEntries(rows.map(({ fromPath, target }) => [fromPath, target]));
  };
  return {
    ...{ site, admin, page, send, importFile, targets },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

/** The text of a notice. */
function shownTextOf(html: string): string {
  return html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

/** The hidden fields of the Undo button. */
function undoOf(html: string): Record<string, string> {
  const form = /<div class="alert is-success alert--row"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
  return Object.fromEntries(
    [...form.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&amp;', '&'),
    ]),
  );
}

test('redirects are added, changed and deleted, and deleting is undone as it was', async () => {
  await using desk = await openDesk();
  expect(await desk.page('/admin/settings')).toContain(`href="${LIST}"`);
  expect(shownTextOf(await desk.page(LIST))).toContain('No redirects yet.');
  const added = await desk.send(LIST, { from: 'https://old.example/2024/fair/', to: '/events' });
  expect(shownTextOf(added)).toContain('/2024/fair is redirected from now on.');
  const wrong = await desk.send(LIST, { from: '/events-old', to: 'javascript:alert(1)' });
  expect(wrong).toContain('value="/events-old"');
  expect(shownTextOf(wrong)).toContain('Enter a path of this site, or an address with https://');
  const edit = `${LIST}/edit?from=${encodeURIComponent('/2024/fair')}`;
  expect(await desk.page(edit)).toContain('value="/2024/fair"');
  expect(shownTextOf(await desk.send(edit, { from: '/', to: '/x' }))).toContain(
    'Enter a path of the old site',
  );
  await desk.send(edit, { from: '/2024/harvest', to: '/articles' });
  expect(await desk.targets()).toEqual({ '/2024/harvest': '/articles' });
  await saveRedirects(desk.site.write, [{ from: '/?p=1', to: '/about' }], {
    now: now - 5,
    moveIn: 'first',
    isOwnAddress,
  });
  const row = () => desk.site.write.selectFrom('redirect').selectAll().orderBy('fromPath').execute();
  const before = await row();
  const deleted = await desk.send(`${LIST}/changes`, { from: '/?p=1', do: 'remove' });
  expect(shownTextOf(deleted)).toContain('The redirect of /?p=1 to /about was deleted.');
  expect(await desk.targets()).toEqual({ '/2024/harvest': '/articles' });
  await desk.send(`${LIST}/changes`, undoOf(deleted));
  expect(await row()).toEqual(before);
  expect((await desk.site.fetch(`${LIST}/edit?from=/none`, { headers: desk.admin })).status).toBe(404);
});

test('R-20: an address that someone made up offers nothing to undo, and unknown buttons do nothing', async () => {
  await using desk = await openDesk();
  await saveRedirects(desk.site.write, [{ from: '/fair', to: '/events' }], {
    now,
    moveIn: null,
    isOwnAddress,
  });
  const deleted = await desk.send(`${LIST}/changes`, { from: '/fair', do: 'remove' });
  const made = new URLSearchParams({ ...undoOf(deleted), removed: '/fair', to: 'https://evil.example/' });
  expect(await desk.page(`${LIST}?${made}`)).not.toContain('evil.example');
  const forged = { ...undoOf(deleted), to: 'https://evil.example/' };
  expect((await desk.site.post(`${LIST}/changes`, forged, desk.admin)).status).toBe(400);
  for (const name of ['constructor', '__proto__', 'toString', ''])
    expect((await desk.site.post(`${LIST}/changes`, { do: name }, desk.admin)).status).toBe(400);
  expect(await desk.targets()).toEqual({});
});

test('the list is searched by the beginning of an address, and paged', async () => {
  await using desk = await openDesk();
  const many = Array.from({ length: 60 }, (_, n) => ({ from: `/2024/${n + 100}`, to: '/about' }));
  await saveRedirects(desk.site.write, [...many, { from: '/other', to: '/about' }], {
    now,
    moveIn: null,
    isOwnAddress,
  });
  const first = await desk.page(`${LIST}?q=2024`);
  expect(first).not.toContain('/other');
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const rows = (html: string) => [...html.matchAll(/scope="row">([^<]+)</g)].map(([, path]) => path);
  expect([...rows(first), ...rows(await desk.page(next))]).toEqual(many.map(({ from }) => from));
  expect(rows(await desk.page(`${LIST}?q=${encodeURIComponent('https://old.example/other/')}`))).toEqual([
    '/other',
  ]);
  expect(shownTextOf(await desk.page(`${LIST}?q=/none`))).toContain('No old address begins with');
});

test('a redirect shows the title of the item that it leads to, and whether readers can see it', async () => {
  await using desk = await openDesk();
  const { write } = desk.site;
  await seed(desk.site, 'fair', 'Harvest fair');
  await write
    .insertInto('item_version')
    .values({
      ...{ collection: 'news', id: 'snow', state: 'draft', publishAt: null, version: 1 },
      ...{ item: JSON.stringify({ id: 'snow', title: 'Snow day' }), createdAt: now, updatedAt: now },
    })
    .execute();
  const entries = [
    { from: '/?p=1', to: '/articles/fair' },
    { from: '/?p=2', to: '/articles/fair/harvest-fair#top' },
    { from: '/?p=3', to: '/news/snow' },
    { from: '/?p=4', to: '/events/lost' },
    { from: '/?p=5', to: '/about' },
  ];
  await saveRedirects(write, entries, { now, moveIn: null, isOwnAddress });
  const rows = (await desk.page(LIST))
    .split('<tr')
    .slice(2)
    .map((row) => shownTextOf(`<${row}`).trim());
  expect(rows[4]).toMatch(/^\/\?p=1 Harvest fair .*\/articles\/fair /);
  expect(rows[3]).toContain('Harvest fair');
  expect(rows[2]).toMatch(/Snow day .*Draft/);
  expect(rows[1]).toMatch(/\/events\/lost .*Page is gone/);
  expect(rows[0]).toMatch(/^\/\?p=5 \/about Nov 20/);
});

test('the list shows the redirects of one import', async () => {
  await using desk = await openDesk();
  const { write } = desk.site;
  await seedImport(write, { id: 'first', origin: 'WordPress', state: 'done' });
  await saveRedirects(write, [{ from: '/theirs', to: '/about' }], { now, moveIn: 'first', isOwnAddress });
  await saveRedirects(write, [{ from: '/mine', to: '/about' }], { now, moveIn: null, isOwnAddress });
  const all = await desk.page(LIST);
  expect(all).toMatch(/<option value="first">WordPress, Nov 20, 2026</);
  const some = await desk.page(`${LIST}?import=first`);
  expect([some.includes('/theirs'), some.includes('rowheader">/mine')]).toEqual([true, false]);
  expect(shownTextOf(await desk.page(`${LIST}?import=first&q=/m`))).toContain(
    'begins with “/m” in this import.',
  );
});

test('a CSV file is imported with its quotes and line breaks; refused rows are listed; and it is undone', async () => {
  await using desk = await openDesk();
  await saveRedirects(desk.site.write, [{ from: '/kept', to: '/about' }], {
    now,
    moveIn: null,
    isOwnAddress,
  });
  const file = [
    'Source URL,hits,Target',
    '"https://old.example/a, with comma/",7,/articles/a',
    '"/two\r\nlines",1,/articles/b',
    '/kept,1,/events',
    '/bad,1,javascript:alert(1)',
    '"/quote""d",1,"https://other.example/?q=1,2"',
    '',
    '/only',
  ].join('\r\n');
  const { status, html } = await desk.importFile(file);
  expect(status).toBe(200);
  expect(shownTextOf(html)).toContain(
    '2 redirects were added. 1 old address has a redirect already. 3 rows were refused.',
  );
  for (const refused of ['Line 3', 'Line 6', 'Line 9']) expect(shownTextOf(html)).toContain(refused);
  expect(await desk.targets()).toEqual({
    '/a%2C%20with%20comma': '/articles/a',
    '/kept': '/about',
    '/quote%22d': 'https://other.example/?q=1,2',
  });
  const undone = await desk.send(`${LIST}/changes`, undoOf(html));
  expect(shownTextOf(undone)).toContain('2 redirects of the file were removed again.');
  expect(await desk.targets()).toEqual({ '/kept': '/about' });
});

test('files without a header, with other separators and encodings, and broken ones', async () => {
  await using desk = await openDesk();
  await desk.importFile('/one;/articles/1\n/two;/articles/2\n');
  await desk.importFile(new Uint8Array(Buffer.from('/caf\u00e9,/articles/3\n', 'latin1')));
  expect(await desk.targets()).toEqual({
    '/caf%C3%A9': '/articles/3',
    '/one': '/articles/1',
    '/two': '/articles/2',
  });
  expect((await desk.importFile('')).status).toBe(400);
  const broken = await desk.importFile(`/three,/articles/4\n"/four,${'x'.repeat(70_000)}`);
  expect(shownTextOf(broken.html)).toContain('A quotation mark is not closed');
  expect(await desk.targets()).toHaveProperty('/three');
});

test('a CSV file that is too large, or none, is refused next to its field', async () => {
  await using desk = await openDesk();
  const large = await desk.importFile(new Uint8Array(20 * 1024 * 1024 + 1));
  expect([large.status, shownTextOf(large.html)]).toEqual([
    413,
    expect.stringContaining('A file can have at most 20 MiB.'),
  ]);
  const none = await desk.importFile('');
  expect(none.html).toMatch(/id="file-error">Choose a CSV file<\/span><input[^>]*aria-invalid="true"/);
});

test('the export is a CSV file that an import reads again', async () => {
  await using desk = await openDesk();
  const entries = [
    { from: '/?p=1', to: '/articles/1' },
    { from: '/a,b', to: 'https://other.example/"x"' },
    ...Array.from({ length: 1500 }, (_, n) => ({ from: `/many/${n}`, to: '/about' })),
  ];
  await saveRedirects(desk.site.write, entries, { now, moveIn: null, isOwnAddress });
  const before = await desk.targets();
  const response = await desk.site.fetch(`${LIST}/redirects.csv`, { headers: desk.admin });
  expect(response.headers.get('Content-Disposition')).toContain('redirects.csv');
  const file = await response.text();
  expect(file.split('\r\n')[0]).toBe('from,to');
  await desk.site.write.deleteFrom('redirect').execute();
  await desk.importFile(file);
  expect(await desk.targets()).toEqual(before);
});

test('addresses that were not found are listed with a suggestion, redirected with one click, and ignored', async () => {
  await using desk = await openDesk();
  const { site } = desk;
  await seed(site, 'a1', 'Snow on the covered bridge');
  await seed(site, 'a2', 'The harvest fair');
  await seed(site, 'a3', 'What the harvest fair needs');
  for (const path of [
    '/2024/10/harvest-fair-parking',
    '/2024/11/the-harvest-fair/',
    '/blog/covered-bridge.html',
  ])
    await site.fetch(path);
  for (let n = 0; n < 4; n++) await site.fetch('/2024/11/the-harvest-fair/');
  await saveMissing(site.services);
  const report = await desk.page(MISSING);
  expect([...report.matchAll(/scope="row">([^<]+)</g)].map(([, path]) => path)).toEqual([
    '/2024/11/the-harvest-fair',
    '/blog/covered-bridge.html',
    '/2024/10/harvest-fair-parking',
  ]);
  const suggested = [...report.matchAll(/aria-label="Redirect [^"]+ to"[^>]* value="([^"]*)"/g)];
  expect(suggested.map(([, to]) => to)).toEqual([
    '/articles/a2/the-harvest-fair',
    '/articles/a1/snow-on-the-covered-bridge',
    '',
  ]);
  const wrong = await desk.send(MISSING, { from: '/2024/10/harvest-fair-parking', to: 'nowhere' });
  expect(wrong).toMatch(/aria-invalid="true"[^>]* value="nowhere"/);
  const done = await desk.send(MISSING, { from: '/2024/11/the-harvest-fair', to: '/articles/a2' });
  expect(shownTextOf(done)).toContain('/2024/11/the-harvest-fair is redirected from now on.');
  expect(done).not.toContain('scope="row">/2024/11/the-harvest-fair');
  expect((await site.fetch('/2024/11/the-harvest-fair/')).headers.get('Location')).toBe(
    '/articles/a2/the-harvest-fair',
  );
  const back = await desk.send(`${LIST}/changes`, undoOf(done));
  expect(back).toContain('scope="row">/2024/11/the-harvest-fair');
  const ignored = await desk.send(`${LIST}/changes`, { from: '/blog/covered-bridge.html', do: 'ignore' });
  expect(ignored).not.toContain('scope="row">/blog/covered-bridge.html');
  expect(await desk.page(`${MISSING}?show=ignored`)).toContain('scope="row">/blog/covered-bridge.html');
  expect(await desk.send(`${LIST}/changes`, undoOf(ignored))).toContain('>/blog/covered-bridge.html');
});

test('a suggestion can also be a page that nearly every site has, or a tag', async () => {
  await using desk = await openDesk();
  await seed(desk.site, 'a1', 'Budget night', { tags: ['Town hall'] });
  const expected = {
    '/about-us': '/about',
    '/category/town-hall': '/tags/town-hall',
    '/contact.html': '/contact',
    '/our-calendar': '/events',
    '/privacy-policy': '/privacyPolicy',
    '/tag/nothing-such': '',
    '/?p=7': '',
  };
  for (const path of Object.keys(expected)) await desk.site.fetch(path);
  await saveMissing(desk.site.services);
  const found = (await desk.page(MISSING)).matchAll(/aria-label="Redirect ([^"]+) to"[^>]* value="([^"]*)"/g);
  expect(Object.fromEntries([...found].map(([, path, to]) => [path, to]))).toEqual(expected);
});

test('hostile addresses are shown as text', async () => {
  await using desk = await openDesk();
  await desk.site.fetch('/<img src=x onerror=alert(1)>');
  await desk.site.fetch('/%3Cscript%3Ealert(1)%3C%2Fscript%3E');
  await saveMissing(desk.site.services);
  const report = await desk.page(MISSING);
  expect(report).not.toContain('<img src=x');
  expect(report).toContain('/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E');
});
