import { expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import type { Collection, StoredItem } from '#app/items/collection/collection.ts';
import { deleteItem, moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { removeUser } from '#app/people/accounts/user-store.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { restoreRevision, revised, thinRevisions } from './revise.server.ts';
import { listRevisions } from './revision-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const nouns = ['articles', 'news', 'events', 'polls', 'businesses'] as const;
const nobody = { userId: null, token: null };
const context = { siteUrl: 'https://example.org' };
type Headers = Record<string, string>;

function input(collection: Collection, title: string) {
  const sample = sampleInputs[collection.name as NounName];
  return collection.json.schema.parse({ ...sample, id: 'a', [collection.source.title]: title });
}

function save(write: WriteDb, collection: Collection, title: string, now: number, revising = {}) {
  return revised(write, collection, 'a', { by: nobody, now, ...revising }, (transaction) =>
    collection.store.save(transaction, input(collection, title), { now }),
  );
}

async function kindsOf(write: WriteDb, { name }: Collection) {
  const list = await listRevisions(write, { collection: name, id: 'a' }, 99);
  return list.map(({ revision, kind }) => `${revision} ${kind}`);
}

eachDatabase(
  'every save of any noun is a revision, and what was there before the first is one',
  async (t) => {
    const { write } = t.database;
    for (const collection of Object.values(collections) as Collection[]) {
      await collection.store.save(write, input(collection, 'Imported'), { now: NOW, version: 0 });
      await save(write, collection, 'First', NOW + 1);
      await save(write, collection, 'Second', NOW + 2);
      expect(await kindsOf(write, collection)).toEqual(['3 saved', '2 saved', '1 kept']);
      const refused = revised(write, collection, 'a', { by: nobody, now: NOW + 3 }, (transaction) =>
        collection.store.save(transaction, input(collection, 'Late'), { now: NOW + 3, version: 1 }),
      );
      expect((await refused).kind).toBe('conflict');
      const restored = await restoreRevision(
        write,
        collection,
        { id: 'a', revision: 1 },
        { by: nobody, now: NOW + 4, context },
      );
      expect(restored).toMatchObject({ kind: 'saved' });
      expect(await collection.store.find(write, 'a')).toMatchObject({
        [collection.source.title]: 'Imported',
      });
      expect(await kindsOf(write, collection)).toEqual(['4 restored', '3 saved', '2 saved', '1 kept']);
    }
  },
);

eachDatabase('what one open form saves automatically is one revision', async (t) => {
  const { write } = t.database;
  const { articles } = collections;
  const automatic = { kind: 'autosaved', session: 's1' };
  await save(write, articles, 'One', NOW, automatic);
  await save(write, articles, 'Two', NOW + 1, automatic);
  await save(write, articles, 'Three', NOW + 2, { kind: 'autosaved', session: 's2' });
  await save(write, articles, 'Four', NOW + 3, automatic);
  expect(await kindsOf(write, articles)).toEqual(['3 autosaved', '2 autosaved', '1 autosaved']);
});

eachDatabase('revisions are thinned, survive the trash, and end with the item', async (t) => {
  const { write } = t.database;
  const { news } = collections;
  for (let hours = 0; hours < 48; hours += 8)
    await save(write, news, `Hour ${hours}`, NOW + hours * 3_600_000);
  await thinRevisions(write, NOW + 40 * DAY_MS);
  const left = await kindsOf(write, news);
  expect(left.length).toBeGreaterThan(0);
  expect(left.length).toBeLessThan(4);
  expect(left[0]).toBe('6 saved');
  await moveToTrash(write, news, ['a'], { now: NOW, by: nobody });
  expect(await kindsOf(write, news)).toEqual(left);
  await save(write, news, 'Again', NOW + 50 * DAY_MS);
  expect((await kindsOf(write, news))[0]).toBe('7 saved');
  await deleteItem(write, news, 'a', { now: NOW });
  expect(await kindsOf(write, news)).toEqual([]);
});

eachDatabase('no revision keeps who left the site', async (t) => {
  const { write } = t.database;
  const { news } = collections;
  await write.insertInto('site_user').values({ id: 'june', newsletterOptIn: 0, createdAt: 0 }).execute();
  await save(write, news, 'Hers', NOW, { by: { userId: 'june', token: null } });
  await removeUser(write, 'june');
  const rows = await write.selectFrom('item_revision').select(['savedBy', 'kind']).execute();
  expect(rows).toEqual([{ savedBy: null, kind: 'saved' }]);
});

function send(site: TestSite, method: string, path: string, headers: Headers, body?: object) {
  const type: Headers = body ? { 'Content-Type': 'application/json' } : {};
  return site.fetch(`/api/v1/${path}`, {
    method,
    headers: { ...headers, ...type, Origin: site.origin },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
}

/** The titles of all revisions, oldest first. */
async function titlesOf(write: WriteDb, { name, source }: Collection): Promise<unknown[]> {
  const rows = await write
    .selectFrom('item_revision')
    .select('item')
    .where('collection', '=', name)
    .orderBy('revision')
    .execute();
  return rows.map(({ item }) => JSON.parse(item)[source.title]);
}

/** As an open form saves itself. */
async function saveForm(write: WriteDb, collection: Collection, title: string, now: number) {
  const form = { publication: 'published', publishAt: '', base: 'x' };
  const automatic = { kind: 'autosaved' as const, session: 's' };
  return revised(write, collection, 'a', { by: nobody, now, ...automatic }, async (transaction) => {
    const seen = (await collection.store.unpublished?.findDraft(transaction, 'a')) ?? { version: 0 };
    return collection.store.unpublished?.saveChanges(
      transaction,
      { ...collection.json.toInputJson(input(collection, title)), id: 'a' },
      { now, seen, form },
    ) as Promise<{ kind: 'saved'; item: StoredItem }>;
  });
}

eachDatabase('every save is in the versions, also after a draft from a clock that is ahead', async (t) => {
  const { write } = t.database;
  for (const collection of Object.values(collections) as Collection[]) {
    await save(write, collection, 'First', NOW);
    await saveForm(write, collection, 'Typed', NOW + 120_000);
    for (const title of ['Second', 'Third', 'Fourth']) await save(write, collection, title, NOW);
    await saveForm(write, collection, 'Typed again', NOW - 60_000);
    expect(await titlesOf(write, collection)).toEqual([
      'First',
      'Typed',
      ...['Second', 'Third', 'Fourth'],
      'Typed again',
    ]);
  }
});

eachDatabase('every save is in the versions, also next to a form that saves itself', async (t) => {
  const { write } = t.database;
  const collection = collections.articles as Collection;
  await save(write, collection, 'First', NOW);
  for (let round = 0; round < 12; round++) {
    const titles = ['One', 'Two', 'Three'].map((word) => `${word} of ${round}`);
    const typed = `Typed in ${round}`;
    await Promise.all([
      ...titles.map((title, index) => save(write, collection, title, NOW - index)),
      saveForm(write, collection, typed, NOW + 1),
    ]);
    expect(await titlesOf(write, collection)).toEqual(expect.arrayContaining([...titles, typed]));
  }
});

test('the API lists revisions, returns and restores them, for editors only', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const secret = await createApiToken(site.write, { name: 'desk', scope: 'write', days: 9 }, NOW);
  const token = { Authorization: `Bearer ${secret}` };
  for (const name of nouns) {
    await send(site, 'PUT', `${name}/a`, token, sampleInputs[name]);
    now += 1000;
    const title = name === 'businesses' ? 'name' : 'title';
    await send(site, 'PATCH', `${name}/a`, admin, { [title]: 'Changed' });
    const { items } = (await (await send(site, 'GET', `${name}/a/revisions`, admin)).json()) as {
      items: object[];
    };
    expect(items).toMatchObject([
      { revision: 2, savedBy: 'An editor', kind: 'saved', savedAt: new Date(now).toISOString() },
      { revision: 1, savedBy: 'desk', kind: 'saved' },
    ]);
    const first = await send(site, 'GET', `${name}/a/revisions/1`, token);
    expect([first.status, await first.json()]).toMatchObject([
      200,
      { id: 'a', [title]: sampleInputs[name][title] },
    ]);
    const restored = await send(site, 'POST', `${name}/a/revisions/1/restore`, token);
    expect([restored.status, await restored.json()]).toMatchObject([
      200,
      { id: 'a', [title]: sampleInputs[name][title], publication: 'published' },
    ]);
    const shown = (await (await send(site, 'GET', `${name}/a`, {})).json()) as Record<string, unknown>;
    expect(shown[title]).toBe(sampleInputs[name][title]);
    for (const path of ['revisions', 'revisions/1'])
      expect((await send(site, 'GET', `${name}/a/${path}`, {})).status).toBe(401);
    expect((await send(site, 'POST', `${name}/a/revisions/1/restore`, await site.asMember())).status).toBe(
      403,
    );
    for (const path of ['a/revisions/9', 'a/revisions/x', 'missing/revisions'])
      expect((await send(site, 'GET', `${name}/${path}`, admin)).status, path).toBe(404);
    expect((await send(site, 'POST', `${name}/a/revisions/9/restore`, admin)).status).toBe(404);
  }
});

test('a draft that lacks what publishing requires cannot replace a published item', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await send(site, 'PUT', 'news/a', admin, { title: 'Only a title', publication: 'draft' });
  await send(site, 'PUT', 'news/a', admin, { ...sampleInputs.news });
  const refused = await send(site, 'POST', 'news/a/revisions/1/restore', admin);
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: expect.arrayContaining([expect.objectContaining({ field: 'description' })]) },
  ]);
  const page = await site.post('/admin/news/a/revisions', { revision: '1' }, admin);
  expect([page.status, await page.text()]).toEqual([
    422,
    expect.stringContaining('can’t be restored as it is'),
  ]);
});

test('two versions are compared word by word, and one is restored from the page', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const save = async (title: string, description: string) => {
    now += 60_000;
    const form = formIn(await site.page('/admin/articles/a', admin));
    await site.post('/admin/articles/a', { ...form, title, description }, admin);
  };
  await send(site, 'PUT', 'articles/a', admin, sampleInputs.articles);
  expect(await site.page('/admin/articles/a/revisions', admin)).toContain('This is the only version.');
  await save('The plow drivers', '<p>Coffee at two.</p><p>Same.</p>');
  await save('The plow crew', '<p>Toast at two.</p><p>Same.</p>');
  expect(await site.page('/admin/articles/a', admin)).toContain('href="/admin/articles/a/revisions"');
  const page = await site.page('/admin/articles/a/revisions', admin);
  expect(page).toMatch(/<del><span class="vh">Removed: <\/span>drivers</);
  expect(page).toMatch(/<ins><span class="vh">Added: <\/span>crew</);
  expect(page).toMatch(/<del>[^<]*<span class="vh">Removed: <\/span>Coffee</);
  expect(page).not.toContain('<p>Same.</p>');
  expect(page).toMatch(/2 fields<!-- -->|2 fields changed: 2 words added, 2 removed/);
  expect(await site.page('/admin/articles/a/revisions?from=2&view=whole', admin)).toContain('<p>Same.</p>');
  const firstTwo = await site.page('/admin/articles/a/revisions?from=1&to=2', admin);
  expect(firstTwo).toMatch(/Removed: <\/span>Hill/);
  expect(firstTwo).not.toContain('Added: </span>crew');
  now += 60_000;
  const restored = await site.post('/admin/articles/a/revisions', { revision: '2' }, admin);
  expect([restored.status, restored.headers.get('Location')]).toEqual([
    303,
    '/admin/articles/a/revisions?restored=1',
  ]);
  expect(await site.page('/admin/articles/a/revisions?restored=1', admin)).toContain('Restored.');
  expect(await (await send(site, 'GET', 'articles/a', {})).json()).toMatchObject({
    title: 'The plow drivers',
  });
  expect((await site.fetch('/admin/articles/none/revisions', { headers: admin })).status).toBe(404);
});

test('the versions of an item are listed fifty at a time, and any two are compared', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  for (let saves = 1; saves <= 120; saves++)
    await save(site.write, collections.news, `Title ${saves}`, NOW - 1000 + saves);
  const address = '/admin/news/a/revisions';
  const numbersIn = (html: string) =>
    [...html.matchAll(/<a [^>]*href="[^"]*[?&;]from=(\d+)"/g)].map(([, number]) => Number(number));
  const first = await site.page(address, admin);
  expect(first).toContain('120 versions.');
  expect(numbersIn(first).slice(0, 49)).toEqual(Array.from({ length: 49 }, (_, at) => 119 - at));

  const second = await site.page(linkIn(first, 'next'), admin);
  expect(new Set(numbersIn(second))).toEqual(new Set(Array.from({ length: 50 }, (_, at) => 70 - at)));
  expect(second).toMatch(/Removed: <\/span>70/);
  expect(second).toMatch(/Added: <\/span>120/);
  const third = await site.page(linkIn(second, 'next'), admin);
  expect(new Set(numbersIn(third))).toEqual(new Set(Array.from({ length: 20 }, (_, at) => 20 - at)));
  expect(third).not.toContain('rel="next"');

  const compared = third.match(/href="([^"]*from=3)"/)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const page = await site.page(compared, admin);
  expect(page).toMatch(/Removed: <\/span>3</);
  expect(new Set(numbersIn(page))).toEqual(new Set(numbersIn(third)));
  const far = await site.page(`${address}?from=2&to=119`, admin);
  expect(far).toMatch(/Removed: <\/span>2</);
  expect(far).toMatch(/Added: <\/span>119/);
});

function linkIn(html: string, rel: string): string {
  return html.match(new RegExp(`rel="${rel}" href="([^"]+)"`))?.[1]?.replaceAll('&amp;', '&') ?? '';
}
