/** The picture field of forms without JavaScript: the file and what is said about it are in the form itself. */
import { expect, test } from 'vitest';
import { type Form, formIn } from '../../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { pictureFile, uploadPicture } from '../../../../tests/pictures.ts';
import { sampleInputs } from '../../../../tests/sample-inputs.ts';

type Headers = Record<string, string>;

const seen = (html: string) => html.replaceAll('<!-- -->', '');

async function send(site: TestSite, path: string, form: Form, files: Record<string, File>, admin: Headers) {
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  for (const [name, file] of Object.entries(files)) body.append(name, file);
  return site.fetch(path, { method: 'POST', body, headers: { ...admin, Origin: site.origin } });
}

async function jpeg(name: string, width = 640) {
  return new File([new Uint8Array(await pictureFile('jpeg', width, 40))], name);
}

async function pictureAt(site: TestSite, id: string, admin: Headers) {
  const response = await site.fetch(`/api/v1/pictures/${id}`, { headers: admin });
  return (await response.json()) as { alt: string | null; decorative: boolean; focalPoint: number };
}

async function upload(site: TestSite, fields: Headers = {}, width = 600): Promise<string> {
  const sent = await uploadPicture(site, await pictureFile('png', width, 40), { name: 'bridge.png', fields });
  return ((await sent.json()) as { id: string }).id;
}

/** An article with the picture, and its form. */
async function articleWith(site: TestSite, picture: string, admin: Headers): Promise<Form> {
  await site.fetch('/api/v1/articles/a1', {
    method: 'PUT',
    body: JSON.stringify({ ...sampleInputs.articles, picture }),
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
  });
  return formIn(await site.page('/admin/articles/a1', admin));
}

function patch(site: TestSite, id: string, words: object, admin: Headers) {
  return site.fetch(`/api/v1/pictures/${id}`, {
    method: 'PATCH',
    body: JSON.stringify(words),
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
  });
}

test('every form uploads a picture and its alternative text in one post', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  let width = 500;
  for (const name of Object.keys(sampleInputs)) {
    const page = seen(await site.page(`/admin/${name}/add`, admin));
    const field = /<fieldset[^>]* id="picture"[\s\S]*?<\/fieldset>/.exec(page)?.[0] ?? '';
    expect(field, name).toMatch(/<label for="picture-file">Picture<\/label>/);
    expect(field, name).toMatch(/<label for="picture-file">Upload a picture<\/label>/);
    expect(field, name).toContain('choose from the library</button>');
    const form = { ...formIn(page), [name === 'businesses' ? 'name' : 'title']: 'Half typed' };
    expect([name, form.pictureAlt]).toEqual([name, '']);
    const typed = { ...form, publication: 'draft', pictureAlt: `Snow on ${name}` };
    width += 20;
    const saved = await send(
      site,
      `/admin/${name}/add`,
      typed,
      { file: await jpeg('snow.jpg', width) },
      admin,
    );
    expect([name, saved.status]).toEqual([name, 303]);
    const html = seen(await site.page(`/admin/${name}/${form.id}`, admin));
    const again = formIn(html);
    expect([name, again]).toMatchObject([name, { pictureAlt: `Snow on ${name}`, pictureFocalPoint: '5' }]);
    expect(html, name).toContain(`alt="Current picture: Snow on ${name}"`);
    expect(html, name).toMatch(/>Replace<span class="vh">: snow.jpg/);
    expect(html, name).toMatch(/>Remove<span class="vh">: snow.jpg/);
    expect(await pictureAt(site, String(again.picture), admin)).toMatchObject({ alt: `Snow on ${name}` });
  }
});

test('a form saves the alternative text and the focal point of its picture, and no text that it did not change', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site);
  const form = await articleWith(site, id, admin);
  expect(await site.page('/admin/articles/a1', admin)).toContain('Enter alternative text');
  expect(form).toMatchObject({ pictureAlt: '', pictureFocalPoint: '5' });
  const saved = await site.post('/admin/articles/a1', { ...form, pictureAlt: ' The bridge ' }, admin);
  expect(saved.status).toBe(303);
  expect(await pictureAt(site, id, admin)).toMatchObject({ alt: 'The bridge', focalPoint: 5 });
  const opened = formIn(await site.page('/admin/articles/a1', admin));
  expect(await site.page('/admin/articles/a1', admin)).not.toContain('Enter alternative text');
  await patch(site, id, { alt: 'The covered bridge in May' }, admin);
  await site.post('/admin/articles/a1', { ...opened, pictureFocalPoint: '8' }, admin);
  expect(await pictureAt(site, id, admin)).toMatchObject({ alt: 'The covered bridge in May', focalPoint: 8 });
  const activity = await site.page('/admin/activity', admin);
  expect(activity).toContain('bridge.png');
  const decorative = { ...formIn(await site.page('/admin/articles/a1', admin)), pictureAlt: '' };
  await site.post('/admin/articles/a1', { ...decorative, pictureDecorative: 'true' }, admin);
  expect(await pictureAt(site, id, admin)).toMatchObject({ alt: null, decorative: true, focalPoint: 8 });
});

test('nothing that was typed about a picture is lost when the form is refused', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const empty = formIn(await site.page('/admin/articles/add', admin));
  const add: Form = { ...empty, title: 'Half typed', publication: 'draft' };
  const described = { ...add, pictureAlt: 'A plow at night' };
  // The file is not a picture.
  const wrong = await send(site, '/admin/articles/add', described, { file: new File(['x'], 'a.txt') }, admin);
  expect([wrong.status, formIn(await wrong.text()).pictureAlt]).toEqual([400, 'A plow at night']);
  // There is no file.
  const none = await site.post('/admin/articles/add', described, admin);
  const html = await none.text();
  expect([none.status, formIn(html).pictureAlt]).toEqual([400, 'A plow at night']);
  expect(html).toContain('Upload the picture that this text describes');
  // The text is too long: the picture stays chosen.
  const long = 'x'.repeat(501);
  const tooLong = await send(
    site,
    '/admin/articles/add',
    { ...add, pictureAlt: long },
    { file: await jpeg('plow.jpg') },
    admin,
  );
  const shown = await tooLong.text();
  const returned = formIn(shown);
  expect([tooLong.status, returned.pictureAlt, returned.title]).toEqual([400, long, 'Half typed']);
  expect(shown).toMatch(/<a href="#pictureAlt">[^<]*500 characters/);
  const saved = await site.post('/admin/articles/add', { ...returned, pictureAlt: 'A plow' }, admin);
  expect(saved.status).toBe(303);
  expect(await pictureAt(site, String(returned.picture), admin)).toMatchObject({ alt: 'A plow' });
  // Both a text and the box.
  const form = formIn(await site.page(`/admin/articles/${add.id}`, admin));
  const both = await site.post(`/admin/articles/${add.id}`, { ...form, pictureDecorative: 'true' }, admin);
  const answer = await both.text();
  expect([both.status, formIn(answer)]).toMatchObject([
    400,
    { pictureAlt: 'A plow', pictureDecorative: 'true' },
  ]);
  expect(answer).toContain('A decorative picture has no alternative text');
  // What is typed before the button that removes or replaces the picture is pressed.
  await site.post(`/admin/articles/${add.id}`, { ...form, pictureAlt: 'The plow', remove: 'picture' }, admin);
  expect(await pictureAt(site, String(returned.picture), admin)).toMatchObject({ alt: 'The plow' });
});

test('an automatic save includes what is said about the picture', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await upload(site, { alt: 'Bridge' });
  const form = await articleWith(site, id, admin);
  const typed = { ...form, pictureAlt: 'The bridge in May', pictureFocalPoint: '2' };
  const saved = await site.post('/admin/articles/a1/autosave', typed, admin);
  expect(saved.status).toBe(200);
  expect(await pictureAt(site, id, admin)).toMatchObject({ alt: 'The bridge in May', focalPoint: 2 });
});

test('a file that is in the library already keeps its texts, and takes a typed one', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const bytes = new Uint8Array(await pictureFile('png', 610));
  const sent = await uploadPicture(site, Buffer.from(bytes), { fields: { alt: 'Snow', focalPoint: '3' } });
  const { id } = (await sent.json()) as { id: string };
  const form = await articleWith(site, null as never, admin);
  const file = new File([bytes], 'again.png');
  const plain = await send(site, '/admin/articles/a1', form, { file }, admin);
  expect(plain.status).toBe(303);
  expect(await pictureAt(site, id, admin)).toMatchObject({ alt: 'Snow', focalPoint: 3 });
  const other = formIn(await site.page('/admin/articles/add', admin));
  const typed = { ...other, title: 'Two', publication: 'draft', pictureAlt: 'Deep snow' };
  await send(site, '/admin/articles/add', typed, { file }, admin);
  expect(await pictureAt(site, id, admin)).toMatchObject({ alt: 'Deep snow', focalPoint: 3 });
});

test('the pictures of the site have the same field, with their texts in the form of Settings', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const settings = async () => {
    const html = await site.page('/admin/settings', admin);
    const form = /<form[^>]* action="\/admin\/settings#pictures"[\s\S]*?<\/form>/.exec(html)?.[0] ?? '';
    return { html: seen(form), form: formIn(`<main>${form}`) };
  };
  const opened = await settings();
  for (const name of ['logo', 'eventPicture', 'shareImage'])
    expect(opened.html).toContain(`<label for="${name}-file">Upload a picture</label>`);
  // The logo is shown next to the site's name.
  expect(opened.form).not.toHaveProperty('logoAlt');
  const typed = { ...opened.form, shareImageAlt: 'The green in May' };
  const files = { logoFile: await jpeg('logo.jpg', 200), shareImageFile: await jpeg('green.jpg', 800) };
  const saved = await send(site, '/admin/settings', typed, files, admin);
  expect(saved.status).toBe(303);
  const { form, html } = await settings();
  expect(html).toContain('Current picture: The green in May');
  expect(form).toMatchObject({ shareImageAlt: 'The green in May', shareImageFocalPoint: '5' });
  expect(form).not.toHaveProperty('logoFocalPoint');
  await send(site, '/admin/settings', { ...form, shareImageFocalPoint: '4' }, {}, admin);
  expect(await pictureAt(site, String(form.shareImage), admin)).toMatchObject({ focalPoint: 4 });
  const long = 'x'.repeat(501);
  const refused = await send(site, '/admin/settings', { ...form, shareImageAlt: long }, {}, admin);
  const answer = await refused.text();
  expect([refused.status, answer.includes(`value="${long}"`)]).toEqual([400, true]);
  expect(answer).toMatch(/<a href="#shareImageAlt">[^<]*500 characters/);
});
