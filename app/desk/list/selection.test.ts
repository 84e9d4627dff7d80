import { expect, test } from 'vitest';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
type Headers = Record<string, string>;

async function put(site: TestSite, admin: Headers, path: string, body: object) {
  const response = await site.fetch(`/api/v1/${path}`, {
    method: 'PUT',
    headers: { ...admin, 'Content-Type': 'application/json', Origin: site.origin },
    body: JSON.stringify(body),
  });
  expect(response.status, path).toBe(201);
}

async function statesOf(site: TestSite, admin: Headers, collection: string, ids: string[]) {
  const states: string[] = [];
  for (const id of ids) {
    const response = await site.fetch(`/api/v1/${collection}/${id}`, { headers: admin });
    const { publication = 'gone' } = (await response.json()) as { publication?: string };
    states.push(publication);
  }
  return states;
}

/** The values of the inputs with this name, in the page's forms. */
function valuesOf(html: string, name: string): string[] {
  const tags = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => tag);
  return tags
    .filter((tag) => tag.includes(` name="${name}"`))
    .map((tag) => /value="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '');
}

async function select(site: TestSite, admin: Headers, form: Record<string, string | string[]>) {
  const back = '/admin/news?q=&page=1';
  const response = await site.post('/admin/selection/news', { back, ...form }, admin);
  return site.page(response.headers.get('Location') ?? '', admin);
}

test('several items are deleted at once, and come back by Undo, without script', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const ids = ['a', 'b', 'c'];
  for (const id of ids) await put(site, admin, `news/${id}`, sampleInputs.news);
  const list = await site.page('/admin/news', admin);
  expect(valuesOf(list, 'id').sort()).toEqual(ids);
  expect(await select(site, admin, { do: 'delete' })).toMatch(/role="alert"[\s\S]*Choose at least one\./);
  const page = await select(site, admin, { id: ['a', 'b'], do: 'delete' });
  expect(page).toMatch(/role="status"[\s\S]*2 deleted\./);
  expect(await statesOf(site, admin, 'news', ids)).toEqual(['gone', 'gone', 'published']);
  const [batch = ''] = valuesOf(page, 'batch');
  await site.post('/admin/trash/undo', { batch, back: '/admin/news' }, admin);
  expect(await statesOf(site, admin, 'news', ids)).toEqual(['published', 'published', 'published']);
});

test('several items are published and unpublished at once, and become what they were by Undo', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const later = { publication: 'scheduled', publishAt: '2026-12-01T12:00:00.000Z' };
  await put(site, admin, 'news/a', { ...sampleInputs.news, publication: 'draft' });
  await put(site, admin, 'news/b', { ...sampleInputs.news, ...later });
  await put(site, admin, 'news/c', sampleInputs.news);
  await put(site, admin, 'news/d', { title: 'Only a title', publication: 'draft' });
  const ids = ['a', 'b', 'c', 'd'];
  const before = ['draft', 'scheduled', 'published', 'draft'];
  expect(await statesOf(site, admin, 'news', ids)).toEqual(before);

  const published = await select(site, admin, { id: ids, do: 'publish' });
  expect(await statesOf(site, admin, 'news', ids)).toEqual(['published', 'published', 'published', 'draft']);
  expect(published).toMatch(/2<!-- --> <!-- -->published|2 published/);
  expect(published).toMatch(/role="alert"[\s\S]*“Only a title” was not changed\. [^<]*Description: /);
  expect(await site.page('/news')).toContain('Hill Farm opens its gate');
  expect(await select(site, admin, { id: 'c', do: 'publish' })).toContain('Nothing needed to be changed.');
  await select(site, admin, { was: valuesOf(published, 'was') });
  expect(await statesOf(site, admin, 'news', ids)).toEqual(before);
  const scheduled = await site.fetch('/api/v1/news/b', { headers: admin });
  expect(await scheduled.json()).toMatchObject(later);

  const hidden = await select(site, admin, { id: ids, do: 'unpublish' });
  expect(await statesOf(site, admin, 'news', ids)).toEqual(['draft', 'draft', 'draft', 'draft']);
  await select(site, admin, { was: valuesOf(hidden, 'was') });
  expect(await statesOf(site, admin, 'news', ids)).toEqual(before);
});

test('an item with a newer draft is not unpublished, which would replace it, nor published without it', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await put(site, admin, 'news/a', sampleInputs.news);
  const form = formIn(await site.page('/admin/news/a', admin));
  await site.post('/admin/news/a/autosave', { ...form, title: 'Newer' }, admin);
  for (const what of ['unpublish', 'publish'])
    expect(await select(site, admin, { id: 'a', do: what })).toMatch(
      /role="alert"[\s\S]*was not changed\. It has a newer draft\. Open it/,
    );
  expect(await statesOf(site, admin, 'news', ['a'])).toEqual(['published']);
  expect(formIn(await site.page('/admin/news/a', admin)).title).toBe('Newer');
});

test('several items are scheduled at once for a time of the town, which Undo takes back', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await put(site, admin, 'news/a', { ...sampleInputs.news, publication: 'draft' });
  await put(site, admin, 'news/b', sampleInputs.news);
  await put(site, admin, 'news/c', { title: 'Only a title', publication: 'draft' });
  const ids = ['a', 'b', 'c'];
  const asked = { id: ids, do: 'schedule' };
  for (const [publishAt, problem] of [
    ['', 'Publish time: Enter a publish time'],
    ['2027-03-14T02:30', 'Publish time: The clocks go forward then'],
  ] as const) {
    expect(await select(site, admin, { ...asked, publishAt })).toContain(problem);
    expect(await statesOf(site, admin, 'news', ids)).toEqual(['draft', 'published', 'draft']);
  }
  // The Enter key presses the first button of the form.
  const [, first] = /<button [^>]*value="(\w+)" name="do"/.exec(await site.page('/admin/news', admin)) ?? [];
  expect(first).toBe('schedule');
  const byEnter = { do: 'tag', tag: '' };
  const page = await select(site, admin, { ...asked, ...byEnter, publishAt: '2026-11-21T07:00' });
  expect(page).toMatch(/2<!-- --> <!-- -->scheduled|2 scheduled/);
  expect(page).toMatch(/“Only a title” was not changed\. [^<]*Description: /);
  const at = '2026-11-21T12:00:00.000Z';
  const item = async (id: string) =>
    (await site.fetch(`/api/v1/news/${id}`, { headers: admin })).json() as Promise<object>;
  expect(await item('a')).toMatchObject({ publication: 'scheduled', publishAt: at, pubDate: at });
  // What readers have seen keeps its date.
  const { pubDate } = sampleInputs.news;
  expect(await item('b')).toMatchObject({ publication: 'scheduled', publishAt: at, pubDate });
  await select(site, admin, { was: valuesOf(page, 'was') });
  expect(await statesOf(site, admin, 'news', ids)).toEqual(['draft', 'published', 'draft']);
  expect(await item('b')).toMatchObject({ pubDate });
});

test('a list says when and by whom each item was changed last, and how many are in the trash', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  await put(site, admin, 'news/a', sampleInputs.news);
  await put(site, admin, 'news/b', { title: 'A draft', publication: 'draft' });
  await put(site, admin, 'news/c', sampleInputs.news);
  await select(site, admin, { id: 'c', do: 'delete' });
  expect(await site.page('/admin/news', admin)).toMatch(/5:00 PM<\/time><small>An editor<\/small>/);
  now += 24 * 60 * 60 * 1000;
  const page = await site.page('/admin/news', await site.asAdmin());
  expect(page.match(/Nov 20, 2026<\/time><small>An editor/g)).toHaveLength(2);
  expect(page).toMatch(/href="\/admin\/trash\?show=news"[^>]*>Trash(?:<!-- -->)? <span class="num">1</);
});

test('only the administrator changes a selection, and it leads nowhere else', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await put(site, admin, 'news/a', sampleInputs.news);
  const form = { id: 'a', do: 'delete', back: 'https://evil.example/admin/news' };
  await site.post('/admin/selection/news', form, await site.asMember());
  expect(await statesOf(site, admin, 'news', ['a'])).toEqual(['published']);
  const response = await site.post('/admin/selection/news', form, admin);
  expect(response.headers.get('Location')).toMatch(/^\/admin\?deleted=/);
  expect((await site.post('/admin/selection/nothing', form, admin)).status).toBe(404);
});

test('a tag is added to several articles and removed from them, and each is undone', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const input = sampleInputs.articles;
  const later = { publication: 'scheduled', publishAt: '2026-12-01T12:00:00.000Z' };
  await put(site, admin, 'articles/a', { ...input, tags: ['Roads'] });
  await put(site, admin, 'articles/b', { ...input, ...later, tags: ['Snow', 'WINTER', 'Roads'] });
  await put(site, admin, 'articles/c', { title: 'Only a title', publication: 'draft' });
  await put(site, admin, 'articles/full', {
    ...input,
    tags: Array.from({ length: 20 }, (_, at) => `t${at}`),
  });
  const ids = ['a', 'b', 'c', 'full'];
  const tagsNow = async () => {
    const found: Record<string, unknown> = {};
    for (const id of ids) {
      const response = await site.fetch(`/api/v1/articles/${id}`, { headers: admin });
      const { tags = [], publication } = (await response.json()) as { tags?: string[]; publication: string };
      found[id] = `${publication}: ${tags.slice(0, 3).join(' ')}`;
    }
    return found;
  };
  const send = async (form: Record<string, string | string[]>) => {
    const response = await site.post(
      '/admin/selection/articles',
      { back: '/admin/articles', ...form },
      admin,
    );
    return site.page(response.headers.get('Location') ?? '', admin);
  };
  const undo = (page: string, what: string) =>
    send({ was: valuesOf(page, 'was'), do: what, tag: valuesOf(page, 'tag')[0] ?? '' });
  const before = await tagsNow();

  expect(await site.page('/admin/news', admin)).not.toContain('Add tag');
  expect(await send({ do: 'tag', tag: 'Winter' })).toMatch(/role="alert"[\s\S]*Choose at least one\./);
  const refused = await send({ do: 'tag', tag: '<b>', id: ids });
  expect(refused).toMatch(/role="alert"[\s\S]*Tag: A tag can’t contain a comma, &lt; or &gt;\./);
  expect(valuesOf(refused, 'tag')).toEqual(['&lt;b&gt;']);
  expect(await tagsNow()).toEqual(before);

  const added = await send({ do: 'tag', tag: 'Winter', id: ids });
  expect(await tagsNow()).toEqual({
    a: 'published: Roads Winter',
    b: 'scheduled: Snow WINTER Roads',
    c: 'draft: Winter',
    full: 'published: t0 t1 t2',
  });
  expect(added).toMatch(/2 (<!-- -->)?tagged|2<!-- --> <!-- -->tagged/);
  expect(added).toMatch(/“Hill Farm opens its gate” was not changed\. Use at most 20 tags\./);
  expect(await site.page('/tags/winter')).toContain('/articles/a');
  const undone = await undo(added, 'untag');
  expect(await tagsNow()).toEqual(before);
  expect(undone).not.toContain('role="alert"');

  const removed = await send({ do: 'untag', tag: 'winter', id: ids });
  expect(await tagsNow()).toEqual({ ...before, b: 'scheduled: Snow Roads' });
  await undo(removed, 'tag');
  expect(await tagsNow()).toEqual(before);
  const scheduled = await site.fetch('/api/v1/articles/b', { headers: admin });
  expect(await scheduled.json()).toMatchObject(later);
});
