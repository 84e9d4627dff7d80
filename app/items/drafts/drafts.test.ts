import { expect, test } from 'vitest';
import { articles } from '#app/articles/article-collection.server.ts';
import { collectionNames, collections, type NounName } from '#app/collections.server.ts';
import { findForEditor } from '#app/items/collection/collection.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { publishDueItems } from './publish-due-items.server.ts';

/** 5 PM on Friday, November 20, 2026 in New York, and 7 AM on the next day. */
const NOW = Date.parse('2026-11-20T22:00:00Z');
const MORNING = '2026-11-21T12:00:00.000Z';

type Json = Record<string, unknown>;

const titleField = (name: NounName) => (name === 'businesses' ? 'name' : 'title');

/** A whole item whose title is found nowhere else, and whose text can be searched for. */
const whole = (name: NounName, more: Json = {}): Json => ({
  ...sampleInputs[name],
  [titleField(name)]: 'Zephyr',
  description: 'About quinces.',
  ...more,
});

/** Calls of a program with a token that can write. */
async function openDesk(site: TestSite) {
  const secret = await createApiToken(site.write, { name: 'desk', scope: 'write', days: 9 }, NOW);
  return async (method: string, path: string, body?: Json) => {
    const response = await site.fetch(`/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    return { status: response.status, json: text ? JSON.parse(text) : {} };
  };
}

/** Where visitors see the item `z1`. */
async function findPublicTraces(site: TestSite, name: NounName): Promise<string[]> {
  const own = [
    ...['', '/zephyr', '/results', '/vote', '/embed', '/ballots.txt', '.ics'].map(
      (end) => `/${name}/z1${end}`,
    ),
    ...(name === 'pages' ? ['/pages/zephyr'] : []),
  ];
  const places = [
    ...['/', `/${name}`, ...own, `/share/${name}/z1.png`],
    ...['/search?q=quinces', '/search/suggestions?q=zeph', '/events.ics', '/news-sitemap.xml'],
    ...['/feeds/all.rss', `/feeds/${name}.atom`, `/feeds/${name}.json`, '/feeds/search.rss?q=quinces'],
    ...[
      '/sitemap.xml',
      `/sitemaps/${name}-1.xml`,
      '/events?month=2026-11',
      '/businesses?category=Farms+and+food',
    ],
    ...[`/api/v1/${name}`, `/api/v1/${name}/z1`, '/api/v1/search?q=quinces'],
  ];
  const seen: string[] = [];
  for (const place of places) {
    const response = await site.fetch(place);
    const isOwn = own.includes(place) || place.endsWith('.png');
    if (response.ok && (isOwn || /zephyr|z1\b/i.test(await response.text()))) seen.push(place);
  }
  return seen;
}

test.each(collectionNames)('%s: drafts and scheduled items are nowhere to be seen', async (name) => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const call = await openDesk(site);
  const traces = () => findPublicTraces(site, name);

  expect((await call('PUT', `${name}/z1`, whole(name, { publication: 'draft' }))).json).toMatchObject({
    [titleField(name)]: 'Zephyr',
    publication: 'draft',
    publishAt: null,
  });
  expect(await traces()).toEqual([]);

  const scheduled = { publication: 'scheduled', publishAt: MORNING };
  expect((await call('PATCH', `${name}/z1`, scheduled)).json).toMatchObject(scheduled);
  now = Date.parse(MORNING) - 1;
  await publishDueItems(site.write, collections, now);
  expect(await traces()).toEqual([]);

  now = Date.parse(MORNING);
  await publishDueItems(site.write, collections, now);
  expect(await traces()).toEqual(
    expect.arrayContaining([
      `/${name}`,
      name === 'pages' ? '/pages/zephyr' : `/${name}/z1`,
      '/search?q=quinces',
      `/api/v1/${name}`,
    ]),
  );
  expect((await call('GET', `${name}/z1`)).json).toMatchObject({ publication: 'published', publishAt: null });

  expect((await call('PATCH', `${name}/z1`, { publication: 'draft' })).status).toBe(200);
  expect(await traces()).toEqual([]);
  expect((await call('DELETE', `${name}/z1`)).status).toBe(204);
  expect((await call('GET', `${name}/z1`)).status).toBe(404);
});

test.each(collectionNames)(
  '%s: a draft needs a title or some text, and all of it when it is published',
  async (name) => {
    await using site = await openSite({ now: NOW });
    const call = await openDesk(site);
    const title = titleField(name);
    const bare = { [title]: 'Half an idea', publication: 'draft' };
    const created = await call('PUT', `${name}/z1`, bare);
    expect([created.status, created.json]).toMatchObject([201, { id: 'z1', ...bare }]);
    expect((await call('PATCH', `${name}/z1`, { description: 'More.' })).json).toMatchObject({
      ...bare,
      description: 'More.',
    });
    // A page needs no more than both.
    const lacking = name === 'pages' ? { description: null } : {};
    for (const publication of ['published', 'scheduled']) {
      const refused = await call('PATCH', `${name}/z1`, { publication, publishAt: MORNING, ...lacking });
      expect([refused.status, refused.json.errors.length > 0]).toEqual([422, true]);
    }
    expect(
      (await call('PUT', `${name}/z2`, { publication: 'draft', [title]: ' ' })).json.errors,
    ).toMatchObject([{ field: title }]);
    expect((await call('PUT', `${name}/z1`, whole(name))).json).toMatchObject({ publication: 'published' });
    expect((await site.fetch(`/api/v1/${name}/z1`)).status).toBe(200);
  },
);

test('only editors list what is not public, drafts by their last change and scheduled items by their time', async () => {
  await using site = await openSite({ now: NOW });
  const call = await openDesk(site);
  await call('PUT', 'articles/d1', { title: 'Draft', publication: 'draft' });
  for (const [id, publishAt] of [
    ['s2', '2026-11-23T12:00:00Z'],
    ['s1', MORNING],
  ] as const)
    await call('PUT', `articles/${id}`, whole('articles', { publication: 'scheduled', publishAt }));
  const ids = async (query: string) =>
    (await call('GET', `articles?${query}`)).json.items.map(({ id }: Json) => id);
  expect(await ids('publication=draft')).toEqual(['d1']);
  expect(await ids('publication=scheduled')).toEqual(['s1', 's2']);
  const [first] = [await call('GET', 'articles?publication=scheduled&limit=1')];
  expect(await ids(`publication=scheduled&limit=1&after=${first?.json.next}`)).toEqual(['s2']);
  expect((await site.fetch('/api/v1/articles?publication=draft')).status).toBe(401);
  const member = { headers: await site.asMember() };
  expect((await site.fetch('/api/v1/articles?publication=draft', member)).status).toBe(403);
  expect((await call('GET', 'articles?publication=lost')).status).toBe(400);
});

test('what a call says about publication is checked, and names its field', async () => {
  await using site = await openSite({ now: NOW });
  const call = await openDesk(site);
  const errors = async (more: Json) =>
    (await call('PUT', 'news/n', whole('news', more))).json.errors?.map(({ field }: Json) => field);
  expect(await errors({ publication: 'hidden' })).toEqual(['publication']);
  expect(await errors({ publication: 'scheduled' })).toEqual(['publishAt']);
  expect(await errors({ publication: 'scheduled', publishAt: 'tomorrow' })).toEqual(['publishAt']);
  expect(await errors({ publication: 'draft', title: 5 })).toEqual(['title']);
  expect(await errors({ publication: 'draft', votes: 5 })).toEqual(['votes']);
  expect(await errors({ publication: 'draft', description: '<p>Safe<script>x</script>' })).toBeUndefined();
  expect((await call('GET', 'news/n')).json.description).toBe('<p>Safe</p>');
});

test('a publish time that is over publishes at once, and dates the article back', async () => {
  await using site = await openSite({ now: NOW });
  const call = await openDesk(site);
  const past = { publication: 'scheduled', publishAt: '2026-11-01T12:00:00.000Z' };
  expect((await call('PUT', 'articles/a', whole('articles', past))).json).toMatchObject({
    publication: 'published',
    publishAt: null,
    pubDate: past.publishAt,
  });
});

test('an unpublished poll keeps its votes, and has them again once it is published', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const call = await openDesk(site);
  const { json } = await call('PUT', 'polls/p', whole('polls', { voters: 'members' }));
  const vote = await site.fetch('/api/v1/polls/p/votes', {
    method: 'POST',
    headers: { ...(await site.asMember()), Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ option: json.options[0].id }),
  });
  expect(vote.ok).toBe(true);
  const { options, results } = (await call('GET', 'polls/p')).json;
  expect(results.voters).toBe(1);
  const admin = await site.asAdmin();
  expect((await call('PATCH', 'polls/p', { publication: 'draft' })).status).toBe(200);
  expect(await site.page('/admin/polls/p?saved=1', admin)).toContain(
    'Only editors can see it. Its vote is kept and comes back when it is published.',
  );
  const hidden = ['/polls/p', '/polls/p/results', '/api/v1/polls/p'];
  for (const path of hidden) expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
  const changed = await call('PATCH', 'polls/p', { publication: 'published', maxChoices: 2 });
  expect([changed.status, changed.json.errors]).toMatchObject([422, [{ field: 'maxChoices' }]]);
  for (const path of hidden) expect([path, (await site.fetch(path)).status]).toEqual([path, 404]);
  const back = await call('PATCH', 'polls/p', { publication: 'published' });
  expect(back.json).toMatchObject({ options, results });
  expect((await call('PATCH', 'polls/p', { publication: 'scheduled', publishAt: MORNING })).status).toBe(200);
  expect((await site.fetch('/polls/p/results')).status).toBe(404);
  now = Date.parse(MORNING);
  await publishDueItems(site.write, collections, now);
  expect((await call('GET', 'polls/p')).json).toMatchObject({ options, results });
});

test('the bulk actions unpublish a poll with votes, and Undo brings it back', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const call = await openDesk(site);
  const { json } = await call('PUT', 'polls/p', whole('polls', { voters: 'anyone' }));
  const voting = { option: [json.options[0].id] };
  expect((await site.post('/polls/p/vote', voting, {})).status).toBe(303);
  const form = { id: ['p'], do: 'unpublish', back: '/admin/polls' };
  const done = await site.post('/admin/selection/polls', form, admin);
  const list = await site.page(done.headers.get('Location') ?? '', admin);
  expect(list).toMatch(/1<!-- --> <!-- -->unpublished|1 unpublished/);
  expect((await site.fetch('/polls/p')).status).toBe(404);
  const was = /name="was" value="([^"]*)"/.exec(list)?.[1] ?? '';
  await site.post('/admin/selection/polls', { was: [was], back: '/admin/polls' }, admin);
  expect((await call('GET', 'polls/p')).json).toMatchObject({ results: { voters: 1, informal: 1 } });
});

test.each(collectionNames)(
  '%s: the form saves a draft without its required fields, and publishes it',
  async (name) => {
    await using site = await openSite({ now: NOW });
    const admin = await site.asAdmin();
    const title = titleField(name);
    const form = formIn(await site.page(`/admin/${name}/add`, admin));
    expect(form.publication).toBe('published');
    const path = `/admin/${name}/${form.id}`;
    const draft = { ...form, [title]: 'Half an idea', publication: 'draft' };
    const response = await site.post(`/admin/${name}/add`, draft, admin);
    expect([response.status, response.headers.get('Location')]).toEqual([303, `${path}?saved=1`]);
    const saved = await site.page(`${path}?saved=1`, admin);
    expect(saved.includes('Saved as a draft. Only editors can see it.')).toBe(true);
    expect(formIn(saved)).toMatchObject({ [title]: 'Half an idea', publication: 'draft' });
    expect(await site.page(`/admin/${name}`, admin)).toMatch(/Half an idea<\/a>[\s\S]*is-warning">Draft</);
    expect(await site.page(`/admin/${name}?publication=draft`, admin)).toContain('Half an idea</a>');
    expect(await site.page(`/admin/${name}?q=idea`, admin)).toContain('Half an idea</a>');

    const early = await site.post(path, { ...formIn(saved), publication: 'published' }, admin);
    const refused = await early.text();
    expect([early.status, formIn(refused)[title]]).toEqual([400, 'Half an idea']);
    const filled = { ...formIn(saved), ...filledIn[name], publication: 'published' };
    expect((await site.post(path, filled, admin)).status).toBe(303);
    const address = name === 'pages' ? '/pages/half-an-idea' : `/${name}/${form.id}`;
    expect((await site.fetch(address)).ok).toBe(true);
    expect(await site.page(`/admin/${name}?publication=draft`, admin)).not.toContain('Half an idea');
  },
);

test('a search of the admin list finds drafts by words with accents, and by words that formatting divides', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/articles/add', admin));
  const description = '<p>Fer<strong>ries</strong> &amp; boats.</p><p>Tickets “at the pier”</p>';
  const draft = { ...form, title: 'Café hours < 5 and fares > 3', description, publication: 'draft' };
  expect((await site.post('/admin/articles/add', draft, admin)).status).toBe(303);
  const find = (words: string) => site.page(`/admin/articles?q=${encodeURIComponent(words)}`, admin);
  for (const words of [
    'cafe',
    'CAFÉ',
    'ferries',
    'boats',
    'fares and',
    '"at the pier"',
    'tick',
    'hours -bus',
  ])
    expect(await find(words), words).toContain('Café hours');
  for (const words of ['strong', 'boatstickets', 'ferries -boats', 'publication', '"pier at"'])
    expect(await find(words), words).toContain('No data found.');
});

/** What a new form lacks besides its title. */
const filledIn: Record<NounName, Record<string, string | string[]>> = {
  articles: { description: '<p>Text.</p>' },
  news: { description: '<p>Text.</p>' },
  events: { description: '<p>Text.</p>', eventLocation: 'Town Hall', allDay: '', status: 'scheduled' },
  polls: {
    ...{ description: 'Text.', options: ['Yes', 'No'], noneOfThese: '' },
    ...{ voters: 'verified', resultsShown: 'always' },
  },
  businesses: { category: 'Trades', address: 'Main Street' },
  pages: { description: '<p>Text.</p>', menu: 'none' },
};

test('the form schedules in town time, across clock changes, and dates the article by it', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/articles/add', admin));
  const filled = { ...form, title: 'Early', description: '<p>Text.</p>', publication: 'scheduled' };
  const post = (publishAt: string) => site.post('/admin/articles/add', { ...filled, publishAt }, admin);
  for (const [wrong, message] of [
    ['', 'Enter a publish time'],
    ['2027-03-14T02:30', 'The clocks go forward then'],
  ] as const) {
    const response = await post(wrong);
    const html = await response.text();
    expect([response.status, formIn(html).publishAt]).toEqual([400, wrong]);
    expect(html).toMatch(new RegExp(`id="publishAt-error">${message}`));
  }
  expect((await post('2027-03-15T07:00')).status).toBe(303);
  const saved = await site.page(`/admin/articles/${form.id}?saved=1`, admin);
  expect(saved.includes('Scheduled for Monday, March 15, 2027, 7:00 AM.')).toBe(true);
  expect(formIn(saved)).toMatchObject({ publishAt: '2027-03-15T07:00', pubDate: '2027-03-15T07:00' });
  const { publishAt } = (await articles.store.unpublished?.find(site.write, form.id ?? '')) ?? {};
  expect(publishAt).toBe(Date.parse('2027-03-15T11:00:00Z'));

  const back = { ...formIn(saved), publishAt: '2026-11-02T09:00' };
  expect((await site.post(`/admin/articles/${form.id}`, back, admin)).status).toBe(303);
  expect(await articles.store.find(site.write, form.id ?? '')).toMatchObject({
    pubDate: Date.parse('2026-11-02T14:00:00Z'),
  });
});

test('of a local time that occurs twice, the form means the first, and says so', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const call = await openDesk(site);
  const form = formIn(await site.page('/admin/articles/add', admin));
  const publishAt = '2027-11-07T01:30';
  const filled = { ...form, title: 'Late', description: '<p>Text.</p>', publication: 'scheduled', publishAt };
  expect((await site.post('/admin/articles/add', filled, admin)).status).toBe(303);
  const path = `articles/${form.id}`;
  expect((await call('GET', path)).json).toMatchObject({ publishAt: '2027-11-07T05:30:00.000Z' });
  const saved = await site.page(`/admin/${path}`, admin);
  expect(saved).toContain('Sunday, November 7, 2027, 1:30 AM, before the clocks go back');
  // A program names the instant, and the form keeps it.
  await call('PATCH', path, { publishAt: '2027-11-07T06:30:00Z' });
  const later = await site.page(`/admin/${path}`, admin);
  expect(later).toContain('1:30 AM, after the clocks go back');
  await site.post(`/admin/${path}`, { ...formIn(later), title: 'Later' }, admin);
  expect((await call('GET', path)).json).toMatchObject({
    title: 'Later',
    publishAt: '2027-11-07T06:30:00.000Z',
  });
  const local = await call('PATCH', path, { publishAt: '2027-03-14T02:30' });
  expect([local.status, local.json.errors]).toMatchObject([422, [{ field: 'publishAt' }]]);
});

test('an item that became invalid before its time stays scheduled, and editors see why', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const call = await openDesk(site);
  const scheduled = { publication: 'scheduled', publishAt: MORNING };
  await call('PUT', 'news/a', whole('news', scheduled));
  const input = { ...whole('news'), id: 'a', description: '' };
  await site.write
    .updateTable('item_version')
    .set({ item: JSON.stringify(input) })
    .execute();
  now = Date.parse(MORNING) + 2 * 60_000;
  const admin = await site.asAdmin();
  await expect(publishDueItems(site.write, collections, now)).rejects.toThrow('news/a');
  expect((await site.fetch('/news/a')).status).toBe(404);
  expect(await site.page('/admin/news', admin)).toMatch(
    /is-danger">Not published<[\s\S]*Due Nov 21, 2026, 7:00 AM/,
  );
  const form = await site.page('/admin/news/a', admin);
  expect(form.replaceAll('<!-- -->', '')).toMatch(
    /role="alert"[\s\S]*This news item was due on Saturday, November 21, 2026, 7:00 AM, but it can’t be published\. Description: /,
  );
  const corrected = { ...formIn(form), description: '<p>Text.</p>' };
  expect((await site.post('/admin/news/a', corrected, admin)).status).toBe(303);
  expect((await site.fetch('/news/a')).ok).toBe(true);
});

test('a form that publishes what someone else made a draft meanwhile shows both', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const call = await openDesk(site);
  await call('PUT', 'articles/a', whole('articles'));
  const opened = formIn(await site.page('/admin/articles/a', admin));
  await call('PATCH', 'articles/a', { publication: 'draft', title: 'Theirs' });
  const response = await site.post('/admin/articles/a', { ...opened, title: 'Mine' }, admin);
  const html = await response.text();
  expect([response.status, html.includes('Theirs'), formIn(html).title]).toEqual([409, true, 'Mine']);
  expect((await site.post('/admin/articles/a', formIn(html), admin)).status).toBe(303);
  expect((await call('GET', 'articles/a')).json).toMatchObject({ title: 'Mine', publication: 'published' });
});

eachDatabase(
  'an item keeps its version and its first date through all states',
  async ({ database: { write } }) => {
    const { unpublished } = articles.store;
    if (!unpublished) throw new Error('articles have no drafts');
    const draft = { id: 'a', title: 'Draft' };
    expect(await unpublished.saveDraft(write, draft, { now: 1, version: 0 })).toMatchObject({
      kind: 'saved',
    });
    expect(await unpublished.saveDraft(write, draft, { now: 2, version: 0 })).toMatchObject({
      kind: 'conflict',
    });
    const input = articles.json.schema.parse({
      ...whole('articles'),
      id: 'a',
      pubDate: new Date(1).toISOString(),
    });
    const seen = { version: 1, updatedAt: 1 };
    const scheduling = { now: 3, publishAt: 9, ...seen };
    expect(await articles.store.save(write, input, scheduling)).toMatchObject({
      kind: 'saved',
      item: { version: 2 },
    });
    expect(await unpublished.count(write)).toEqual({ draft: 0, scheduled: 1 });
    expect(await unpublished.publish(write, 'a', 9)).toBe(true);
    expect(await articles.store.find(write, 'a')).toMatchObject({ version: 2, updatedAt: 3 });
    await unpublished.saveDraft(write, { id: 'a', title: 'Again' }, { now: 10, version: 2, updatedAt: 3 });
    expect(await unpublished.find(write, 'a')).toMatchObject({ publication: 'draft', version: 3 });
    const row = await write.selectFrom('item_version').selectAll().where('id', '=', 'a').executeTakeFirst();
    expect(Number(row?.createdAt)).toBe(1);
    expect(await articles.store.remove(write, 'a', { version: 2 })).toBe(false);
    expect(await articles.store.remove(write, 'a', { version: 3 })).toBe(true);
    expect(await unpublished.find(write, 'a')).toBeUndefined();
  },
);

eachDatabase(
  'of those who publish, unpublish and schedule at once, each leaves the item in one place',
  async ({ database: { write } }) => {
    for (const collection of Object.values(collections)) {
      const input = collection.json.schema.parse({ ...whole(collection.name as NounName), id: 'a' });
      const draft = { ...collection.json.toInputJson(input), id: 'a' };
      await Promise.all([
        collection.store.save(write, input, { now: NOW }),
        collection.store.unpublished?.saveDraft(write, draft, { now: NOW }),
        collection.store.save(write, input, { now: NOW, publishAt: NOW + 1 }),
        collection.store.unpublished?.saveDraft(write, draft, { now: NOW }),
        collection.store.save(write, input, { now: NOW }),
      ]);
      const counts = await collection.store.unpublished?.count(write);
      const published = (await collection.store.find(write, 'a')) ? 1 : 0;
      expect([collection.name, published + (counts?.draft ?? 0) + (counts?.scheduled ?? 0)]).toEqual([
        collection.name,
        1,
      ]);
    }
  },
);

eachDatabase('an item that is published while an editor opens it is found', async (t) => {
  const { write } = t.database;
  await articles.store.save(write, articles.json.schema.parse({ ...sampleInputs.articles, id: 'a' }), {
    now: NOW,
    publishAt: NOW + 1,
  });
  const publishing: typeof articles = {
    ...articles,
    store: {
      ...articles.store,
      async find(db, id) {
        const found = await articles.store.find(db, id);
        await publishDueItems(write, collections, NOW + 1);
        return found;
      },
    },
  };
  expect(await findForEditor(publishing, write, 'a')).toMatchObject({ id: 'a' });
  expect(await findForEditor(articles, write, 'a')).toMatchObject({ publication: 'published' });
});
