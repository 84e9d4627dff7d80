import { expect, test } from 'vitest';
import { TRASH_MS } from '#app/items/trash/trash-store.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-11-20T22:00:00Z');
const nouns = ['articles', 'news', 'events', 'polls', 'businesses'] as const;

type Headers = Record<string, string>;

function send(site: TestSite, method: string, path: string, headers: Headers, body?: object) {
  const type: Headers = body ? { 'Content-Type': 'application/json' } : {};
  return site.fetch(`/api/v1/${path}`, {
    method,
    headers: { ...headers, ...type, Origin: site.origin },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

async function seed(site: TestSite, admin: Headers, id = 'a', changes: object = {}) {
  for (const name of nouns) {
    const response = await send(site, 'PUT', `${name}/${id}`, admin, { ...sampleInputs[name], ...changes });
    expect(response.status, name).toBe(201);
  }
}

/** The values of the inputs with this name. */
function valuesOf(html: string, name: string): string[] {
  const tags = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => tag);
  return tags
    .filter((tag) => tag.includes(` name="${name}"`))
    .map((tag) => /value="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '');
}

test('DELETE moves an item of any noun to the trash, and restore returns it as it was', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await seed(site, admin);
  for (const name of nouns) {
    const before = await send(site, 'GET', `${name}/a`, {});
    const item = await before.json();
    expect((await send(site, 'DELETE', `${name}/a`, admin)).status).toBe(204);
    expect((await send(site, 'GET', `${name}/a`, {})).status).toBe(404);
    expect((await send(site, 'GET', `${name}/a`, admin)).status).toBe(404);
    const listed = await send(site, 'GET', `${name}?publication=trash`, admin);
    expect(await listed.json()).toMatchObject({
      items: [{ id: 'a', collection: name, deletedAt: '2026-11-20T22:00:00.000Z' }],
      next: null,
    });
    const restored = await send(site, 'POST', `${name}/a/restore`, admin);
    expect([restored.status, await restored.json()]).toEqual([200, item]);
    const after = await send(site, 'GET', `${name}/a`, {});
    expect(after.headers.get('ETag')).toBe(before.headers.get('ETag'));
    // It is no longer in the trash.
    expect((await send(site, 'POST', `${name}/a/restore`, admin)).status).toBe(409);
  }
});

test('the trash is for editors only, and lists all nouns with who deleted them', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  await seed(site, admin);
  for (const name of nouns) {
    now += 1000;
    await send(site, 'DELETE', `${name}/a`, admin);
  }
  const { items } = (await (await send(site, 'GET', 'trash?limit=3', admin)).json()) as {
    items: Record<string, unknown>[];
  };
  expect(items.map(({ collection }) => collection)).toEqual(['businesses', 'polls', 'events']);
  expect(items[0]).toMatchObject({ name: 'Hill Farm Sugarhouse', deletedBy: 'An editor' });
  const member = await site.asMember();
  for (const path of ['trash', 'articles?publication=trash']) {
    expect((await send(site, 'GET', path, {})).status).toBe(401);
    expect((await send(site, 'GET', path, member)).status).toBe(403);
    expect((await send(site, 'GET', path, {})).headers.get('Content-Type')).toContain('problem+json');
  }
  expect((await send(site, 'POST', 'articles/a/restore', member)).status).toBe(403);
  expect((await send(site, 'GET', 'articles/a/restore', admin)).status).toBe(405);
  expect((await site.fetch('/admin/trash', { headers: member })).status).toBe(302);
});

test('an id in use again is named, and neither item is lost', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const put = (title: string) => send(site, 'PUT', 'news/a', admin, { ...sampleInputs.news, title });
  await put('Old');
  await send(site, 'DELETE', 'news/a', admin);
  await put('New');
  const refused = await send(site, 'POST', 'news/a/restore', admin);
  expect([refused.status, (await refused.json()).detail]).toEqual([
    409,
    expect.stringContaining('The id a is in use again, by the news item “New”.'),
  ]);
  const [entry = ''] = valuesOf(await site.page('/admin/trash', admin), 'id');
  const posted = await site.post('/admin/trash', { restore: entry }, admin);
  const page = await site.page(posted.headers.get('Location') ?? '', admin);
  expect(page).toMatch(/role="alert"[\s\S]*“<!-- -->Old<!-- -->” can’t be restored/);
  expect(page).toContain('href="/admin/news/a"');
  expect(await (await send(site, 'GET', 'news/a', {})).json()).toMatchObject({ title: 'New' });
  await send(site, 'DELETE', 'news/a?forever=true', admin);
  expect((await send(site, 'POST', 'news/a/restore', admin)).status).toBe(200);
  expect(await (await send(site, 'GET', 'news/a', {})).json()).toMatchObject({ title: 'Old' });
});

test('DELETE with forever deletes permanently, also from the trash, and respects If-Match', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await seed(site, admin);
  const remove = (path: string, headers: Headers = {}) =>
    send(site, 'DELETE', path, { ...admin, ...headers });
  expect((await remove('news/a?forever=perhaps')).status).toBe(400);
  expect((await remove('news/a?forever=true', { 'If-Match': '"7"' })).status).toBe(412);
  expect((await remove('news/a', { 'If-Match': '"7"' })).status).toBe(412);
  expect((await remove('news/a?forever=true')).status).toBe(204);
  expect((await send(site, 'POST', 'news/a/restore', admin)).status).toBe(404);
  expect((await remove('polls/a')).status).toBe(204);
  expect((await remove('polls/a?forever=true')).status).toBe(204);
  expect((await remove('polls/a?forever=true')).status).toBe(404);
  expect((await send(site, 'POST', 'polls/a/restore', admin)).status).toBe(404);
});

test('R-66 the activity log tells a permanent deletion by the API from a move to the trash', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await seed(site, admin);
  for (const path of ['polls/a', 'polls/a?forever=true', 'news/a?forever=true'])
    expect((await send(site, 'DELETE', path, admin)).status).toBe(204);
  const entries = await site.write
    .selectFrom('audit_entry')
    .select(['action', 'subject'])
    .where('action', '!=', 'item-saved')
    .orderBy('subject', 'desc')
    .orderBy('action', 'desc')
    .execute();
  const { polls, news } = sampleInputs;
  expect(entries).toEqual([
    { action: 'item-removed', subject: `/polls/a ${polls.title}` },
    { action: 'item-deleted', subject: `/polls/a ${polls.title}` },
    { action: 'item-deleted', subject: `/news/a ${news.title}` },
  ]);
});

test('after a delete the list says Deleted. and Undo brings the item back, without script', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await seed(site, admin);
  for (const name of nouns) {
    expect(await site.page(`/admin/${name}?delete=a`, admin)).toContain('stay in the trash for');
    const response = await site.post(`/admin/${name}`, { id: 'a' }, admin);
    const location = response.headers.get('Location') ?? '';
    const list = await site.page(location, admin);
    expect(list).toMatch(/role="status"[\s\S]*Deleted\.[\s\S]*will stay in the/);
    expect(list).toMatch(/<form action="\/admin\/trash\/undo" method="post">/);
    const [batch = ''] = valuesOf(list, 'batch');
    const [back = ''] = valuesOf(list, 'back');
    const undone = await site.post('/admin/trash/undo', { batch, back }, admin);
    expect(undone.headers.get('Location')).toBe(`/admin/${name}?restored=1`);
    expect(await site.page(`/admin/${name}?restored=1`, admin)).toMatch(/role="status"[\s\S]*Restored\./);
    expect((await send(site, 'GET', `${name}/a`, {})).status).toBe(200);
    // Sent again it changes nothing, and leads nowhere else.
    const again = await site.post('/admin/trash/undo', { batch, back: 'https://evil.example/' }, admin);
    expect(again.headers.get('Location')).toBe('/admin?restored=0');
    expect(await site.page(location, admin)).not.toContain('Deleted.');
  }
});

test('the trash shows the days left, restores several at once, and can undo that', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  expect(await site.page('/admin/trash', admin)).toContain('Nothing was deleted in the last');
  await seed(site, admin);
  for (const name of ['news', 'articles', 'events']) await site.post(`/admin/${name}`, { id: 'a' }, admin);
  const removedAt = NOW - 27 * DAY_MS;
  await site.write
    .updateTable('trash_item')
    .set({ removedAt, expiresAt: removedAt + TRASH_MS })
    .execute();
  await site.post('/admin/businesses', { id: 'a' }, admin);
  const asked = await site.page('/admin/trash', admin);
  expect(asked).toMatch(/is-quiet">30 days<[\s\S]*is-warning">3 days</);
  expect(asked).toContain('Hill Farm Sugarhouse<small>Business</small>');
  expect(asked).toMatch(/href="\/admin\/trash\?show=news"[^>]*>News(<!-- -->)? <span class="num">1</);
  expect(valuesOf(await site.page('/admin/trash?show=news', admin), 'id')).toHaveLength(1);
  const nothing = await site.post('/admin/trash', { do: 'restore' }, admin);
  expect(await site.page(nothing.headers.get('Location') ?? '', admin)).toContain('Choose at least one.');

  const ids = valuesOf(asked, 'id');
  expect(ids).toHaveLength(4);
  const restored = await site.post('/admin/trash', { id: ids.slice(0, 3), do: 'restore' }, admin);
  const page = await site.page(restored.headers.get('Location') ?? '', admin);
  expect(page).toContain('3 restored.');
  expect(valuesOf(page, 'id')).toHaveLength(1);
  await site.post('/admin/trash/undo', { item: valuesOf(page, 'item') }, admin);
  expect(valuesOf(await site.page('/admin/trash', admin), 'id')).toHaveLength(4);
});

test('an item is restored as a draft, and is then not public', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await seed(site, admin);
  await site.post('/admin/articles', { id: 'a' }, admin);
  const id = valuesOf(await site.page('/admin/trash', admin), 'id');
  await site.post('/admin/trash', { id, do: 'draft' }, admin);
  expect((await send(site, 'GET', 'articles/a', {})).status).toBe(404);
  const rows = await site.write.selectFrom('item_version').select(['id', 'state']).execute();
  expect(rows).toEqual([{ id: 'a', state: 'draft' }]);
});

test('deleting permanently and emptying the trash ask first', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  await seed(site, admin);
  for (const name of nouns) await site.post(`/admin/${name}`, { id: 'a' }, admin);
  const [first = ''] = valuesOf(await site.page('/admin/trash', admin), 'id');
  const one = await site.page(`/admin/trash/deletion?id=${first}`, admin);
  expect(one).toMatch(/<h1>Delete “[^”]+” permanently\?<\/h1>/);
  expect(valuesOf(await site.page('/admin/trash', admin), 'id')).toHaveLength(5);
  const deleted = await site.post('/admin/trash/deletion', { id: valuesOf(one, 'id') }, admin);
  expect(await site.page(deleted.headers.get('Location') ?? '', admin)).toContain('1 item was');
  const all = await site.page('/admin/trash/deletion?all=1', admin);
  expect(all).toContain('<h1>Delete 4 items permanently?</h1>');
  // What is deleted after the question was asked stays.
  now += 1000;
  await seed(site, admin, 'b');
  await site.post('/admin/news', { id: 'b' }, admin);
  await site.post('/admin/trash/deletion', { all: valuesOf(all, 'all') }, admin);
  expect(valuesOf(await site.page('/admin/trash', admin), 'id')).toHaveLength(1);
  const none = await site.fetch('/admin/trash/deletion', { headers: admin });
  expect(none.headers.get('Location')).toBe('/admin/trash?choose=1');
});
