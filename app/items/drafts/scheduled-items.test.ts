import { expect, test } from 'vitest';
import { articles } from '#app/articles/article-collection.server.ts';
import { findArticle } from '#app/articles/article-store.server.ts';
import { collections } from '#app/collections.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { type Form, formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { hasDueItems, publishDueItems } from './publish-due-items.server.ts';

/** 5 PM on Friday, November 20, 2026 in New York; the story is due an hour later. */
const NOW = Date.parse('2026-11-20T22:00:00Z');
const DUE = Date.parse('2026-11-20T23:00:00Z');

type Headers = Record<string, string>;

async function scheduleStory(site: TestSite, admin: Headers, name: 'articles' | 'news'): Promise<Form> {
  const form = formIn(await site.page(`/admin/${name}/add`, admin));
  const filled = {
    ...form,
    id: 'later',
    title: 'The ferry returns',
    description: '<p>Across the river again.</p>',
    link: 'https://example.org/ferry',
    pubDate: '2026-11-20T18:00',
  };
  const response = await site.post(`/admin/${name}/add`, filled, admin);
  expect([response.status, response.headers.get('Location')]).toEqual([303, `/admin/${name}/later?saved=1`]);
  return filled;
}

/** Whether the story is visible in each public place. */
async function findPublicTraces(site: TestSite, name: 'articles' | 'news'): Promise<string[]> {
  const places = [
    `/${name}`,
    `/search?q=ferry`,
    '/feeds/all.rss',
    `/feeds/${name}.json`,
    '/sitemap.xml',
    `/sitemaps/${name}-1.xml`,
    '/news-sitemap.xml',
    `/api/v1/${name}`,
    '/api/v1/search?q=ferry',
    `/api/v1/${name}/later`,
    `/${name}/later/the-ferry-returns`,
  ];
  const seen: string[] = [];
  for (const place of places) {
    const response = await site.fetch(place);
    const text = await response.text();
    if (response.ok && /returns|\/later/.test(text)) seen.push(place);
  }
  return seen;
}

test.each(['articles', 'news'] as const)(
  'a story of %s with a date to come is nowhere to be seen before its time, and everywhere from then on',
  async (name) => {
    let now = NOW;
    await using site = await openSite({ now: () => now });
    const admin = await site.asAdmin();
    await scheduleStory(site, admin, name);
    expect(await findPublicTraces(site, name)).toEqual([]);
    expect((await site.fetch(`/share/${name}/later.png`)).status).toBe(404);

    now = DUE - 1;
    expect(await hasDueItems(site.write, now)).toBe(false);
    await publishDueItems(site.write, collections, now);
    expect(await findPublicTraces(site, name)).toEqual([]);

    now = DUE;
    expect(await hasDueItems(site.write, now)).toBe(true);
    await publishDueItems(site.write, collections, now);
    expect(await hasDueItems(site.write, now)).toBe(false);
    const seen = await findPublicTraces(site, name);
    for (const place of [
      `/${name}`,
      '/search?q=ferry',
      '/feeds/all.rss',
      '/news-sitemap.xml',
      `/api/v1/${name}`,
    ])
      expect(seen).toContain(place);
    expect(seen).toContain(`/${name}/later/the-ferry-returns`);
  },
);

test('the administrator sees when a scheduled item will be published, and can find, edit and delete it until then', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  await scheduleStory(site, admin, 'articles');
  const saved = await site.page('/admin/articles/later?saved=1', admin);
  expect(saved).toContain('Scheduled for Friday, November 20, 2026, 6:00 PM.');
  expect(saved.replaceAll('<!-- -->', '')).toMatch(/Town time \([^)]+\)\. Today, in 1 hour\.</);
  expect(saved).not.toContain('>View</a>');
  const list = await site.page('/admin/articles', admin);
  expect(list).toContain('The ferry returns</a>');
  expect(list).toMatch(
    /Scheduled<\/span><small>Nov 20, 2026, 6:00 PM<\/small><small>Today, in 1 hour<\/small>/,
  );
  expect(await site.page('/admin/articles?publication=scheduled', admin)).toContain('The ferry returns</a>');

  const find = (words: string) => site.page(`/admin/articles?q=${encodeURIComponent(words)}`, admin);
  for (const words of ['ferry', 'RETURN', '"the ferry"', 'ferry -bridge'])
    expect(await find(words), words).toMatch(
      /The ferry returns<\/a>[\s\S]*Scheduled<\/span><small>Nov 20, 2026/,
    );
  for (const words of ['bridge', '"ferry the"', 'ferry -returns', '-ferry'])
    expect(await find(words), words).toContain('No data found.');

  const opened = formIn(await site.page('/admin/articles/later', admin));
  now = DUE;
  await publishDueItems(site.write, collections, now);
  const edited = await site.post('/admin/articles/later', { ...opened, title: 'The ferry is back' }, admin);
  expect(edited.status).toBe(303);
  expect(await findArticle(site.write, 'later')).toMatchObject({ title: 'The ferry is back', version: 2 });

  const again = formIn(await site.page('/admin/articles/later', admin));
  await site.post('/admin/articles/later', { ...again, pubDate: '2026-12-01T09:00' }, admin);
  expect((await site.fetch('/api/v1/articles/later')).status).toBe(404);
  expect(await articles.store.unpublished?.find(site.write, 'later')).toMatchObject({
    publication: 'scheduled',
    version: 3,
  });
  expect((await site.post('/admin/articles/later', { ...again, title: 'Old form' }, admin)).status).toBe(409);

  expect(await site.page('/admin/articles?delete=later', admin)).toContain('The ferry is back');
  await site.post('/admin/articles', { id: 'later' }, admin);
  expect((await site.fetch('/admin/articles/later', { headers: admin })).status).toBe(404);
});

test('a scheduled story can be published at once with an earlier date', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await scheduleStory(site, admin, 'articles');
  const form = formIn(await site.page('/admin/articles/later', admin));
  await site.post('/admin/articles/later', { ...form, pubDate: '2026-11-20T12:00' }, admin);
  expect(await findArticle(site.write, 'later')).toMatchObject({ version: 2 });
  expect(await articles.store.unpublished?.count(site.write)).toEqual({ draft: 0, scheduled: 0 });
});

test('the API shows a scheduled story only to editors, with the same tag before and after', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  await scheduleStory(site, admin, 'articles');
  const secret = await createApiToken(site.write, { name: 'desk', scope: 'write', days: 9 }, NOW);
  const token = { Authorization: `Bearer ${secret}` };
  const read = async (headers: Headers) => site.fetch('/api/v1/articles/later', { headers });
  expect([(await read({})).status, (await read(await site.asMember())).status]).toEqual([404, 404]);
  const shown = await read(token);
  expect([shown.status, await shown.json()]).toMatchObject([200, { title: 'The ferry returns' }]);
  const tag = shown.headers.get('ETag') ?? '';
  expect((await read(admin)).headers.get('ETag')).toBe(tag);
  await publishDueItems(site.write, collections, DUE);
  expect((await read({})).headers.get('ETag')).toBe(tag);
  const patched = await site.fetch('/api/v1/articles/later', {
    method: 'PATCH',
    headers: { ...token, 'If-Match': tag, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Changed', pubDate: '2026-12-01T00:00:00Z' }),
  });
  expect(patched.status).toBe(200);
  expect((await read({})).status).toBe(404);
  expect((await site.fetch('/api/v1/articles/later', { method: 'DELETE', headers: token })).status).toBe(204);
  expect((await read(token)).status).toBe(404);
});

const story = (id: string, pubDate: number) => ({
  id,
  sourceId: `local:${id}`,
  title: `Story ${id}`,
  link: `https://example.org/${id}`,
  pubDate,
  description: '<p>Text.</p>',
  sourceName: 'The Commons',
  sourceUrl: 'https://example.org/',
  picture: null,
});

eachDatabase(
  'an item is either scheduled or public, even if two users save at the same moment',
  async ({ database }) => {
    const { write } = database;
    const outcomes = await Promise.all(
      [NOW, DUE, NOW, DUE].map((pubDate) =>
        articles.store.save(write, story('a', pubDate), { now: NOW, version: 0 }),
      ),
    );
    expect(outcomes.filter(({ kind }) => kind === 'saved')).toHaveLength(1);
    await Promise.all(
      [NOW, DUE, NOW, DUE].map((pubDate) => articles.store.save(write, story('a', pubDate), { now: NOW })),
    );
    const places = [
      await articles.store.find(write, 'a'),
      await articles.store.unpublished?.find(write, 'a'),
    ];
    expect(places.filter(Boolean)).toHaveLength(1);
  },
);

eachDatabase('of two processes that are due at once, exactly one publishes an item', async ({ database }) => {
  const { write } = database;
  const input = articles.json.schema.parse({ id: 'a', ...sampleInputs.articles });
  await articles.store.save(write, input, { now: NOW, publishAt: NOW + 1000 });
  // The site was down at that moment: it is an hour late.
  const late = NOW + 3_600_000;
  const publish = () => articles.store.unpublished?.publish(write, 'a', late);
  expect((await Promise.all([publish(), publish(), publish()])).filter(Boolean)).toEqual([true]);
  expect(await articles.store.find(write, 'a')).toMatchObject({ id: 'a', version: 1 });
});

eachDatabase("an item that can't be published does not block the others", async ({ database }) => {
  const { write } = database;
  for (const id of ['a', 'b', 'c']) await articles.store.save(write, story(id, DUE), { now: NOW });
  await write.updateTable('item_version').set({ item: '{}' }).where('id', '=', 'b').execute();
  await expect(publishDueItems(write, collections, DUE)).rejects.toThrow('articles/b');
  expect([
    (await articles.store.find(write, 'a'))?.version,
    (await articles.store.find(write, 'c'))?.version,
  ]).toEqual([1, 1]);
  expect(await articles.store.unpublished?.count(write)).toMatchObject({ scheduled: 1 });
});

eachDatabase('however many items can’t be published, the others are', async ({ database }) => {
  const { write } = database;
  await articles.store.save(write, story('z', DUE), { now: NOW });
  const row = await write
    .selectFrom('item_version')
    .selectAll()
    .where('id', '=', 'z')
    .executeTakeFirstOrThrow();
  const item = JSON.stringify({ ...JSON.parse(row.item), picture: 'f'.repeat(32) });
  const stuck = Array.from({ length: 200 }, (_, at) => ({ ...row, id: `a${at}`, item, publishAt: DUE - 1 }));
  await write.insertInto('item_version').values(stuck).execute();
  await publishDueItems(write, collections, DUE);
  expect(await articles.store.find(write, 'z')).toMatchObject({ id: 'z' });
  expect(await articles.store.unpublished?.count(write)).toMatchObject({ scheduled: 200 });
});

eachDatabase(
  "only scheduled versions have a time, and a version that the collection's schema refuses is not published",
  async (t) => {
    const { write } = t.database;
    const row = { collection: 'articles', id: 'x', item: '{}', version: 1, createdAt: 1, updatedAt: 1 };
    const add = (state: string, publishAt: number | null) =>
      write
        .insertInto('item_version')
        .values({ ...row, state: state as 'draft', publishAt })
        .execute();
    await expect(add('lost', null)).rejects.toThrow();
    await expect(add('scheduled', null)).rejects.toThrow();
    await expect(add('draft', 1)).rejects.toThrow();
    await add('scheduled', NOW);
    await expect(articles.store.unpublished?.publish(write, 'x', NOW)).rejects.toThrow('articles/x');
    expect(await findArticle(write, 'x')).toBeUndefined();
  },
);
