/** The pages of the library, as a browser without JavaScript uses them. */
import { expect, test } from 'vitest';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { pictureFile, uploadPicture } from '../../../tests/pictures.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

type Headers = Record<string, string>;

/** React's marks between texts are invisible. */
const seen = (html: string) => html.replaceAll('<!-- -->', '');

function send(
  site: TestSite,
  files: File[],
  headers: Headers,
  address = '/admin/pictures',
): Promise<Response> {
  const body = new FormData();
  for (const file of files) body.append('file', file);
  return site.fetch(address, {
    method: 'POST',
    body,
    headers: { ...headers, Origin: site.origin },
  });
}

async function fileNamed(name: string, width = 400): Promise<File> {
  return new File([new Uint8Array(await pictureFile('png', width, 300))], name);
}

async function upload(site: TestSite, width: number, fields: Record<string, string> = {}): Promise<string> {
  const response = await uploadPicture(site, await pictureFile('png', width, 300), { fields });
  return ((await response.json()) as { id: string }).id;
}

function useIn(site: TestSite, id: string, picture: string | null, headers: Headers) {
  return site.fetch(`/api/v1/articles/${id}`, {
    method: 'PUT',
    body: JSON.stringify({ ...sampleInputs.articles, picture }),
    headers: { ...headers, Origin: site.origin, 'Content-Type': 'application/json' },
  });
}

const DAY_MS = 24 * 60 * 60 * 1000;

test('one picture sent by the form is added, and its page asks for alternative text', async () => {
  let now = Date.parse('2026-11-20T22:00:00Z');
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const response = await send(site, [await fileNamed('bridge.png')], admin);
  const page = response.headers.get('Location') ?? '';
  expect([response.status, page]).toEqual([
    303,
    expect.stringMatching(/^\/admin\/pictures\/[0-9a-f]{32}\?added=1$/),
  ]);
  const html = seen(await site.page(page, admin));
  expect(html).toContain('<h1>bridge.png</h1>');
  expect(html).toContain('400 × 300');
  const form = { ...formIn(html), decorative: '' };
  const problem = 'Enter alternative text or check the box below';
  const refused = await site.post(page, { ...form, caption: 'Typed' }, admin);
  const again = seen(await refused.text());
  expect([refused.status, again.includes(problem), again.includes('value="Typed"')]).toEqual([
    400,
    true,
    true,
  ]);
  now += 1000;
  const saved = await site.post(page, { ...form, alt: 'A bridge', focalPoint: '9', caption: 'Typed' }, admin);
  expect(saved.status).toBe(303);
  const shown = seen(await site.page(saved.headers.get('Location') ?? '', admin));
  expect(shown).toContain('Success!');
  expect(formIn(shown)).toMatchObject({ alt: 'A bridge', caption: 'Typed', focalPoint: '9' });
  expect(shown).toContain('class="r-169 at-s"');
  const stale = await site.post(page, { ...form, alt: 'Another' }, admin);
  expect([stale.status, (await stale.text()).includes('Someone else changed this picture')]).toEqual([
    409,
    true,
  ]);
  now += 1000;
  const saves = ['One', 'Two'].map((alt) => site.post(page, { ...formIn(shown), alt }, admin));
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([303, 409]);
});

test('several pictures are added at once; what is no picture is named, and the others are kept', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const good = await send(site, [await fileNamed('one.png', 400), await fileNamed('two.png', 500)], admin);
  expect([good.status, good.headers.get('Location')]).toEqual([303, '/admin/pictures/missing?added=2']);
  const bad = await send(
    site,
    [await fileNamed('three.png', 600), new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'logo.svg')],
    admin,
  );
  const html = seen(await bad.text());
  expect(bad.status).toBe(415);
  expect(html).toContain('logo.svg: This file is not a picture that can be used.');
  expect(html).toContain('1 other was added.');
  const none = await send(site, [new File([], '')], admin);
  expect([none.status, (await none.text()).includes('Choose at least one picture')]).toEqual([400, true]);
  const list = seen(await site.page('/admin/pictures', admin));
  expect(list).toContain('3 pictures, ');
  for (const name of ['one.png', 'two.png', 'three.png']) expect(list).toContain(name);
});

test('of more than 20 files in one form, the first 20 are added and the others named', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const file = await fileNamed('one.png', 40);
  const more = ['extra-1.png', 'extra-2.png'].map((name) => new File([file], name));
  const response = await send(site, [...Array<File>(20).fill(file), ...more], admin);
  const html = seen(await response.text());
  expect(response.status).toBe(413);
  expect(html).toContain('Not every picture was added.');
  for (const { name } of more)
    expect(html).toContain(`${name}: Only 20 pictures can be sent at once. Choose this one again.`);
  expect(html).toContain('20 others were added.');
  const headers = { ...admin, Origin: site.origin, 'Content-Type': 'multipart/form-data; boundary=x' };
  const huge = await site.fetch('/admin/pictures', {
    method: 'POST',
    body: '--x--',
    headers: { ...headers, 'Content-Length': String(500 * 1024 ** 2) },
  });
  expect([
    huge.status,
    (await huge.text()).includes('Send at most 20 pictures of at most 20 MiB each.'),
  ]).toEqual([413, true]);
});

test('the library is searched, filtered and paged', async () => {
  let now = Date.parse('2026-11-20T22:00:00Z');
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const ids: string[] = [];
  for (let place = 0; place < 21; place++) {
    now += 1000;
    ids.push(await upload(site, 20 + place, { alt: place === 3 ? 'The covered bridge' : 'x' }));
  }
  const [first = '', second = ''] = ids;
  await useIn(site, 'a1', first, admin);
  const page = seen(await site.page('/admin/pictures', admin));
  expect(page.match(/class="plain name"/g)).toHaveLength(20);
  const next = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const last = seen(await site.page(next, admin));
  expect(last.match(/class="plain name"/g)).toHaveLength(1);
  expect(last).toContain('Used in 1 place');
  const found = seen(await site.page('/admin/pictures?q=covered+bridge', admin));
  expect(found.match(/class="plain name"/g)).toHaveLength(1);
  expect(found).toContain(ids[3]);
  const unused = seen(await site.page('/admin/pictures?show=unused', admin));
  expect([
    unused.includes(`/admin/pictures/${ids[20]}"`),
    unused.includes(`/admin/pictures/${first}"`),
  ]).toEqual([true, false]);
  expect(second).not.toBe('');
});

test('missing texts are filled in together, and what is left empty stays missing', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const [one, two, three] = [await upload(site, 20), await upload(site, 30), await upload(site, 40)];
  await useIn(site, 'a1', one, admin);
  const html = seen(await site.page('/admin/pictures/missing', admin));
  expect(html).toContain('Lead picture of “');
  const form = formIn(html);
  expect(Object.keys(form).filter((name) => name.startsWith('alt-'))).toHaveLength(3);
  const tooLong = await site.post(
    '/admin/pictures/missing',
    { [`alt-${one}`]: 'x'.repeat(5000), [`alt-${two}`]: 'The green' },
    admin,
  );
  const again = await tooLong.text();
  expect([tooLong.status, again.includes(`id="alt-${one}-error"`), again.includes('xxxx')]).toEqual([
    400,
    true,
    true,
  ]);
  const saved = await site.post(
    '/admin/pictures/missing',
    { [`alt-${one}`]: 'A bridge', [`alt-${three}`]: '', decorative: [three ?? ''] },
    admin,
  );
  expect(saved.headers.get('Location')).toBe('/admin/pictures/missing?saved=2');
  const left = seen(await site.page('/admin/pictures/missing', admin));
  expect(left).toContain('Every picture has alternative text or is decorative.');
});

test('a picture in use is deleted only after the page said where it is used', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site, 20, { alt: 'A bridge' });
  await useIn(site, 'a1', id, admin);
  const address = `/admin/pictures/${id}/deletion`;
  const question = seen(await site.page(address, admin));
  expect(question).toContain('href="/admin/articles/a1"');
  expect(question).toContain('Article, lead picture, published');
  const refused = await site.post(address, {}, admin);
  expect([refused.status, refused.headers.get('Location')]).toEqual([303, address]);
  expect((await site.fetch(`/media/${id}-20.jpeg`)).status).toBe(200);
  const deleted = await site.post(address, formIn(question), admin);
  expect(deleted.headers.get('Location')).toBe('/admin/pictures?deleted=photo.jpg');
  expect((await site.fetch(`/media/${id}-20.jpeg`)).status).toBe(404);
  const article = (await (await site.fetch('/api/v1/articles/a1')).json()) as { picture: string | null };
  expect(article.picture).toBeNull();
  expect((await site.fetch(address, { headers: admin })).status).toBe(404);
});

test('a replaced file is shown everywhere at once, and Undo brings the earlier one back', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const old = await upload(site, 20, { alt: 'A bridge', credit: 'Ruth' });
  await useIn(site, 'a1', old, admin);
  const found = await site.fetch('/articles/a1', { redirect: 'manual' });
  const article = found.headers.get('Location') ?? '/articles/a1';
  expect(await site.page(article)).toContain(`/media/${old}-20.jpeg`);
  const page = seen(await site.page(`/admin/pictures/${old}`, admin));
  expect(/Added [^<]*/.exec(page)?.[0]).toBe('Added November 20, 2026 by an editor. 20 × 300, 0.1 MB.');
  const address = `/admin/pictures/${old}/replacement`;
  expect(page).toContain(`href="${address}"`);
  expect(await site.page(address, admin)).toContain('Article, lead picture, published');
  const sendTo = (file: File) => send(site, [file], admin, address);
  expect((await sendTo(new File([], ''))).status).toBe(400);
  const wrong = await sendTo(new File(['<svg/>'], 'a.svg'));
  expect([wrong.status, (await wrong.text()).includes('This file is not a picture')]).toEqual([415, true]);
  const same = await sendTo(await fileNamed('again.png', 20));
  expect([same.status, (await same.text()).includes('This is the same file')]).toEqual([400, true]);
  const replaced = (await sendTo(await fileNamed('better.png', 30))).headers.get('Location') ?? '';
  const [, id = ''] = /^\/admin\/pictures\/([0-9a-f]{32})\?replaced=/.exec(replaced) ?? [];
  const shown = seen(await site.page(replaced, admin));
  expect(formIn(shown)).toMatchObject({ alt: 'A bridge', credit: 'Ruth' });
  expect(shown).toContain('Replaced everywhere.');
  expect(await site.page(article)).toContain(`/media/${id}-30.jpeg`);
  const feed = await (await site.fetch('/feeds/articles.atom')).text();
  expect([feed.includes(id), feed.includes(old)]).toEqual([feed.includes('/media/'), false]);
  const revisions = await site.fetch('/api/v1/articles/a1/revisions', { headers: admin });
  expect(((await revisions.json()) as { items: object[] }).items).toHaveLength(2);
  const undone = await site.post(`/admin/pictures/${id}/replacement`, { back: old }, admin);
  expect(undone.headers.get('Location')).toBe(`/admin/pictures/${old}?undone=1`);
  expect(await site.page(article)).toContain(`/media/${old}-20.jpeg`);
});

test('a picture of a deleted item is in use until the item is deleted permanently', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site, 20);
  await useIn(site, 'a1', id, admin);
  const headers = { ...admin, Origin: site.origin };
  expect((await site.fetch('/api/v1/articles/a1', { method: 'DELETE', headers })).status).toBe(204);
  expect(seen(await site.page(`/admin/pictures/${id}`, admin))).toContain(
    'Article, lead picture, in the trash',
  );
  const refused = await site.fetch(`/api/v1/pictures/${id}`, { method: 'DELETE', headers });
  const { usedBy } = (await refused.json()) as { usedBy: object[] };
  expect([refused.status, usedBy]).toEqual([409, [expect.objectContaining({ id: 'a1', state: 'trash' })]]);
  const question = seen(await site.page(`/admin/pictures/${id}/deletion`, admin));
  expect(question).toContain('Earlier versions of 1 item show it, too.');
});

test('pictures that nothing has used for 30 days are listed, and deleted after a question', async () => {
  let now = Date.parse('2026-11-20T22:00:00Z');
  await using site = await openSite({ now: () => now });
  const old = await upload(site, 20);
  const used = await upload(site, 30);
  await useIn(site, 'a1', used, await site.asAdmin());
  now += 31 * DAY_MS;
  const admin = await site.asAdmin();
  const fresh = await upload(site, 40);
  const html = seen(await site.page('/admin/pictures/cleanup', admin));
  expect([old, used, fresh].map((id) => html.includes(`value="${id}"`))).toEqual([true, false, false]);
  const done = await site.post('/admin/pictures/cleanup', { id: [old, used, fresh] }, admin);
  expect(done.headers.get('Location')).toBe('/admin/pictures?cleaned=1');
  expect(seen(await site.page('/admin/pictures?cleaned=1', admin))).toContain('Deleted 1 picture.');
  const statuses = [old, used, fresh].map(
    async (id) => (await site.fetch(`/admin/pictures/${id}`, { headers: admin })).status,
  );
  expect(await Promise.all(statuses)).toEqual([404, 200, 200]);
});
