/** The site's own pictures: logo, default event picture and share image, as a browser without JavaScript sets them. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { type Form, formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { drawPicture, pictureFile, uploadPicture } from '../../../tests/pictures.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

const PATH = '/admin/settings';
const SAVED = `${PATH}?saved=pictures#pictures`;
type Headers = Record<string, string>;

const seen = (html: string) => html.replaceAll('<!-- -->', '');

/** The form of the site's pictures, as a browser without JavaScript sends it. */
function picturesIn(html: string): Form {
  const form = /<form[^>]* action="\/admin\/settings#pictures"[\s\S]*?<\/form>/.exec(html)?.[0];
  return formIn(`<main>${form}`);
}

async function send(site: TestSite, fields: Form, files: Record<string, File>, headers: Headers) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, String(value));
  for (const [name, file] of Object.entries(files)) body.append(name, file);
  return site.fetch(PATH, { method: 'POST', body, headers: { ...headers, Origin: site.origin } });
}

async function upload(site: TestSite, width = 600, fields: Headers = {}, height = 60): Promise<string> {
  const file = await pictureFile('png', width, height);
  return ((await (await uploadPicture(site, file, { name: 'sent.png', fields })).json()) as { id: string })
    .id;
}

function put(site: TestSite, path: string, item: unknown, headers: Headers) {
  return site.fetch(`/api/v1/${path}`, {
    method: 'PUT',
    body: JSON.stringify(item),
    headers: { ...headers, Origin: site.origin, 'Content-Type': 'application/json' },
  });
}

async function set(site: TestSite, changes: Form, admin: Headers): Promise<Response> {
  return site.post(PATH, { ...picturesIn(await site.page(PATH, admin)), ...changes }, admin);
}

async function imageAt(site: TestSite, path: string) {
  const response = await site.fetch(path);
  expect([path, response.status]).toEqual([path, 200]);
  const image = sharp(Buffer.from(await response.arrayBuffer()));
  const { width, height, format, hasAlpha } = await image.metadata();
  const colorAt = async (left: number, top: number) => {
    const { data } = await image.clone().raw().toBuffer({ resolveWithObject: true });
    const channels = hasAlpha ? 4 : 3;
    const at = (top * (width ?? 0) + left) * channels;
    return [...data.subarray(at, at + channels)].map((value) => (value > 128 ? 1 : 0)).join('');
  };
  return { size: `${width}×${height} ${format}`, colorAt, headers: response.headers };
}

test('the three pictures are uploaded together, and each is kept when another is refused', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = picturesIn(await site.page(PATH, admin));
  expect(form).toMatchObject({ logo: '', eventPicture: '', shareImage: '' });
  const logo = new File([new Uint8Array(await pictureFile('png', 300, 30))], 'logo.png');
  const text = new File(['text'], 'notes.txt');
  const refused = await send(site, form, { logoFile: logo, shareImageFile: text }, admin);
  const shown = await refused.text();
  expect([refused.status, picturesIn(shown).logo]).toEqual([400, expect.stringMatching(/^[0-9a-f]{32}$/)]);
  expect(shown).toMatch(/id="shareImage-error">This file is not a picture/);
  const share = new File([new Uint8Array(await pictureFile('png', 800, 50))], 'share.png');
  const saved = await send(site, picturesIn(shown), { shareImageFile: share }, admin);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, SAVED]);
  const page = seen(await site.page(SAVED, admin));
  expect(page).toContain('Success!');
  expect(page).toContain('Current picture: logo.png');
  expect(page).toContain('Current picture: share.png');
  expect(picturesIn(page)).toMatchObject({ logo: picturesIn(shown).logo, eventPicture: '' });
  expect(await site.page('/admin/activity', admin)).toContain('Pictures');
});

test('a picture is chosen from the library on a page of its own, and removed again', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const [one, two] = [await upload(site), await upload(site, 700)];
  const leaving = await set(site, { eventPicture: two, choose: 'logo' }, admin);
  expect([leaving.status, leaving.headers.get('Location')]).toEqual([303, `${PATH}/logo/picture`]);
  const page = seen(await site.page(`${PATH}/logo/picture`, admin));
  expect(page).toContain('<p class="muted">Logo</p>');
  expect(page).toContain(`type="radio" name="picture" value="${one}"`);
  const unknown = await site.post(`${PATH}/logo/picture`, { picture: 'f'.repeat(32) }, admin);
  expect([unknown.status, (await unknown.text()).includes('not in the library any more')]).toEqual([
    400,
    true,
  ]);
  expect((await site.post(`${PATH}/logo/picture`, {}, admin)).status).toBe(400);
  const chosen = await site.post(`${PATH}/logo/picture`, { picture: one }, admin);
  expect([chosen.status, chosen.headers.get('Location')]).toEqual([303, SAVED]);
  const both = picturesIn(await site.page(PATH, admin));
  expect(both).toMatchObject({ logo: one, eventPicture: two });
  expect((await set(site, { remove: 'logo' }, admin)).headers.get('Location')).toBe(SAVED);
  expect(picturesIn(await site.page(PATH, admin))).toMatchObject({ logo: '', eventPicture: two });
  for (const name of ['title', 'constructor', 'nothing'])
    expect([name, (await site.fetch(`${PATH}/${name}/picture`, { headers: admin })).status]).toEqual([
      name,
      404,
    ]);
  const visitor = await site.fetch(`${PATH}/logo/picture`);
  expect([visitor.status, visitor.headers.get('Location')]).toEqual([302, '/']);
});

test('what is no picture of the library is refused at its field', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (const [logo, problem] of [
    ['f'.repeat(32), 'This picture is not in the library'],
    ['../../etc', 'Choose a picture from the library'],
  ] as const) {
    const refused = await set(site, { logo }, admin);
    const html = await refused.text();
    expect([refused.status, html.includes(`id="logo-error">${problem}`)]).toEqual([400, true]);
    expect(await site.page('/about')).not.toContain('/media/logo/');
  }
});

test('the logo replaces the belfry on every page at once, in two sizes', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  expect(await site.page('/about')).toContain('<svg class="mark"');
  const wide = await drawPicture(400, 200).ensureAlpha().png().toBuffer();
  const { id } = (await (await uploadPicture(site, wide, { name: 'logo.png' })).json()) as { id: string };
  expect((await site.fetch(`/media/logo/${id}-64.webp`)).status).toBe(404);
  await set(site, { logo: id }, admin);
  const mark = `<img class="mark" src="/media/logo/${id}-64.webp" srcSet="/media/logo/${id}-64.webp 1x, /media/logo/${id}-128.webp 2x" width="64" height="64" alt=""/>`;
  for (const path of ['/about', '/articles', '/login', '/NotFound/x']) {
    const html = await (await site.fetch(path)).text();
    const masthead = /<a class="brand"[\s\S]*?<\/a>/.exec(html)?.[0];
    expect([path, masthead?.includes(mark), masthead?.includes('<svg')]).toEqual([path, true, false]);
  }
  expect(await site.page('/admin', admin)).toContain(mark);
  for (const side of [64, 128]) {
    const logo = await imageAt(site, `/media/logo/${id}-${side}.webp`);
    expect(logo.size).toBe(`${side}×${side} webp`);
    // The whole picture, left half red and right half blue, in the middle of a transparent square.
    const middle = side / 2;
    const around = [await logo.colorAt(4, middle), await logo.colorAt(side - 4, middle)];
    expect([...around, (await logo.colorAt(4, 2)).at(-1)]).toEqual(['1001', '0011', '0']);
    expect(logo.headers.get('Cache-Control')).toContain('immutable');
  }
  for (const name of [`${id}-65.webp`, `${id}-64.png`, `${'f'.repeat(32)}-64.webp`, 'x'])
    expect([name, (await site.fetch(`/media/logo/${name}`)).status]).toEqual([name, 404]);
  const front = await site.page('/articles');
  expect(front).toContain(`"logo":"${site.origin}/media/logo/${id}-128.webp"`);
  await set(site, { logo: '' }, admin);
  expect(await site.page('/about')).toContain('<svg class="mark"');
  expect((await site.fetch(`/media/logo/${id}-64.webp`)).status).toBe(404);
});

test('drawn share images have the logo instead of the belfry', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await put(site, 'articles/plain', sampleInputs.articles, admin);
  // In the middle of the large mark: the bell is bronze, the logo red.
  const middleOf = async () => (await imageAt(site, '/share/articles/plain.png')).colorAt(1000, 315);
  const before = await middleOf();
  await set(site, { logo: await upload(site, 400, {}, 400) }, admin);
  expect([before === '100', await middleOf()]).toEqual([false, '100']);
});

test('a picture of the site is in use: the library leads to it, and deleting it everywhere takes it away', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site);
  await set(site, { logo: id, shareImage: id }, admin);
  const page = seen(await site.page(`/admin/pictures/${id}`, admin));
  expect(page).toContain(`<a href="/admin/settings#pictures" data-discover="true">Logo</a>`);
  expect(page).toContain('>Share image</a>');
  const target = { method: 'DELETE', headers: { ...admin, Origin: site.origin } };
  const refused = await site.fetch(`/api/v1/pictures/${id}`, target);
  const { usedBy } = (await refused.json()) as { usedBy: { collection: string; id: string }[] };
  expect([refused.status, usedBy.map((use) => `${use.collection} ${use.id}`)]).toEqual([
    409,
    ['settings logo', 'settings shareImage'],
  ]);
  const question = await site.page(`/admin/pictures/${id}/deletion`, admin);
  expect(seen(question)).toContain('It will disappear from the 2 places that use it');
  const removed = await site.post(`/admin/pictures/${id}/deletion`, formIn(question), admin);
  expect(removed.status).toBe(303);
  expect(await site.page('/about')).toContain('<svg class="mark"');
  expect(picturesIn(await site.page(PATH, admin))).toMatchObject({ logo: '', shareImage: '' });
});

test('new events start with the default event picture, by form, API and feed', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const {
    enclosureUrl: _url,
    enclosureType: _type,
    ...event
  } = sampleInputs.events as Record<string, unknown>;
  const [id, other] = [await upload(site), await upload(site, 700)];
  const pictureOf = async (name: string, item: unknown) => {
    const saved = await put(site, `events/${name}`, item, admin);
    expect([name, saved.status]).toEqual([name, 201]);
    return ((await saved.json()) as { picture: string | null }).picture;
  };
  expect(await pictureOf('before', event)).toBeNull();
  await set(site, { eventPicture: id }, admin);
  expect(formIn(await site.page('/admin/events/add', admin))).toMatchObject({
    picture: id,
    enclosureUrl: '/illustrations/green.svg',
  });
  expect(await pictureOf('after', event)).toBe(id);
  expect(await pictureOf('own', { ...event, picture: other })).toBe(other);
  expect(await pictureOf('none', { ...event, picture: null })).toBeNull();
  expect(
    await pictureOf('image', { ...sampleInputs.events, enclosureUrl: '/illustrations/library.svg' }),
  ).toBeNull();
  const { headers } = await site.fetch('/events/after');
  const page = await site.page(headers.get('Location') ?? '/events/after');
  expect(page).toContain(`/media/${id}-320.avif`);
  expect(page).not.toContain('green.svg');
  const feed = await site.page('/feeds/events.rss');
  expect(feed).toMatch(
    new RegExp(`<enclosure url="${site.origin}/media/${id}-600.jpeg"[^>]*type="image/jpeg"`),
  );
});

test('pages without a picture of their own share the site’s image, cut around its focal point', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  expect(await site.page('/about')).toContain(`property="og:image" content="${site.origin}/share/site.png"`);
  // The left half is red, the right half blue.
  const id = await upload(site, 2000, { focalPoint: '4' }, 100);
  await set(site, { shareImage: id }, admin);
  const address = `/share/site.png?v=${id.slice(0, 8)}`;
  expect(await site.page('/about')).toContain(`property="og:image" content="${site.origin}${address}"`);
  await put(site, 'articles/plain', sampleInputs.articles, admin);
  for (const path of [address, '/share/articles/plain.png']) {
    const shared = await imageAt(site, path);
    expect([path, shared.size, shared.headers.get('Content-Type')]).toEqual([
      path,
      '1200×630 jpeg',
      'image/jpeg',
    ]);
    expect([await shared.colorAt(10, 300), await shared.colorAt(1190, 300)]).toEqual(['100', '100']);
  }
  await site.fetch(`/api/v1/pictures/${id}`, {
    method: 'PATCH',
    body: '{"focalPoint":6}',
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
  });
  expect(await (await imageAt(site, address)).colorAt(10, 300)).toBe('001');
  const own = await upload(site, 900);
  await put(site, 'articles/own', { ...sampleInputs.articles, picture: own }, admin);
  expect((await imageAt(site, '/share/articles/own.png')).size).toBe('1200×630 png');
});
