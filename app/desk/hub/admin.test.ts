import { expect, test } from 'vitest';
import { findArticle } from '#app/articles/article-store.server.ts';
import { unnamedTown } from '#app/town/town-names.ts';
import { saveTown } from '#app/town/town-store.server.ts';
import { createArticle } from '../../../tests/admin-forms.ts';
import { formIn } from '../../../tests/form-in.ts';
import { openSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

const places = [
  '',
  '/articles',
  '/articles/add',
  '/articles/x',
  '/news',
  '/news/add',
  '/events',
  '/events/add',
  '/polls',
  '/polls/add',
  '/businesses',
  '/businesses/add',
  '/mail',
  '/mail/attempt',
  '/mail/test',
  '/settings',
  '/settings/sample-town',
];

test.each(places)(
  'visitors and members are redirected from /admin%s to /, whatever the method',
  async (place) => {
    await using site = await openSite();
    const member = await site.asMember();
    for (const headers of [{}, member]) {
      for (const response of [
        await site.fetch(`/admin${place}`, { headers }),
        await site.post(`/admin${place}`, { id: 'x', title: 'x' }, headers),
      ]) {
        expect([response.status, response.headers.get('Location')]).toEqual([302, '/']);
      }
      const data = await site.fetch(`/admin${place}.data`, { headers });
      expect(await data.text()).not.toContain('values');
    }
  },
);

test("registering with the administrator's address does not create an administrator", async () => {
  await using site = await openSite();
  const claimant = await site.asMember('editor@example.org');
  expect((await site.fetch('/admin', { headers: claimant })).headers.get('Location')).toBe('/');
});

test('only the administrator sees the Admin link', async () => {
  await using site = await openSite();
  const link = '<a href="/admin">Admin</a>';
  expect(await site.page('/articles')).not.toContain(link);
  expect(await site.page('/articles', await site.asMember())).not.toContain(link);
  expect(await site.page('/articles', await site.asAdmin())).toContain(link);
});

test('the menu and the Overview list the five collections, polls last', async () => {
  await using site = await openSite();
  const html = await site.page('/admin', await site.asAdmin());
  const [, menu = '', overview = ''] = html.split(/<nav class="sidenav"|<ul class="figures"/);
  const names = ['articles', 'news', 'events', 'businesses', 'polls'];
  for (const part of [menu, overview]) {
    const linked = [...part.matchAll(/href="\/admin\/([a-z]+)"/g)].map(([, name = '']) => name);
    expect(linked.filter((name) => names.includes(name))).toEqual(names);
  }
});

test('the menu leads to the newsletter and to redirects, and Settings leads to the sending of email', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const menuOf = async (path: string) =>
    /<nav class="sidenav"[\s\S]*?<\/nav>/.exec(await site.page(path, admin))?.[0] ?? '';
  const menu = await menuOf('/admin/settings');
  for (const label of ['Newsletter', 'Redirects']) expect(menu).toContain(`>${label}</a>`);
  expect(menu).not.toContain('/admin/mail');
  expect(await site.page('/admin/settings', admin)).toContain('href="/admin/mail"');
  for (const [path, current] of [
    ['/admin/mail', 'settings'],
    ['/admin/redirects/missing', 'redirects'],
  ] as const)
    expect(await menuOf(path)).toMatch(new RegExp(`aria-current="true" href="/admin/${current}"`));
});

test('the Overview leads to the forms for new items, and the skip link of the admin passes its menu', async () => {
  await using site = await openSite();
  const html = await site.page('/admin', await site.asAdmin());
  const [menu = '', content = ''] = html.split('<main id="main"');
  expect(menu).toContain('<nav class="sidenav"');
  expect(content).not.toContain('sidenav');
  const forms = [...content.matchAll(/href="\/admin\/([a-z]+)\/add"[^>]*>([^<]+)</g)];
  expect(forms.map(([, name, label]) => `${name}: ${label}`)).toEqual([
    'articles: Article',
    'news: News item',
    'events: Event',
    'polls: Poll',
    'pages: Page',
  ]);
});

test('the Overview leads to drafts and scheduled items, the next ones first', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const save = async (name: string, fields: Record<string, string>) => {
    const form = formIn(await site.page(`/admin/${name}/add`, admin));
    const response = await site.post(`/admin/${name}/add`, { ...form, ...fields }, admin);
    expect(response.status).toBe(303);
    return form.id;
  };
  expect(await site.page('/admin', admin)).not.toMatch(/id="drafts"|id="scheduled"/);
  const draft = await save('articles', { title: 'The dam', publication: 'draft' });
  const text = { description: '<p>x</p>', publication: 'scheduled' };
  await save('news', { ...text, title: 'Later', publishAt: '2026-11-22T07:00' });
  await save('news', { ...text, title: 'Sooner', publishAt: '2026-11-21T07:00' });
  const html = await site.page('/admin', admin);
  const [, scheduled = '', drafts = ''] = html.split(/<h2 id="(?:scheduled|drafts)">/);
  expect([...scheduled.matchAll(/<h3>([^<]*)/g)].map(([, title]) => title)).toEqual(['Sooner', 'Later']);
  expect(scheduled).toMatch(/<time dateTime="2026-11-21T07:00:00-05:00">Nov 21[^<]*7:00 AM</);
  expect(drafts).toContain(`href="/admin/articles/${draft}"`);
  expect(drafts).toContain('The dam');
  expect(html).toMatch(/1 draft<[\s\S]*2 scheduled</);
});

test('the Overview says how many events there are this week and how many polls are open, with links', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const lines = async () =>
    [...(await site.page('/admin', admin)).matchAll(/<a class="muted" href="([^"]+)"[^>]*>([^<]+)</g)].map(
      ([, href, text]) => `${text}: ${href}`,
    );
  expect(await lines()).toEqual([]);
  const put = (path: string, item: object) =>
    site.fetch(`/api/v1/${path}`, {
      method: 'PUT',
      headers: { ...admin, 'Content-Type': 'application/json', Origin: site.origin },
      body: JSON.stringify(item),
    });
  const event = { ...sampleInputs.events, eventTime: '7:00 PM' };
  await put('events/e1', { ...event, id: 'e1', eventDate: '2026-11-21T00:00:00Z' });
  await put('events/e2', { ...event, id: 'e2', eventDate: '2026-11-26T00:00:00Z' });
  await put('events/e3', { ...event, id: 'e3', eventDate: '2026-12-24T00:00:00Z' });
  await put('polls/p1', { ...sampleInputs.polls, id: 'p1' });
  await put('polls/p2', { ...sampleInputs.polls, id: 'p2', closesAt: '2026-11-24T22:00:00Z' });
  await put('polls/p3', { ...sampleInputs.polls, id: 'p3', opensAt: '2026-11-24T22:00:00Z' });
  expect(await lines()).toEqual(['2 this week: /events?when=week', '2 open, one closes Tuesday: /polls']);
});

test('a new form is prefilled, so that little remains to type', async () => {
  await using site = await openSite();
  const form = formIn(await site.page('/admin/articles/add', await site.asAdmin()));
  expect(form.id).toMatch(/^[0-9a-f-]{36}$/);
  expect(form).toMatchObject({
    sourceId: `local:${form.id}`,
    link: `http://localhost:3000/articles/${form.id}`,
    pubDate: '2026-11-20T17:00',
    sourceName: 'Maple Hollow Commons',
    sourceUrl: 'http://localhost:3000',
    title: '',
    description: '',
    version: '0',
  });
});

test('saving a new article shows Success! and the article is public', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const html = await site.page(`/admin/articles/${id}?saved=1`, admin);
  expect(html).toMatch(/class="alert is-success" role="status"[\s\S]*Success!/);
  expect(html).toContain('“The bridge reopens” is on the site.');
  expect(html).toContain(`<a href="/articles/${id}">View</a>`);
  expect(await site.page(`/articles/${id}`)).toContain('<h1>The bridge reopens</h1>');
});

test('missing fields are reported next to the field and as links of the alert, and nothing typed is lost', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/articles/add', admin));
  const response = await site.post(
    '/admin/articles/add',
    { ...form, title: '', description: '<p>Typed "with" care</p>' },
    admin,
  );
  expect(response.status).toBe(400);
  const html = await response.text();
  const [, alert = ''] = /role="alert"[^>]*>([\s\S]*?)<\/ul>/.exec(html) ?? [];
  expect(
    alert
      .replace(/<[^>]*>/g, '|')
      .split(/\|+/)
      .filter(Boolean),
  ).toEqual([...['The operation failed. Please try again.', 'First correct this field:', 'Enter a title']]);
  expect(html).toContain('<span class="error" id="title-error">Enter a title</span>');
  expect(html).toContain('<a href="#title">Enter a title</a>');
  expect(html).toMatch(
    /<input[^>]*aria-describedby="title-error"[^>]*aria-invalid="true"|aria-invalid="true"[^>]*aria-describedby="title-error"/,
  );
  expect(formIn(html)).toMatchObject({ ...form, title: '', description: '<p>Typed "with" care</p>' });
});

test('a form begins with title and text, or the date of an event; rarely used fields are collapsed, and expand when they have an error', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (const name of ['articles', 'news', 'events', 'polls', 'businesses']) {
    const html = await site.page(`/admin/${name}/add`, admin);
    const [shown = '', ...folded] = html.slice(html.indexOf('<main')).split('<details class="fold mt">');
    const inputs = [...shown.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(([, field]) => field);
    // An article's short summary is between them.
    expect(inputs.filter((field) => field !== 'version' && field !== 'deck').slice(0, 2)).toEqual([
      name === 'businesses' ? 'name' : 'title',
      name === 'events' ? 'eventDate' : 'description',
    ]);
    // The link is the essential part of a news item.
    const link = name === 'news' ? [] : ['link'];
    for (const field of ['id', ...link, 'sourceId', 'sourceName', 'sourceUrl'])
      expect([name, field, shown.includes(`name="${field}"`)]).toEqual([name, field, false]);
    expect(folded.join('')).toContain('name="id"');
  }
  const form = formIn(await site.page('/admin/articles/add', admin));
  const refused = await site.post(
    '/admin/articles/add',
    { ...form, title: 'T', description: '<p>x</p>', link: 'nowhere' },
    admin,
  );
  const html = await refused.text();
  expect(html).toContain('<details class="fold mt" open="">');
  expect(html).toContain('<a href="#link">');
});

test("an item's public page links the administrator to its form", async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const link = `<a class="button button--small" href="/admin/articles/${id}">Edit this article</a>`;
  expect(await site.page(`/articles/${id}`, admin)).toContain(link);
  expect(await site.page('/articles', admin)).toContain('href="/admin/articles">Edit articles</a>');
  for (const headers of [{}, await site.asMember()]) {
    expect(await site.page(`/articles/${id}`, headers)).not.toContain('/admin');
    expect(await site.page('/articles', headers)).not.toContain('/admin');
  }
});

test('the activity log shows items by title, including deleted ones', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  expect(await site.page('/admin/activity', admin)).toContain(
    `Saved<!-- --> <a href="/articles/${id}">“The bridge reopens”</a>`,
  );
  await site.post('/admin/articles', { id }, admin);
  const html = await site.page('/admin/activity', admin);
  expect(html).toContain('Deleted<!-- --> <!-- -->“The bridge reopens”');
  expect(html).not.toContain(`href="/articles/${id}"`);
});

test('Delete asks once, then removes the item from the site', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const list = await site.page('/admin/articles', admin);
  expect(list).toContain(`href="/admin/articles?delete=${id}"`);
  expect(list).toContain(`href="/admin/articles/${id}" data-discover="true">The bridge reopens</a>`);
  expect(await site.page(`/admin/articles?delete=${id}`, admin)).toContain(
    'Delete “<!-- -->The bridge reopens<!-- -->”?',
  );
  const response = await site.post('/admin/articles', { id }, admin);
  expect(response.status).toBe(303);
  expect(response.headers.get('Location')).toMatch(/^\/admin\/articles\?deleted=[\w-]+$/);
  expect((await site.fetch(`/articles/${id}`)).status).toBe(302);
  expect(await site.page('/admin/articles', admin)).toContain('No data found.');
});

test('a change from another site is refused, and nothing changes', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  const foreign: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null' },
  ];
  for (const headers of foreign) {
    expect((await site.post('/admin/articles', { id }, { ...admin, ...headers })).status).toBe(403);
  }
  const bare = await site.fetch('/admin/articles', {
    method: 'POST',
    body: new URLSearchParams({ id }),
    headers: admin,
  });
  expect(bare.status).toBe(403);
  expect(await findArticle(site.write, id)).toBeDefined();
});

test('settings change every page, and invalid ones are reported next to their field', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/settings', admin));
  const saved = await site.post(
    '/admin/settings',
    { ...form, title: 'Elm Falls Post', town: 'Elm Falls', timeZone: 'Asia/Tokyo' },
    admin,
  );
  expect(saved.status).toBe(303);
  expect(await site.page('/articles')).toContain('Elm Falls Post');
  expect(await site.page('/articles')).toContain('Saturday, November 21, 2026');
  const refused = await site.post(
    '/admin/settings',
    { ...form, timeZone: 'Mars/Olympus', contactEmail: 'nobody' },
    admin,
  );
  expect(refused.status).toBe(400);
  const html = await refused.text();
  expect(html).toContain('id="timeZone-error"');
  expect(html).toContain('<a href="#timeZone">');
  expect(html).toContain('id="contactEmail-error"');
  expect(formIn(html).timeZone).toBe('Mars/Olympus');
});

test('the time zone is chosen from a list, also without JavaScript', async () => {
  await using site = await openSite();
  const html = await site.page('/admin/settings', await site.asAdmin());
  expect(html).toMatch(/<input(?=[^>]* name="timeZone")(?=[^>]* list="timeZone-choices")/);
  expect(html).toMatch(/<option (?=[^>]*value="America\/New_York")(?=[^>]*label="America\/New York")/);
});

test('settings that someone else changed meanwhile are not overwritten', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/settings', admin));
  const save = (changes: Record<string, string>) =>
    site.post('/admin/settings', { ...form, ...changes }, admin);
  expect((await save({ title: 'Elm Falls Post' })).status).toBe(303);
  expect((await save({ title: 'Elm Falls Post' })).status).toBe(303);
  const refused = await save({ title: 'Elm Falls Gazette' });
  expect(refused.status).toBe(409);
  const html = await refused.text();
  expect(html).toContain('Someone else changed the settings while you were editing.');
  expect(html).toContain('<pre>Elm Falls Post</pre>');
  const shown = formIn(html);
  expect(shown.title).toBe('Elm Falls Gazette');
  expect((await site.post('/admin/settings', shown, admin)).status).toBe(303);
  expect(await site.page('/articles')).toContain('Elm Falls Gazette');
});

test("the town's texts are sanitized", async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = formIn(await site.page('/admin/settings', admin));
  await site.post('/admin/settings', { ...form, aboutText: '<p>Hi</p><script>alert(1)</script>' }, admin);
  expect(await site.page('/about')).not.toContain('alert(1)');
});

test("a user's item with the id of a removed sample does not count as a sample", async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const id = await createArticle(site, admin);
  await site.write.insertInto('sample_item').values({ collection: 'articles', id }).execute();
  await site.post('/admin/articles', { id }, admin);
  const form = formIn(await site.page('/admin/articles/add', admin));
  await site.post('/admin/articles/add', { ...form, id, title: 'Mine', description: '<p>x</p>' }, admin);
  await site.post('/admin/settings/sample-town', {}, admin);
  expect(await findArticle(site.write, id)).toMatchObject({ title: 'Mine' });
});

test("the Overview reminds of missing names and, in production, of the sample town's names", async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  expect(await site.page('/admin', headers)).not.toContain('You have not set the site’s');
  await saveTown(site.write, unnamedTown);
  expect(await site.page('/admin', headers)).toContain(
    'You have not set the site’s title, town, state, and contact address yet',
  );
  await saveTown(site.write, { title: 'Elm Falls Post', town: 'Elm Falls', state: 'Ohio' });
  expect(await site.page('/admin', headers)).toContain('You have not set the site’s contact address yet');
  // The form is empty where the pages have texts that suit any town.
  await saveTown(site.write, { title: '' });
  expect(await site.page('/admin/settings', headers)).not.toMatch(/value="Community News"/);
  await using live = await openSite({
    environment: { NODE_ENV: 'production', BELFRY_URL: 'http://localhost:3000' },
  });
  expect(await live.page('/admin', await live.asAdmin())).toContain(
    'You have not set the site’s title, town, and contact address yet',
  );
});
