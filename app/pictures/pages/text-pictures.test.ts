/** The pictures of a text without JavaScript. */
import { expect, test } from 'vitest';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';
import { pictureFile, uploadPicture } from '../../../tests/pictures.ts';

test('without JavaScript, pictures are added below a text, described, moved, replaced and removed', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const library = await uploadPicture(site, await pictureFile('png', 50, 40), { fields: { alt: 'A horse' } });
  const { id: horse } = (await library.json()) as { id: string };
  const open = await site.page('/admin/articles/add', admin);
  expect(open.match(/<noscript>.*?<\/noscript>/gs)?.join('')).toMatch(
    /<button[^>]* name="choose"[^>]*>.*Pictures in the text/s,
  );
  const typed = { ...formIn(open), title: 'The plow crew', description: '<p>One.</p><p>Two.</p>' };
  const chosen = await site.post('/admin/articles/add', { ...typed, choose: 'description' }, admin);
  const list = chosen.headers.get('Location') ?? '';
  expect(list).toMatch(/^\/admin\/articles\/[^/]+\/text-pictures$/);
  expect(await site.page(list, admin)).toContain('The text has no pictures.');
  const pick = async (place: string, fields: Record<string, string>, file?: File) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    body.append('file', file ?? new File([], ''));
    const headers = { ...admin, Origin: site.origin };
    return site.fetch(`${list}/${place}`, { method: 'POST', body, headers });
  };
  expect((await pick('new', {})).status).toBe(400);
  expect((await pick('new', {}, new File(['<svg/>'], 'a.svg'))).status).toBe(415);
  const snow = new File([new Uint8Array(await pictureFile('jpeg', 700, 50))], 'snow.jpg');
  expect((await pick('new', {}, snow)).headers.get('Location')).toBe(list);
  expect((await pick('new', { picture: horse })).status).toBe(303);
  const text = async () => {
    const html = await site.page(list.replace('/text-pictures', ''), admin);
    return String(formIn(html).description).replace(/ loading.*?\/>/g, '>');
  };
  expect(await text()).toMatch(/Two\.<\/p>\n<figure><img src="[^"]*-700\.jpeg" alt="" .*alt="A horse"/s);

  const form = formIn(await site.page(list, admin));
  expect(form).toMatchObject({ 'alt-0': '', 'alt-1': 'A horse' });
  const words = { 'alt-0': 'Snow', 'caption-0': 'At <dawn>', 'width-0': 'half' };
  const press = (button: string) => site.post(list, { ...form, ...words, press: button }, admin);
  expect((await press('up-0')).headers.get('Location')).toBe(`${list}?saved=1`);
  expect(await text()).toMatch(
    /One\.<\/p><figure class="half"><img src="[^"]*-700\.jpeg" alt="Snow" .*<figcaption>At &lt;dawn&gt;<\/figcaption><\/figure>\n*<p>Two/s,
  );
  expect((await pick('0', { picture: horse })).status).toBe(303);
  expect((await press('remove-0')).status).toBe(409);
  const shown = await site.page(list, admin);
  expect(shown.match(/Picture <!-- -->\d/g)).toHaveLength(2);
  expect(
    (await site.post(list, { ...formIn(shown), 'width-0': 'half', press: 'remove-1' }, admin)).status,
  ).toBe(303);
  expect(await text()).toMatch(
    new RegExp(`<p>One\\.</p><figure class="half"><img src="/media/${horse}-50\\.jpeg" alt="A horse"`),
  );
  expect((await site.fetch(`${list}/7`, { headers: admin })).status).toBe(404);
  expect((await site.fetch('/admin/polls/x/text-pictures', { headers: admin })).status).toBe(404);
});
