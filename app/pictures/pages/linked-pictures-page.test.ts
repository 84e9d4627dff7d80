/** Copying the pictures that an item shows from other sites into the library, from its form. */
import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import type { NounName } from '#app/collections.server.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { listenSecurely } from '../../../tests/outbound-servers.ts';
import { claimingPng, pictureFile } from '../../../tests/pictures.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedPicture } from '../../../tests/seed-picture.ts';

const seen = (html: string) => html.replaceAll('<!-- -->', '');

/** Another site with pictures at these paths, each with its own bytes; everything else is 404. */
async function openOtherSite(files: Record<string, Buffer | string | RequestListener>) {
  const asked: string[] = [];
  const server = await listenSecurely((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = files[path];
    if (typeof file === 'function') return file(request, response);
    return file ? response.end(file) : response.writeHead(404).end();
  });
  return { ...server, asked };
}

async function openTown(reachable: string[]) {
  const site = await openSite({ environment: { FETCH_ALLOW: reachable.join(',') } });
  const admin = await site.asAdmin();
  const put = async (name: NounName, id: string, changes: object, status = 201) => {
    const response = await site.fetch(`/api/v1/${name}/${id}`, {
      method: 'PUT',
      body: JSON.stringify({ ...sampleInputs[name], ...changes }),
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(status);
  };
  return {
    site,
    admin,
    put,
    get: (path: string) => getJson(site, `/api/v1/${path}`, admin),
    /** One request. */
    step: (path: string, fields = {}) => site.post(`/admin/${path}/linked-pictures`, fields, admin),
    /** Presses Continue until no picture is left, and returns the last page. */
    async copy(path: string): Promise<string> {
      let run = {};
      for (;;) {
        const response = await this.step(path, run);
        expect(response.status).toBe(200);
        const html = seen(await response.text());
        const form = formIn(html);
        if (!form.run) return html;
        run = { run: form.run };
      }
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: responses of several calls
async function getJson(site: TestSite, path: string, headers: Record<string, string>): Promise<any> {
  return (await site.fetch(path, { headers })).json();
}

test('pictures in a text are copied with their words, and the item uses the copies', async () => {
  await using other = await openOtherSite({
    '/bridge.jpg?size=l&x=1': await pictureFile('jpeg', 400, 30),
    '/town.png': await pictureFile('png', 800, 30),
  });
  await using town = await openTown([other.host]);
  const { site, admin } = town;
  const bridge = `${other.url}bridge.jpg?size=l&amp;x=1`;
  await town.put('articles', 'a1', {
    description: `<p>Before <img src="${bridge}" alt="The &quot;old&quot; bridge"></p>
      <figure><img src="${other.url}town.png" alt=""><figcaption>Seen <em>from</em> the hill</figcaption></figure>
      <p>After <img src="${bridge}" alt="Again"></p>`,
  });

  const form = seen(await site.page('/admin/articles/a1', admin));
  expect(form).toContain('2 pictures are loaded from other sites. Readers’ browsers contact those sites.');
  const leaving = await site.post('/admin/articles/a1', { ...formIn(form), copy: 'pictures' }, admin);
  expect([leaving.status, leaving.headers.get('Location')]).toEqual([
    303,
    '/admin/articles/a1/linked-pictures',
  ]);
  const page = seen(await site.page('/admin/articles/a1/linked-pictures', admin));
  expect(page).toContain('2 pictures are loaded from other sites.');
  expect(page).not.toMatch(/<img [^>]*127\.0\.0\.1/);

  const html = await town.copy('articles/a1');
  expect(html).toContain('2 pictures were copied to the library.');
  expect(html).toContain('All pictures of this article are in the library.');
  expect(other.asked).toEqual(['/bridge.jpg?size=l&x=1', '/town.png']);

  const { items } = await town.get('pictures');
  expect(items).toMatchObject([
    { name: 'town.png', width: 800, alt: null, caption: 'Seen from the hill' },
    { name: 'bridge.jpg', width: 400, alt: 'The "old" bridge', caption: null },
  ]);
  const { description } = await town.get('articles/a1');
  const [hill, span] = items.map(({ id }: { id: string }) => id);
  expect(description).not.toContain('127.0.0.1');
  expect(description).toContain(
    `<img src="/media/${span}-400.jpeg" alt="The &quot;old&quot; bridge" width="400" height="30"`,
  );
  expect(description).toContain(`<img src="/media/${hill}-800.jpeg" alt="" width="800" height="30"`);
  expect(description).toContain(`<img src="/media/${span}-400.jpeg" alt="Again"`);
  const shown = await site.page('/articles/a1');
  expect(shown).toContain(`srcSet="/media/${hill}-320.avif 320w`);
  expect(shown).not.toContain('127.0.0.1');
  expect(await site.page('/admin/articles/a1', admin)).not.toContain('from other sites');
});

test('R-37 what cannot be copied stays as it was and is listed with the reason', async () => {
  await using other = await openOtherSite({
    '/good.jpg': await pictureFile('jpeg', 401, 30),
    '/page': '<!doctype html><p>Not a picture',
    '/cut.png': (await pictureFile('png', 402, 30)).subarray(0, 300),
    '/wide.png': claimingPng(40_000, 40_000),
    '/large.jpg': (_request, response) =>
      response.writeHead(200, { 'Content-Length': 21 * 1024 * 1024 }).write('x'),
    '/inside': (_request, response) => response.writeHead(302, { Location: 'https://10.0.0.1/x' }).end(),
    '/moved': (_request, response) => response.writeHead(301, { Location: '/good.jpg' }).end(),
  });
  await using town = await openTown([other.host]);
  const names = ['good.jpg', 'page', 'cut.png', 'wide.png', 'large.jpg', 'inside', 'missing.jpg', 'moved'];
  const address = (name: string) => other.url + name;
  const pictures = [...names.map(address), 'https://10.0.0.1/private.jpg'];
  const description = pictures.map((each) => `<p>Text <img src="${each}"></p>`).join('');
  await town.put('news', 'n1', { description });
  const html = await town.copy('news/n1');
  expect(html).toContain(
    '2 pictures were copied to the library. 7 could not be copied and stay as they were.',
  );
  const reasons = [...html.matchAll(/<span>(https:[^<]*)<\/span><span class="error">([^<]*)</g)];
  expect(Object.fromEntries(reasons.map(([, at, why]) => [at, why]))).toEqual({
    [address('page')]: 'There is no JPEG, PNG, WebP, AVIF or GIF picture at this address.',
    [address('cut.png')]: 'The picture could not be read. The file is damaged or incomplete.',
    [address('wide.png')]:
      'The picture has too many pixels. Use at most 40 million, and at most 12,000 on each side.',
    [address('large.jpg')]: 'A picture can have at most 20 MiB.',
    [address('inside')]: 'It redirects to an address that is not allowed: it is not on the public network.',
    [address('missing.jpg')]: 'The server returned status 404.',
    'https://10.0.0.1/private.jpg': 'This address is not allowed: it is not on the public network.',
  });
  const { items } = await town.get('pictures');
  expect(items).toHaveLength(1);
  const stored = (await town.get('news/n1')).description;
  expect(stored.match(/<img src="[^"]*/g)).toEqual(
    pictures.map((each) =>
      each.endsWith('good.jpg') || each.endsWith('moved')
        ? `<img src="/media/${items[0].id}-401.jpeg`
        : `<img src="${each}`,
    ),
  );
  // A second try asks only for those that are left.
  other.asked.length = 0;
  await town.copy('news/n1');
  expect(other.asked).not.toContain('/good.jpg');
  expect(other.asked).toContain('/missing.jpg');
});

test('with JavaScript one click copies one picture after the other, with one revision that can be undone', async () => {
  const files = { '/a.png': await pictureFile('png', 410, 30), '/b.png': await pictureFile('png', 411, 30) };
  await using other = await openOtherSite(files);
  await using town = await openTown([other.host]);
  const { site, admin } = town;
  const description = ['a.png', 'b.png', 'c.png']
    .map((name) => `<p>x <img src="${other.url}${name}"></p>`)
    .join('');
  await town.put('businesses', 'b1', { description });
  let run: Record<string, string> = {};
  const progress: string[] = [];
  for (let left = 3; left > 0; left--) {
    const html = seen(await (await town.step('businesses/b1', { ...run, scripted: '1' })).text());
    run = { run: formIn(html).run ?? '' };
    progress.push(/\d of \d pictures done|\d pictures? w[^<]*/.exec(html)?.[0] ?? '');
  }
  expect(progress).toEqual([
    '1 of 3 pictures done',
    '2 of 3 pictures done',
    '2 pictures were copied to the library. 1 could not be copied and stays as it was. To undo this, restore the version before it: ',
  ]);
  const copied = await town.get('businesses/b1');
  expect(copied.description.match(/\/media\//g)).toHaveLength(2);
  const { items } = await town.get('businesses/b1/revisions');
  expect(items.map(({ revision }: { revision: number }) => revision)).toEqual([2, 1]);
  const undone = await site.post('/admin/businesses/b1/revisions', { revision: '1' }, admin);
  expect(undone.status).toBe(303);
  expect((await town.get('businesses/b1')).description).not.toContain('/media/');
  // A run that was not sent by the page counts as none.
  expect((await town.step('businesses/b1', { run: '{"session":1}' })).status).toBe(200);
});

test('the picture of an event becomes its lead picture', async () => {
  await using other = await openOtherSite({ '/fair.webp': await pictureFile('webp', 420) });
  await using town = await openTown([other.host]);
  const enclosure = { enclosureUrl: `${other.url}fair.webp`, enclosureType: 'image/webp' };
  await town.put('events', 'e1', enclosure);
  await town.put('events', 'e2', { ...enclosure, enclosureType: 'audio/mpeg' });
  const put = (changes: object) => town.put('events', 'e1', { ...enclosure, ...changes }, 200);
  const form = seen(await town.site.page('/admin/events/e1', town.admin));
  expect(form).toContain('1 picture is loaded from other sites.');
  expect(await town.site.page('/admin/events/e2', town.admin)).not.toContain('from other sites');
  await town.copy('events/e1');
  const { items } = await town.get('pictures');
  const address = `/media/${items[0].id}-420.jpeg`;
  expect(await town.get('events/e1')).toMatchObject({
    picture: items[0].id,
    enclosureUrl: address,
    enclosureType: 'image/jpeg',
  });
  const shown = await town.site.page('/events/e1');
  expect([shown.includes(address), shown.includes('127.0.0.1')]).toEqual([true, false]);

  // Without its lead picture, the event shows the address, which is of the library, too.
  await put({ picture: null, enclosureUrl: address, enclosureType: 'image/jpeg' });
  expect(await town.site.page('/events/e1')).toContain(`srcSet="/media/${items[0].id}-320.avif 320w`);
  expect((await town.get(`pictures/${items[0].id}`)).usedBy).toMatchObject([{ id: 'e1', place: 'lead' }]);
  // With another lead picture, readers' browsers don't load the address.
  await put({ picture: items[0].id });
  expect(await town.site.page('/admin/events/e1', town.admin)).not.toContain('from other sites');
});

test('what was typed is saved as a draft before, and comes back in the form with the copies', async () => {
  await using other = await openOtherSite({ '/mill.png': await pictureFile('png', 430, 30) });
  await using town = await openTown([other.host]);
  const { site, admin } = town;
  await town.put('news', 'n1', { description: `<p>Text <img src="${other.url}mill.png"></p>` });
  const form = formIn(await site.page('/admin/news/n1', admin));
  const leaving = await site.post(
    '/admin/news/n1',
    { ...form, title: 'Half typed', copy: 'pictures' },
    admin,
  );
  expect(leaving.headers.get('Location')).toBe('/admin/news/n1/linked-pictures');
  const page = seen(await site.page('/admin/news/n1/linked-pictures', admin));
  expect(page).toContain('“Half typed”');
  await town.copy('news/n1');
  expect(await town.get('news/n1')).toMatchObject({ title: sampleInputs.news.title });
  const again = formIn(await site.page('/admin/news/n1', admin));
  expect([again.title, again.description?.includes('/media/')]).toEqual(['Half typed', true]);
  const saved = await site.post('/admin/news/n1', again, admin);
  expect(saved.headers.get('Location')).toBe('/admin/news/n1?saved=1');
  expect(await town.get('news/n1')).toMatchObject({ title: 'Half typed' });
});

test('an item that does not exist is not found, and only the administrator can copy', async () => {
  await using town = await openTown([]);
  const { site, admin } = town;
  await town.put('news', 'n1', {});
  for (const path of ['news/nothing', 'pictures/n1', 'news/a%20b']) {
    expect((await site.fetch(`/admin/${path}/linked-pictures`, { headers: admin })).status, path).toBe(404);
    expect((await town.step(path)).status, path).toBe(404);
  }
  expect((await site.post('/admin/news/n1/linked-pictures', {})).headers.get('Location')).toBe('/');
  const html = await (await site.fetch('/admin/news/n1/linked-pictures', { headers: admin })).text();
  expect(seen(html)).toContain('All pictures of this news item are in the library.');
});

test('a picture at the site’s own whole address, as the API returns it, is one of the library', async () => {
  for (const url of ['http://localhost:3000', 'https://town.example']) {
    await using site = await openSite({ environment: { BELFRY_URL: url } });
    const admin = { ...(await site.asAdmin()), Origin: url };
    const send = (method: string, path: string, body: object) =>
      site.fetch(`/api/v1/${path}`, {
        method,
        body: JSON.stringify(body),
        headers: { ...admin, 'Content-Type': 'application/json' },
      });
    const { id, names } = await seedPicture(site.write, site.services.media.files, 'bridge');
    const address = `${url}/media/${names.find((name) => name.endsWith('.jpeg'))}`;
    const description = `<p>Before</p><img alt="The bridge" src='${address}'><p><a href="${url}/about">About</a></p>`;
    for (const publication of ['published', 'draft']) {
      const path = `articles/${publication}`;
      const saved = await send('PUT', path, { ...sampleInputs.articles, description, publication });
      expect(saved.status).toBe(201);
      const stored = (await saved.json()).description;
      expect(stored).toContain(`<img src="/media/${id}-`);
      expect(stored).toContain('<a href="/about">About</a>');
      const form = { ...formIn(await site.page(`/admin/${path}`, admin)), description, publication };
      expect((await site.post(`/admin/${path}`, form, admin)).status).toBe(303);
      expect(await site.page(`/admin/${path}/text-pictures`, admin)).toContain(`/media/${id}-`);
    }
    expect(await site.page('/articles/published', admin)).toContain(`srcSet="/media/${id}-`);
    const removal = await site.fetch(`/api/v1/pictures/${id}`, { method: 'DELETE', headers: admin });
    expect([removal.status, (await removal.json()).usedBy?.length]).toEqual([409, 2]);
  }
});

test('pictures that can’t be kept are named at their field, and can be copied from the draft', async () => {
  await using town = await openTown([]);
  const { site, admin } = town;
  const lost = ['http://pictures.example/a.jpg', 'http://pictures.example/b.jpg'];
  const description = `<p>Text</p>${lost.map((src) => `<img src="${src}" alt="">`).join('')}`;
  const said =
    /These pictures can’t be shown from where they are: http:\/\/pictures\.example\/a\.jpg, http:\/\/pictures\.example\/b\.jpg\. Copy them to the library/;
  for (const name of ['articles', 'news', 'events', 'businesses'] as const) {
    const response = await site.fetch(`/api/v1/${name}/a`, {
      method: 'PUT',
      body: JSON.stringify({ ...sampleInputs[name], description }),
      headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    });
    expect(response.status).toBe(422);
    const { errors } = await response.json();
    expect(errors).toEqual([{ field: 'description', message: expect.stringMatching(said) }]);
  }
  await town.put('articles', 'a', {});
  const form = { ...formIn(await site.page('/admin/articles/a', admin)), description };
  const refused = await site.post('/admin/articles/a', form, admin);
  const html = seen(await refused.text());
  expect([refused.status, said.test(html)]).toEqual([400, true]);
  // The field with its problem, and the button below it.
  const field = /<label for="description"[\s\S]*?(?=<fieldset)/.exec(html)?.[0] ?? '';
  expect(field).toMatch(/class="error" id="description-error">These pictures can’t be shown/);
  expect(field).toContain('2 pictures are loaded from other sites.');
  expect(field).toMatch(/<button type="submit"[^>]* name="copy"[^>]*>Copy to library<\/button>/);
  expect(formIn(html).description).toContain(lost[0]);
  // The button saves what was typed as a draft first.
  const copying = await site.post('/admin/articles/a', { ...formIn(html), copy: '1' }, admin);
  expect([copying.status, copying.headers.get('Location')]).toEqual([
    303,
    '/admin/articles/a/linked-pictures',
  ]);
  const page = await site.page('/admin/articles/a/linked-pictures', admin);
  for (const address of lost) expect(page).toContain(address);
  expect(await site.page('/articles/a')).not.toContain('pictures.example');
  expect(await site.page('/admin/articles/a/preview/page', admin)).not.toContain('pictures.example');
});

test('pictures that can’t be kept in the texts of Settings are named, and the texts are not saved without them', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const page = await site.page('/admin/settings', admin);
  const section = page.slice(page.indexOf('id="texts"'));
  const version = /name="version" value="([^"]*)"/.exec(section)?.[1] ?? '';
  const aboutText =
    '<p>We</p><img src="http://pictures.example/a.jpg" alt=""><img src="data:image/png;base64,AAAA" alt="">';
  const texts = { aboutText, contactText: '<p>Write</p>', privacyText: '<p>None</p>' };
  const refused = await site.post('/admin/settings', { version, ...texts }, admin);
  const html = seen(await refused.text());
  expect(refused.status).toBe(400);
  expect(html).toContain(
    'http://pictures.example/a.jpg, a picture that was pasted into the text. Add them to the library and insert them from there, or remove them from the text',
  );
  expect(formIn(html).aboutText).toContain('http://pictures.example/a.jpg');
});
