/** Choosing a lead picture without JavaScript: buttons of the form, and a page with the library. */
import { expect, test } from 'vitest';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';
import { pictureFile, uploadPicture } from '../../../tests/pictures.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

const seen = (html: string) => html.replaceAll('<!-- -->', '');

async function openTown() {
  const site = await openSite();
  const admin = await site.asAdmin();
  const sent = await uploadPicture(site, await pictureFile('png', 400), { name: 'bridge.png' });
  const { id } = (await sent.json()) as { id: string };
  return { site, admin, id, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('the form is saved as a draft, a picture is chosen from the library, and the form has both', async () => {
  await using town = await openTown();
  const { site, admin, id } = town;
  for (const name of Object.keys(sampleInputs)) {
    const form = formIn(await site.page(`/admin/${name}/add`, admin));
    const title = name === 'businesses' ? 'name' : 'title';
    const typed = { ...form, [title]: 'Half typed', choose: 'picture' };
    const leaving = await site.post(`/admin/${name}/add`, typed, admin);
    const picker = leaving.headers.get('Location') ?? '';
    expect([name, leaving.status, picker]).toEqual([name, 303, `/admin/${name}/${form.id}/picture`]);
    const page = seen(await site.page(picker, admin));
    expect(page).toContain('Lead picture of “Half typed”');
    expect(page).toContain(`type="radio" name="picture" value="${id}"`);
    const nothing = await site.post(picker, {}, admin);
    expect([nothing.status, (await nothing.text()).includes('Choose a picture first.')]).toEqual([400, true]);
    const chosen = await site.post(picker, { picture: id }, admin);
    expect(chosen.headers.get('Location')).toBe(`/admin/${name}/${form.id}`);
    const again = await site.page(`/admin/${name}/${form.id}`, admin);
    expect([name, formIn(again)]).toMatchObject([name, { [title]: 'Half typed', picture: id }]);
    expect(again).toContain('Current picture: bridge.png');
    const removed = await site.post(
      `/admin/${name}/${form.id}`,
      { ...formIn(again), choose: '', remove: 'picture' },
      admin,
    );
    expect(removed.headers.get('Location')).toBe(`/admin/${name}/${form.id}`);
    expect(formIn(await site.page(`/admin/${name}/${form.id}`, admin))).toMatchObject({ picture: '' });
    expect((await site.fetch(`/api/v1/${name}/${form.id}`)).status, name).toBe(404);
  }
});

test('a new picture is uploaded and used in one step; one that is refused is named at its field', async () => {
  await using town = await openTown();
  const { site, admin } = town;
  await site.fetch('/api/v1/articles/a1', {
    method: 'PUT',
    body: JSON.stringify(sampleInputs.articles),
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
  });
  const send = (file: File) => {
    const body = new FormData();
    body.append('file', file);
    return site.fetch('/admin/articles/a1/picture', {
      method: 'POST',
      body,
      headers: { ...admin, Origin: site.origin },
    });
  };
  const refused = await send(new File(['<svg/>'], 'x.svg'));
  const html = await refused.text();
  expect([refused.status, html.includes('id="file-error">This file is not a picture')]).toEqual([415, true]);
  const sent = await send(new File([new Uint8Array(await pictureFile('png', 500))], 'new.png'));
  expect([sent.status, sent.headers.get('Location')]).toEqual([303, '/admin/articles/a1']);
  expect(await site.page('/admin/articles/a1', admin)).toContain('Current picture: new.png');
  // Only the draft of changes has it.
  const article = (await (await site.fetch('/api/v1/articles/a1')).json()) as { picture: string | null };
  expect(article.picture).toBeNull();
});

test('an empty form stays as it is and asks for a title first', async () => {
  await using town = await openTown();
  const { site, admin } = town;
  const form = formIn(await site.page('/admin/articles/add', admin));
  const asked = await site.post('/admin/articles/add', { ...form, choose: 'picture' }, admin);
  expect([asked.status, (await asked.text()).includes('before you choose a picture')]).toEqual([400, true]);
  expect((await site.fetch('/admin/articles/nothing/picture', { headers: admin })).status).toBe(404);
  expect((await site.fetch('/admin/pictures/nothing/picture', { headers: admin })).status).toBe(404);
});

test('the field of the lead picture is within its form before any script runs', async () => {
  await using town = await openTown();
  for (const name of Object.keys(sampleInputs)) {
    const html = await town.site.page(`/admin/${name}/add`, town.admin);
    const [form = ''] = /<form [^>]*class="desk"[\s\S]*?<\/form>/.exec(html) ?? [];
    expect(form, name).toContain('choose from the library');
  }
});
