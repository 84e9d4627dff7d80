import { expect, test } from 'vitest';
import { collectionNames, type NounName } from '#app/collections.server.ts';
import { type Form, formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

type Headers = Record<string, string>;

const titleField = (name: NounName) => (name === 'businesses' ? 'name' : 'title');

async function autosave(site: TestSite, address: string, form: Form, admin: Headers) {
  const response = await site.post(`${address}/autosave`, form, admin);
  return { status: response.status, ...(await response.json()) };
}

async function publish(site: TestSite, admin: Headers, name: NounName, id: string): Promise<void> {
  const response = await site.fetch(`/api/v1/${name}/${id}`, {
    method: 'PUT',
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify(sampleInputs[name]),
  });
  expect(response.status).toBe(201);
}

test.each(collectionNames)(
  '%s: a new form saves itself as a draft, and is published from there',
  async (name) => {
    await using site = await openSite();
    const admin = await site.asAdmin();
    const address = `/admin/${name}/add`;
    const title = titleField(name);
    const form = formIn(await site.page(address, admin));
    expect(await autosave(site, address, form, admin)).toEqual({ status: 200, kind: 'empty' });
    expect(await site.page(`/admin/${name}?publication=draft`, admin)).toContain('No data found.');

    const first = await autosave(site, address, { ...form, [title]: 'Half an idea' }, admin);
    expect(first).toMatchObject({ status: 200, kind: 'saved', at: '5:00 PM' });
    const tags = { draft: first.draft, version: first.version };
    const typed = { ...form, ...tags, [title]: 'Half an idea, longer' };
    expect(await autosave(site, address, typed, admin)).toMatchObject({ kind: 'saved' });
    expect((await site.fetch(`/${name}/${form.id}`)).status).not.toBe(200);

    const reopened = formIn(await site.page(`/admin/${name}/${form.id}`, admin));
    expect(reopened).toMatchObject({ [title]: 'Half an idea, longer', publication: 'published' });
    expect(await autosave(site, `/admin/${name}/${form.id}`, reopened, admin)).toMatchObject({
      kind: 'empty',
    });
  },
);

test('a published item stays as it is while its form saves itself, until its changes are saved or discarded', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await publish(site, admin, 'articles', 'a');
  const address = '/admin/articles/a';
  const publicTitle = async () => (await (await site.fetch('/api/v1/articles/a')).json()).title;
  const form = formIn(await site.page(address, admin));
  expect(await autosave(site, address, form, admin)).toMatchObject({ kind: 'empty' });
  expect(await autosave(site, address, { ...form, title: 'Better' }, admin)).toMatchObject({ kind: 'saved' });
  expect(await publicTitle()).toBe(sampleInputs.articles.title);
  expect(await site.page('/admin/articles', admin)).toContain('Has a newer draft');

  const html = await site.page(address, admin);
  expect(html.includes('This form shows a draft of changes')).toBe(true);
  const reopened = formInForm(html);
  expect(reopened).toMatchObject({ title: 'Better', publication: 'published' });
  await autosave(site, address, { ...reopened, title: 'Even better' }, admin);
  const discard = (draft = '') => site.post(`${address}/draft-removal`, { draft }, admin);
  const refused = (await discard(reopened.draft)).headers.get('Location') ?? '';
  const changedSince = await site.page(refused, admin);
  expect(changedSince).toContain('The draft was not discarded');
  const { draft, title } = formInForm(changedSince);
  expect(title).toBe('Even better');
  expect((await discard(draft)).headers.get('Location')).toBe(address);
  expect(formIn(await site.page(address, admin)).title).toBe(sampleInputs.articles.title);

  const again = formIn(await site.page(address, admin));
  await autosave(site, address, { ...again, title: 'Best' }, admin);
  // The page after an earlier save, loaded again.
  expect(await site.page(`${address}?saved=1`, admin)).not.toContain('Success!');
  const changed = formInForm(await site.page(address, admin));
  expect((await site.post(address, changed, admin)).status).toBe(303);
  expect(await publicTitle()).toBe('Best');
  expect(formIn(await site.page(address, admin)).draft).toBe('0');
});

/** The fields of the item's form, which follows the one that discards its draft. */
function formInForm(html: string): Form {
  return formIn(
    html
      .slice(html.indexOf('<main'))
      .replace(/<form(?![^>]*class="desk")[\s\S]*?<\/form>/g, '')
      .replace(/^/, '<main'),
  );
}

test('two browsers that type into one form do not overwrite each other', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await publish(site, admin, 'news', 'n');
  const address = '/admin/news/n';
  const form = formIn(await site.page(address, admin));
  expect(await autosave(site, address, { ...form, title: 'One' }, admin)).toMatchObject({ kind: 'saved' });
  expect(await autosave(site, address, { ...form, title: 'Two' }, admin)).toEqual({
    status: 409,
    kind: 'conflict',
  });
  const response = await site.post(address, { ...form, title: 'Two' }, admin);
  const html = await response.text();
  expect([response.status, html.includes('One'), formIn(html).title]).toEqual([409, true, 'Two']);
  expect((await site.post(address, formIn(html), admin)).status).toBe(303);
});

test('changes that were begun before someone else saved are compared with theirs', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await publish(site, admin, 'events', 'e');
  const address = '/admin/events/e';
  const form = { ...formIn(await site.page(address, admin)), allDay: '', status: 'scheduled' };
  await autosave(site, address, { ...form, title: 'Mine' }, admin);
  const theirs = await site.fetch('/api/v1/events/e', {
    method: 'PATCH',
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Theirs' }),
  });
  expect(theirs.status).toBe(200);
  const reopened = { ...formInForm(await site.page(address, admin)), allDay: '', status: 'scheduled' };
  expect(reopened).toMatchObject({ title: 'Mine' });
  expect((await site.post(address, reopened, admin)).status).toBe(409);
});

test('tagging an article in the list is no conflict with a draft of its text', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await publish(site, admin, 'articles', 'a');
  const address = '/admin/articles/a';
  const form = formIn(await site.page(address, admin));
  await autosave(site, address, { ...form, title: 'Mine' }, admin);
  const send = (more: Record<string, string>) =>
    site.post('/admin/selection/articles', { id: 'a', back: '/admin/articles', ...more }, admin);
  await send({ do: 'tag', tag: 'Winter' });
  await send({ do: 'tag', tag: 'Roads' });
  await send({ do: 'untag', tag: 'Winter' });
  const reopened = formInForm(await site.page(address, admin));
  expect(reopened).toMatchObject({ title: 'Mine', tags: 'Roads' });
  expect((await site.post(address, reopened, admin)).status).toBe(303);
  const article = await (await site.fetch('/api/v1/articles/a')).json();
  expect(article).toMatchObject({ title: 'Mine', tags: ['Roads'] });
});

test('an open form does not restore its item automatically after it was deleted', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  await publish(site, admin, 'polls', 'p');
  const form = formIn(await site.page('/admin/polls/p', admin));
  await site.post('/admin/polls', { id: 'p' }, admin);
  expect(await autosave(site, '/admin/polls/p', { ...form, title: 'Back' }, admin)).toMatchObject({
    status: 409,
  });
  expect((await site.fetch('/admin/polls/p', { headers: admin })).status).toBe(404);
});

test('nobody but the administrator saves drafts', async () => {
  await using site = await openSite();
  const form = { id: 'x', title: 'Mine', version: '0' };
  for (const headers of [{}, await site.asMember()]) {
    const response = await site.post('/admin/articles/add/autosave', form, headers);
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/']);
  }
});
