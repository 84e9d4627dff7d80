/** Pictures of the library in texts, as reading pages show them. */
import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { pictureFile, uploadPicture } from '../../../tests/pictures.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

type Headers = Record<string, string>;

/** Low: fewer pixels are encoded faster. */
async function upload(site: TestSite, width: number): Promise<string> {
  const response = await uploadPicture(site, await pictureFile('png', width, width / 20));
  return ((await response.json()) as { id: string }).id;
}

async function put(site: TestSite, path: string, item: object, admin: Headers): Promise<void> {
  const saved = await site.fetch(`/api/v1/${path}`, {
    method: 'PUT',
    body: JSON.stringify(item),
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
  });
  expect(saved.status).toBeLessThan(300);
}

async function pageOf(site: TestSite, path: string): Promise<string> {
  const { status, headers } = await site.fetch(path);
  return site.page(status < 300 ? path : (headers.get('Location') ?? ''));
}

const figure = (id: string, alt: string) =>
  `<p>Words.</p><figure><img src="/media/${id}-640.jpeg" alt="${alt}"><figcaption>Below.</figcaption></figure>`;

test('a picture in the text of every noun is shown in all sizes, the first at once and the others lazily', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const [one, two] = [await upload(site, 2000), await upload(site, 400)];
  const description = figure(one, 'Snow &quot;on&quot; the green') + figure(two, '');
  for (const name of ['articles', 'news', 'events', 'businesses'] as const) {
    const input = { ...sampleInputs[name], description, enclosureUrl: undefined };
    await put(site, `${name}/i1`, name === 'events' ? { ...sampleInputs.events, description } : input, admin);
    const html = await pageOf(site, `/${name}/i1`);
    const [first = '', second = ''] = [...html.matchAll(/<picture>.*?<\/picture>/g)].map(([found]) => found);
    expect(first, name).toContain(`<source type="image/avif" srcSet="/media/${one}-320.avif 320w, `);
    expect(first, name).toContain(`/media/${one}-1920.jpeg 1920w`);
    expect(first, name).toMatch(/alt="Snow &quot;on&quot; the green" width="1920" height="96"/);
    expect(first, name).toMatch(/data-color="#[0-9a-f]{6}"/);
    // The picture of an event is above its text.
    if (name !== 'events') expect([name, first.includes('loading="lazy"')]).toEqual([name, false]);
    expect(second, name).toContain(`/media/${two}-400.avif 400w" sizes=`);
    expect(second, name).toContain('loading="lazy"');
    expect(html, name).not.toMatch(/style="/);
  }
  const list = await site.page('/articles');
  expect(list).toContain(`/media/${one}-320.avif 320w`);
});

test('below a lead picture all pictures of the text are lazy, and one that was deleted is left out', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const [lead, inText] = [await upload(site, 500), await upload(site, 600)];
  const gone = 'f'.repeat(32);
  const description = figure(inText, 'The roof') + figure(gone, 'Gone');
  await put(site, 'articles/a1', { ...sampleInputs.articles, description, picture: lead }, admin);
  const html = await pageOf(site, '/articles/a1');
  const pictures = [...html.matchAll(/<picture>.*?<\/picture>/g)].map(([found]) => found);
  expect(pictures.map((picture) => picture.includes('loading="lazy"'))).toEqual([false, true]);
  expect(html).not.toContain(gone);
  // Its caption would be about nothing.
  expect(html.match(/<figcaption>Below/g)).toHaveLength(1);
});

test('the size that a browser loads follows the width of a picture in its text', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site, 1300);
  const widths = ['', ' class="wide"', ' class="half"', ' class="huge"'];
  const description = widths
    .map((width) => figure(id, 'Snow').replace('<figure>', `<figure${width}>`))
    .join('');
  await put(site, 'articles/a1', { ...sampleInputs.articles, description, enclosureUrl: undefined }, admin);
  const html = await pageOf(site, '/articles/a1');
  const found = [...html.matchAll(/<figure( class="\w+")?><picture><source [^>]*? sizes="([^"]+)"/g)];
  expect(found.map(([, width = '', sizes]) => [width, sizes])).toEqual([
    ['', '(min-width: 40em) 38rem, calc(91vw - .8rem)'],
    [' class="wide"', '(min-width: 50em) 48rem, calc(91vw - .8rem)'],
    [' class="half"', '(min-width: 40em) 19rem, calc(91vw - .8rem)'],
    ['', '(min-width: 40em) 38rem, calc(91vw - .8rem)'],
  ]);
});

test('a picture in the town’s own texts is shown, and is in use', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site, 640);
  const texts = { aboutText: figure(id, 'The green'), contactText: '', privacyText: '', version: '0' };
  const settings = await site.page('/admin/settings', admin);
  const version = /name="version" value="([^"]+)"/.exec(settings)?.[1] ?? '';
  expect((await site.post('/admin/settings', { ...texts, version }, admin)).status).toBe(303);
  expect(await site.page('/about')).toContain(`/media/${id}-320.avif 320w`);
  const page = await site.page(`/admin/pictures/${id}/deletion`, admin);
  expect(page).toContain('About page');
});
