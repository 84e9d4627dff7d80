/** The lead picture of items: the form, pages, lists, share images and programs. */
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import { formIn } from '../../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { pictureFile, uploadPicture } from '../../../../tests/pictures.ts';
import { sampleInputs } from '../../../../tests/sample-inputs.ts';

/** Low: fewer pixels are encoded faster. */
async function upload(site: TestSite, width: number, fields: Record<string, string> = {}): Promise<string> {
  const response = await uploadPicture(site, await pictureFile('png', width, width / 20), { fields });
  return ((await response.json()) as { id: string }).id;
}

function put(site: TestSite, path: string, item: unknown, headers: Record<string, string>) {
  return site.fetch(`/api/v1/${path}`, {
    method: 'PUT',
    body: JSON.stringify(item),
    headers: { ...headers, Origin: site.origin, 'Content-Type': 'application/json' },
  });
}

/** Sends a form as a browser does, with a file. */
function send(
  site: TestSite,
  path: string,
  form: Record<string, string | string[]>,
  file: File,
  headers: Record<string, string>,
) {
  const body = new FormData();
  for (const [name, value] of Object.entries(form))
    for (const text of [value].flat()) body.append(name, text);
  body.append('file', file);
  return site.fetch(path, { method: 'POST', body, headers: { ...headers, Origin: site.origin } });
}

test('a form saves every text that a program could send', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const description = `<p>${'All of it is read. '.repeat(20_000)}</p>`;
  const saved = await put(site, 'articles/a1', { ...sampleInputs.articles, description }, admin);
  expect(saved.status).toBe(201);
  const form = { ...formIn(await site.page('/admin/articles/a1', admin)), title: 'Long and changed' };
  const response = await send(site, '/admin/articles/a1', form, new File([], ''), admin);
  expect(response.headers.get('Location')).toBe('/admin/articles/a1?saved=1');
});

test('items of every noun have a lead picture in the API and on their pages, and one in use can’t be deleted', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site, 2000, {
    alt: 'Snow on the green',
    caption: 'First snow.',
    credit: 'R. Abelard',
    focalPoint: '1',
  });
  for (const [name, input] of Object.entries(sampleInputs)) {
    const saved = await put(site, `${name}/i1`, { ...input, picture: id }, admin);
    expect([name, saved.status, ((await saved.json()) as { picture: string }).picture]).toEqual([
      name,
      201,
      id,
    ]);
    const html = await site.page(`/${name}/i1`).then((text) => text || site.page(`/${name}/i1/x`));
    const page = html || '';
    const found = page.includes('<picture>') ? page : await followed(site, `/${name}/i1`);
    expect(found, name).toMatch(
      new RegExp(
        `<source type="image/avif" srcSet="/media/${id}-320.avif 320w, [^"]*/media/${id}-1920.avif 1920w" sizes="[^"]+"/>`,
      ),
    );
    expect(found, name).toMatch(
      /<img src="[^"]+-960.jpeg" [^>]*alt="Snow on the green" width="1920" height="96" class="at-w"[^>]* fetchPriority="high"/,
    );
    expect(found, name).toContain('<figcaption>First snow. R. Abelard</figcaption>');
    expect(found, name).toContain(`${site.origin}/media/${id}-1920.jpeg`);
    expect(found, name).toContain(`property="og:image" content="${site.origin}/share/${name}/i1.png`);
    const shared = await site.fetch(`/share/${name}/i1.png`);
    expect([name, shared.status, shared.headers.get('Content-Type')]).toEqual([name, 200, 'image/png']);
  }
  const refused = await site.fetch(`/api/v1/pictures/${id}`, {
    method: 'DELETE',
    headers: { ...admin, Origin: site.origin },
  });
  const { usedBy } = (await refused.json()) as { usedBy: { collection: string }[] };
  expect([refused.status, usedBy.map(({ collection }) => collection).sort()]).toEqual([
    409,
    Object.keys(sampleInputs).sort(),
  ]);
  for (const name of Object.keys(sampleInputs))
    await site.fetch(`/api/v1/${name}/i1`, {
      method: 'PATCH',
      body: '{"picture":null}',
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    });
  const removed = await site.fetch(`/api/v1/pictures/${id}`, {
    method: 'DELETE',
    headers: { ...admin, Origin: site.origin },
  });
  expect(removed.status).toBe(204);
  const unknown = await put(site, 'articles/i1', { ...sampleInputs.articles, picture: id }, admin);
  expect([unknown.status, await unknown.text()]).toEqual([
    422,
    expect.stringContaining('not in the library'),
  ]);
});

async function followed(site: TestSite, path: string): Promise<string> {
  const { status, headers } = await site.fetch(path);
  return status < 300 ? site.page(path) : site.page(headers.get('Location') ?? '');
}

test('a list shows the lead picture before one of the text; the first loads at once, the others lazily', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const [one, two] = [await upload(site, 800), await upload(site, 900)];
  const text = '<p>Words. <img src="/illustrations/library.svg" alt=""></p>';
  await put(
    site,
    'articles/a',
    { ...sampleInputs.articles, description: text, picture: one, pubDate: '2026-11-20T12:00:00Z' },
    admin,
  );
  await put(
    site,
    'articles/b',
    { ...sampleInputs.articles, picture: two, pubDate: '2026-11-19T12:00:00Z' },
    admin,
  );
  const html = await site.page('/articles');
  expect(html).not.toContain('library.svg');
  const images = [...html.matchAll(/<img src="\/media\/([0-9a-f]{32})[^>]*>/g)];
  expect(
    images.map(([tag, id]) => [id, tag.includes('loading="lazy"'), tag.includes('fetchPriority="high"')]),
  ).toEqual([
    [one, false, true],
    [two, true, false],
  ]);
});

test('the share image shows the lead picture, cut around its focal point', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  // The left half is red, the right half blue.
  const id = await upload(site, 2000, { focalPoint: '4' });
  await put(site, 'articles/a', { ...sampleInputs.articles, picture: id }, admin);
  const colorAt = async () => {
    const png = Buffer.from(await (await site.fetch('/share/articles/a.png')).arrayBuffer());
    const pixel = sharp(png).extract({ left: 1100, top: 300, width: 1, height: 1 }).removeAlpha().raw();
    return [...(await pixel.toBuffer())].map((value) => (value > 128 ? 1 : 0)).join('');
  };
  expect(await colorAt()).toBe('100');
  await site.fetch(`/api/v1/pictures/${id}`, {
    method: 'PATCH',
    body: '{"focalPoint":6}',
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
  });
  expect(await colorAt()).toBe('001');
});

test('a form uploads its picture, and keeps it over a refused save', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (const name of Object.keys(collections) as NounName[]) {
    const page = await site.page(`/admin/${name}/add`, admin);
    expect(page, name).toMatch(/<label for="picture-file"[^>]*>Picture/);
    expect(page, name).toMatch(/enctype="multipart\/form-data"/i);
  }
  const {
    id: _id,
    pubDate: _date,
    ...article
  } = { id: '', ...sampleInputs.articles } as Record<string, string>;
  const form = { ...article, id: 'roof', pubDate: '2026-11-20T10:00', version: '0' };
  const file = new File([new Uint8Array(await pictureFile('jpeg', 640, 480))], 'roof.jpg');
  const refused = await send(site, '/admin/articles/add', { ...form, title: '' }, file, admin);
  expect(refused.status).toBe(400);
  const returned = formIn(await refused.text());
  expect(returned.picture).toMatch(/^[0-9a-f]{32}$/);
  const text = new File(['text'], 'notes.txt');
  const wrong = await send(site, '/admin/articles/add', form, text, admin);
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('not a picture that can be used'),
  ]);
  const saved = await send(
    site,
    '/admin/articles/add',
    { ...form, picture: String(returned.picture) },
    new File([], ''),
    admin,
  );
  expect(saved.status).toBe(303);
  const again = await site.page('/admin/articles/roof', admin);
  expect(formIn(again).picture).toBe(returned.picture);
  expect(again).toContain('roof.jpg');
});
