import { expect, test } from 'vitest';
import { collectionNames } from '#app/collections.server.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

type Headers = Record<string, string>;

async function put(site: TestSite, admin: Headers, path: string, body: Record<string, unknown>) {
  const headers = { ...admin, Origin: site.origin, 'Content-Type': 'application/json' };
  const response = await site.fetch(`/api/v1/${path}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(201);
}

test.each(collectionNames)(
  'Duplicate in %s opens the form of a new item with the same texts',
  async (name) => {
    await using site = await openSite();
    const admin = await site.asAdmin();
    await put(site, admin, `${name}/i1`, sampleInputs[name]);
    const page = await site.page(`/admin/${name}/i1`, admin);
    expect(page).toContain(`href="/admin/${name}/add?copy=i1"`);
    const original = formIn(page);
    const empty = formIn(await site.page(`/admin/${name}/add`, admin));
    const copy = formIn(await site.page(`/admin/${name}/add?copy=i1`, admin));
    expect(copy.id).toMatch(/^[0-9a-f-]{36}$/);
    const own = { id: copy.id, version: '0' };
    const sourceId = 'sourceId' in original ? { sourceId: `local:${copy.id}` } : {};
    const pubDate = 'pubDate' in original ? { pubDate: empty.pubDate } : {};
    // Another page has the address, and nobody has checked this one.
    const address = 'slug' in original ? { slug: '', checkedAt: empty.checkedAt } : {};
    expect(copy).toEqual({ ...original, ...own, ...sourceId, ...pubDate, ...address });
  },
);

test('a saved duplicate is an item of its own, and the original stays as it is', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await put(site, admin, 'articles/i1', sampleInputs.articles);
  const copy = formIn(await site.page('/admin/articles/add?copy=i1', admin));
  const saved = await site.post('/admin/articles/add?copy=i1', { ...copy, title: 'Another farm' }, admin);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `/admin/articles/${copy.id}?saved=1`]);
  expect(await site.page(`/articles/${copy.id}`)).toContain('<h1>Another farm</h1>');
  expect(await site.page('/articles/i1')).toContain('<h1>Hill Farm opens its gate</h1>');
});

test('a link to the item’s own page becomes one to the duplicate’s; another link stays', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const linkOf = async (link: string) => {
    const id = `i${link.length}`;
    await put(site, admin, `articles/${id}`, { ...sampleInputs.articles, link: link.replace('ID', id) });
    return formIn(await site.page(`/admin/articles/add?copy=${id}`, admin));
  };
  for (const link of ['/articles/ID', '/articles/ID/hill-farm-opens']) {
    const copy = await linkOf(site.origin + link);
    expect(copy.link).toBe(`${site.origin}/articles/${copy.id}`);
  }
  expect((await linkOf(`${site.origin}/articles/other-article`)).link).toBe(
    `${site.origin}/articles/other-article`,
  );
  expect((await linkOf('https://example.org/articles/ID')).link).toMatch(/^https:\/\/example.org\//);
});

test('a duplicate does not carry over what became of the original: an event is not cancelled, a poll not closed', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const cancelled = { status: 'cancelled', statusNote: 'Too much snow' };
  await put(site, admin, 'events/i1', { ...sampleInputs.events, ...cancelled });
  const copy = await site.page('/admin/events/add?copy=i1', admin);
  expect(formIn(copy).statusNote).toBe('');
  expect(copy).toMatch(
    /<option[^>]*value="scheduled"[^>]*selected=""|<option selected=""[^>]*value="scheduled"/,
  );
  const times = { opensAt: '2026-11-01T12:00:00Z', closesAt: '2026-11-02T12:00:00Z' };
  await put(site, admin, 'polls/i1', { ...sampleInputs.polls, ...times });
  expect(formIn(await site.page('/admin/polls/add?copy=i1', admin))).toMatchObject({
    opensAt: '',
    closesAt: '',
  });
});

test('there is no duplicate of an item that does not exist', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (const id of ['none', '', 'add', 'a%20b'])
    expect((await site.fetch(`/admin/articles/add?copy=${id}`, { headers: admin })).status).toBe(404);
  expect(await site.page('/admin/articles/add', admin)).not.toContain('?copy=');
});
