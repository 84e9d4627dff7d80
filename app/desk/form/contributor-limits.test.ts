/** What the forms and calls of a contributor can't reach, whatever they name. */
import { expect, test } from 'vitest';
import { addTextDocument } from '../../../tests/documents.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { seedPicture } from '../../../tests/seed-picture.ts';

async function call(
  site: TestSite,
  method: string,
  path: string,
  who: Record<string, string>,
  body?: object,
) {
  return site.fetch(`/api/v1/${path}`, {
    method,
    headers: { ...who, Origin: site.origin, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

const article = (title: string) => ({ title, description: '<p>Text</p>', publication: 'draft' });

test('a contributor describes own pictures only, and only until the site shows them', async () => {
  await using site = await openSite();
  const writer = await site.asColleague('contributor');
  const { id } = await seedPicture(site.write, site.services.media.files, 'bridge.jpg');
  const { id: own } = await seedPicture(site.write, site.services.media.files, 'own.jpg');
  const me = await site.write
    .selectFrom('site_user')
    .select('id')
    .where('role', '=', 'contributor')
    .executeTakeFirstOrThrow();
  await site.write.updateTable('picture').set({ addedBy: me.id }).where('id', '=', own).execute();
  const altOf = async (picture: string) =>
    (await site.write.selectFrom('picture').select('alt').where('id', '=', picture).executeTakeFirst())?.alt;
  const send = (picture: string, itemId: string) =>
    site.post(
      '/admin/articles/add',
      { id: itemId, title: 'Draft', publication: 'draft', picture, pictureAlt: 'Changed' },
      writer,
    );
  await send(id, 'draft-one');
  expect(await altOf(id)).toBe('bridge.jpg');
  await send(own, 'draft-two');
  expect(await altOf(own)).toBe('Changed');
});

test('a contributor can’t take the id of something that was deleted, and editors get no Published from one', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const writer = await site.asColleague('contributor');
  expect((await call(site, 'PUT', 'articles/secret', admin, article('Secret'))).status).toBe(201);
  expect((await call(site, 'DELETE', 'articles/secret', admin)).status).toBe(204);
  expect((await call(site, 'PUT', 'articles/secret', writer, article('Mine'))).status).toBe(404);
  expect((await call(site, 'PUT', 'articles/mine', writer, article('Mine'))).status).toBe(201);
  expect((await call(site, 'PUT', 'articles/mine', writer, article('Still mine'))).status).toBe(200);
});

test('a contributor’s form offers no documents and takes none, and names no draft of others', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const writer = await site.asColleague('contributor');
  const id = await addTextDocument(site, 'Closed session', 'closed-session.txt');
  expect(await site.page('/admin/articles/add', writer)).not.toContain(id);
  const held = { ...article('Secret'), documents: [id] };
  expect((await call(site, 'PUT', 'articles/secret', admin, held)).status).toBe(201);
  const form = { id: 'secret', title: '', publication: 'draft' };
  const refused = await site.post('/admin/articles/add', form, writer);
  expect(refused.status).toBe(404);
  expect(await refused.text()).not.toContain(id);
});
