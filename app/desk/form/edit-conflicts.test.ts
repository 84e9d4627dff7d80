import { expect, test } from 'vitest';
import { findArticle } from '#app/articles/article-store.server.ts';
import { createArticle } from '../../../tests/admin-forms.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';

test('times are in the town’s zone, and an unchanged time keeps its seconds', async () => {
  await using site = await openSite({ now: Date.parse('2026-11-20T22:00:30.123Z') });
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin, { pubDate: '2026-07-04T08:00' });
  expect((await findArticle(site.write, id))?.pubDate).toBe(Date.parse('2026-07-04T12:00:00Z'));
  await site.write
    .updateTable('article')
    .set({ pubDate: Date.parse('2026-07-04T12:00:59.999Z') })
    .execute();
  const form = formIn(await site.page(`/admin/articles/${id}`, admin));
  await site.post(`/admin/articles/${id}`, { ...form, title: 'Changed' }, admin);
  expect(await findArticle(site.write, id)).toMatchObject({
    title: 'Changed',
    pubDate: Date.parse('2026-07-04T12:00:59.999Z'),
  });
});

test.each(['yesterday', '2026-02-30T10:00', '2026-13-01T10:00', ''])(
  'the publication date %j is refused at its field',
  async (pubDate) => {
    await using site = await openSite();
    const admin = await site.asAdmin();
    const form = formIn(await site.page('/admin/articles/add', admin));
    const response = await site.post(
      '/admin/articles/add',
      { ...form, title: 'T', description: '<p>x</p>', pubDate },
      admin,
    );
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('id="pubDate-error">Enter a publication date');
  },
);

test('when two people save one article, the second sees both versions and loses nothing', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const opened = formIn(await site.page(`/admin/articles/${id}`, admin));
  const theirs = { title: 'Theirs', description: '<p>In <strong>bold</strong> words.</p>' };
  await site.post(`/admin/articles/${id}`, { ...opened, ...theirs }, admin);
  const second = await site.post(`/admin/articles/${id}`, { ...opened, title: 'Mine' }, admin);
  expect(second.status).toBe(409);
  const html = await second.text();
  expect(html).toContain('You saved this article in another tab or window');
  expect(html).toContain('<pre>Theirs</pre>');
  expect(html).toContain('<div class="prose"><p>In <strong>bold</strong> words.</p></div>');
  expect(formIn(html)).toMatchObject({ title: 'Mine', version: expect.stringMatching(/^2-/) });
  await site.write.updateTable('item_revision').set({ savedBy: null, savedByToken: 'Script' }).execute();
  const other = await site.post(`/admin/articles/${id}`, { ...opened, title: 'Mine' }, admin);
  expect(await other.text()).toContain('Someone else saved this article');
  expect(await findArticle(site.write, id)).toMatchObject({ title: 'Theirs' });
  expect((await site.post(`/admin/articles/${id}`, formIn(html), admin)).status).toBe(303);
  expect(await findArticle(site.write, id)).toMatchObject({ title: 'Mine', version: 3 });
});

test('a form of a deleted item does not overwrite a new item with the same id', async () => {
  let now = Date.parse('2026-11-20T22:00:00Z');
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const opened = formIn(await site.page(`/admin/articles/${id}`, admin));
  await site.post('/admin/articles', { id }, admin);
  now += 60_000;
  await createArticle(site, admin, { id, title: 'Theirs' });
  const second = await site.post(`/admin/articles/${id}`, { ...opened, title: 'Mine' }, admin);
  expect(second.status).toBe(409);
  const html = await second.text();
  expect(html).toContain('<pre>Theirs</pre>');
  expect(await findArticle(site.write, id)).toMatchObject({ title: 'Theirs' });
  expect((await site.post(`/admin/articles/${id}`, formIn(html), admin)).status).toBe(303);
  expect(await findArticle(site.write, id)).toMatchObject({ title: 'Mine' });
});

test('saving an item that another editor deleted says so, and can create it again', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const opened = formIn(await site.page(`/admin/articles/${id}`, admin));
  await site.post('/admin/articles', { id }, admin);
  const response = await site.post(`/admin/articles/${id}`, { ...opened, title: 'Mine' }, admin);
  expect(response.status).toBe(409);
  const html = await response.text();
  expect(html).toContain('Someone else deleted this');
  expect((await site.post(`/admin/articles/${id}`, formIn(html), admin)).status).toBe(303);
  expect(await findArticle(site.write, id)).toMatchObject({ title: 'Mine' });
});

test('a form cannot change the id of an existing item', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const opened = formIn(await site.page(`/admin/articles/${id}`, admin));
  await site.post(`/admin/articles/${id}`, { ...opened, id: 'other' }, admin);
  expect(await findArticle(site.write, 'other')).toBeUndefined();
});

test('a form with an unknown field is refused', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/articles/add', admin));
  const response = await site.post(
    '/admin/articles/add',
    { ...form, title: 'T', description: 'x', isAdmin: '1' },
    admin,
  );
  expect(response.status).toBe(400);
});

test('saving a form without changes leaves the item unchanged', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const before = await findArticle(site.write, id);
  const form = formIn(await site.page(`/admin/articles/${id}`, admin));
  const saved = await site.post(`/admin/articles/${id}`, form, admin);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `/admin/articles/${id}?saved=1`]);
  expect(await findArticle(site.write, id)).toEqual(before);
  await site.post(`/admin/articles/${id}`, { ...form, title: 'The bridge stays open' }, admin);
  expect(await findArticle(site.write, id)).toMatchObject({ title: 'The bridge stays open', version: 2 });
});

test('a form that is submitted twice is saved once and says Success!, without a conflict', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/articles/add', admin));
  const filled = { ...form, title: 'Sent twice', description: '<p>By an impatient click.</p>' };
  for (const _ of [1, 2]) expect((await site.post('/admin/articles/add', filled, admin)).status).toBe(303);
  expect(await findArticle(site.write, form.id ?? '')).toMatchObject({ title: 'Sent twice', version: 1 });
});

test('deleting the last item of the last page leads to page 1, which says Deleted.', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const ids: string[] = [];
  for (let index = 0; index < 11; index++)
    ids.push(await createArticle(site, admin, { title: `Story ${index}` }));
  const first = await site.page('/admin/articles', admin);
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const last = ids.find((id) => !first.includes(`/admin/articles/${id}`)) ?? '';
  const removed = await site.post(next, { id: last }, admin);
  const back = await site.fetch(removed.headers.get('Location') ?? '', { headers: admin });
  const start = back.headers.get('Location') ?? '';
  expect([back.status, start]).toEqual([302, expect.stringMatching(/^\/admin\/articles\?deleted=/)]);
  expect(await site.page(start, admin)).toContain('Deleted.');
});
