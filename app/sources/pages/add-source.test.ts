import { expect, test } from 'vitest';
import { feedOfReports } from '../../../tests/imported-sources.ts';
import { libraryPage, openSourceSite, seen } from '../../../tests/source-site.ts';

const addPath = (address: string) => `/admin/sources/add?${new URLSearchParams({ address })}`;

const settings = { trust: 'review', rank: 'primary', zone: '', every: '60' };

test('without sources, the page invites to add one', async () => {
  await using site = await openSourceSite();
  const html = await site.read('/admin/sources');
  expect(html).toMatch(/No sources yet/);
  expect(html).toMatch(/href="\/admin\/sources\/add"[^>]*>Add a source/);
});

test('Find feed shows what was found, what would be imported, and what fits', async () => {
  await using site = await openSourceSite();
  const html = await site.read(addPath(`${site.server.url}whats-on`));
  expect(html).toContain(`We found 2 sources at ${site.server.host}.`);
  expect(html).toMatch(/checked="" value="[^"]*library\.ics"|value="[^"]*library\.ics"[^>]* checked=""/);
  expect(html).toContain('Calendar, 2 upcoming dates');
  expect(html).toContain('RSS feed, 1 item, latest from Nov 20, 2026');
  expect(html).toMatch(/Gingerbread morning.*Sat 11\/28, 10:00 AM.*Meeting room.*New</s);
  expect(html).toContain('Sat 12/05, All day');
  expect(await site.formAt(addPath(`${site.server.url}whats-on`))).toMatchObject({
    ...{ address: `${site.server.url}library.ics`, feeds: 'events', trust: 'review', name: 'Carver Library' },
  });
});

test('another of what was found can be looked at without JavaScript, and nothing typed is lost', async () => {
  await using site = await openSourceSite();
  const query = new URLSearchParams({
    ...{ page: `${site.server.url}whats-on`, address: `${site.server.url}paper.xml` },
    ...{ shown: `${site.server.url}library.ics`, trust: 'publish', feeds: 'events', name: 'Carver Library' },
  });
  const html = await site.read(`/admin/sources/add?${query}`);
  expect(html).toMatch(/Route 4 reopens.*Nov 20, 2026/s);
  expect(await site.formAt(`/admin/sources/add?${query}`)).toMatchObject({
    feeds: 'news',
    name: 'The Ledger',
  });
  query.set('shown', `${site.server.url}paper.xml`);
  query.set('name', 'My name');
  expect(await site.formAt(`/admin/sources/add?${query}`)).toMatchObject({
    trust: 'publish',
    name: 'My name',
  });
});

test('Add source adds it, records that, and it is checked next', async () => {
  await using site = await openSourceSite();
  const form = await site.formAt(addPath(`${site.server.url}whats-on`));
  const added = await site.send('/admin/sources/add', { ...form, ...settings });
  expect(added.status).toBe(303);
  const path = added.headers.get('Location') ?? '';
  const html = await site.read(path);
  expect(html).toContain('The first items will be in the <a href="/admin/inbox"');
  expect(html).toMatch(/<h1[^>]*>Carver Library/);
  expect(html).toContain('Next check: within a minute');
  expect(await site.read('/admin/activity')).toMatch(/Added the source Carver Library/);
  expect(await site.read('/admin/sources')).toMatch(
    /Carver Library.*Working.*Events.*Review first.*Not yet/s,
  );
});

test('what is missing or wrong comes back with status 400, its field, and everything that was typed', async () => {
  await using site = await openSourceSite();
  const address = `${site.server.url}library.ics`;
  const sent = { ...settings, page: address, address, name: ' ', feeds: 'events', zone: 'America/Chicago' };
  const refused = await site.send(`${addPath(address)}&page=${encodeURIComponent(address)}`, sent);
  const html = seen(await refused.text());
  expect(refused.status).toBe(400);
  expect(html).toMatch(/Display name: Enter a name/);
  expect(html).toMatch(/<option value="America\/Chicago" selected="">/);
  expect(html).toContain('Gingerbread morning');
});

test('an address is enough; one that is a source already is refused with a link to it', async () => {
  await using site = await openSourceSite();
  const address = `${site.server.url}paper.xml`;
  const sent = { ...settings, address, name: 'Paper', feeds: 'news' };
  const { headers } = await site.send('/admin/sources/add', sent);
  const bare = await site.send('/admin/sources/add', { address: `${site.server.url}library.ics` });
  expect(await site.read(bare.headers.get('Location') ?? '')).toMatch(/<h1[^>]*>127\.0\.0\.1.*News/s);
  const again = await site.send('/admin/sources/add', sent);
  expect(again.status).toBe(409);
  expect(await again.text()).toContain(`href="${headers.get('Location')?.replace('?added=1', '')}"`);
});

test('what leads nowhere says why with status 422, and keeps what was typed', async () => {
  await using site = await openSourceSite({ '/empty': libraryPage.replaceAll('rel="alternate"', '') });
  for (const [typed, reason] of [
    [`${site.server.url}empty`, 'This web page describes no events or news, and links to no feed'],
    [`${site.server.url}missing`, 'The server responded with status 404'],
    ['http://10.0.0.1/feed', 'This address is not allowed'],
    ['nonsense', 'Enter the address of a page or feed'],
  ] as const) {
    const response = await site.fetch(addPath(typed), { headers: site.admin });
    const html = await response.text();
    expect([response.status, html.includes(reason)], typed).toEqual([422, true]);
    expect(html).toContain(`value="${typed}"`);
  }
});

test('times at night come with the hint to choose another time zone', async () => {
  const at = (time: string) =>
    `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:Story hour\r\nDTSTART:${time}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  await using site = await openSourceSite({
    '/utc.ics': at('20261201T080000Z'),
    '/day.ics': at('20261201T180000Z'),
  });
  expect(await site.read(addPath(`${site.server.url}utc.ics`))).toContain(
    'Check the times: “Story hour” would be at 3:00 AM.',
  );
  expect(await site.read(addPath(`${site.server.url}day.ics`))).not.toContain('Check the times');
  const chosen = await site.read(`${addPath(`${site.server.url}utc.ics`)}&zone=America%2FNew_York`);
  expect(chosen).toContain('Tue 12/01, 8:00 AM');
  expect(chosen).not.toContain('Check the times');
});

test('hostile titles and names are text', async () => {
  const hostile =
    '<rss><channel><title>&lt;script&gt;alert(1)&lt;/script&gt;"&gt;</title><item><title>&lt;img src=x onerror=alert(1)&gt;</title></item></channel></rss>';
  await using site = await openSourceSite({ '/hostile': hostile });
  const html = await site.read(addPath(`${site.server.url}hostile`));
  expect(html).toContain('We found 1 source');
  expect(html).not.toMatch(/<script>alert|<img src=x/);
});

test('only the administrator sees sources', async () => {
  await using site = await openSourceSite();
  const member = await site.asMember();
  for (const path of ['/admin/sources', '/admin/sources/add', '/admin/sources/x']) {
    expect((await site.fetch(path)).status).toBe(302);
    expect((await site.fetch(path, { headers: member })).status).toBe(302);
  }
});

test('R-39 the preview says openly that of a longer feed 500 items are used, on the page and in the API', async () => {
  await using site = await openSourceSite({ '/long': feedOfReports(612) });
  const address = `${site.server.url}long`;
  const html = await site.read(addPath(address));
  expect(html).toMatch(/<p[^>]*>Only the first 500 of 612 items are used\.<\/p>/);
  expect(html).not.toContain('about what could be read');
  const preview = await site.call('/preview', 'POST', { address });
  expect(await preview.json()).toMatchObject({ notes: ['Only the first 500 of 612 items are used'] });
});

test('what programs write about apostrophes, comparisons and texts in Base64 arrives as it was meant', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Town Hall</title><entry><id>1</id>
    <title type="html">Mayor&#146;s report: income&amp;lt;expenses</title>
    <content type="text/html">${Buffer.from('<p>More in the report.</p>').toString('base64')}</content></entry></feed>`;
  await using site = await openSourceSite({ '/atom': atom });
  const address = `${site.server.url}atom`;
  expect(await site.read(addPath(address))).toContain('Mayor’s report: income&lt;expenses');
  const preview = await site.call('/preview', 'POST', { address });
  expect(await preview.json()).toMatchObject({
    items: [{ title: 'Mayor’s report: income<expenses', description: '<p>More in the report.</p>' }],
  });
});

test('the preview says what would be merged, what is known and what is left out', async () => {
  const event = (uid: string, title: string) =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:${title}\r\nDTSTART:20261128T100000\r\nLOCATION:Meeting room\r\nEND:VEVENT\r\n`;
  const guide = `BEGIN:VCALENDAR\r\n${event('1', 'Gingerbread Morning!')}${event('2', 'Quilting')}END:VCALENDAR\r\n`;
  await using site = await openSourceSite({ '/guide.ics': guide });
  const address = `${site.server.url}library.ics`;
  const { id } = (await (await site.call('', 'POST', { address, feeds: 'events' })).json()) as { id: string };
  await site.call(`/${id}/refresh`, 'POST');
  const html = await site.read(addPath(`${site.server.url}guide.ics`));
  expect(html).toMatch(/Gingerbread Morning!<small>Merged with “Gingerbread morning”<\/small>.*Duplicate</s);
  expect(html).toMatch(/Quilting.*New</s);
  expect(html).toContain('1 of the 2 matches something we already have. It will be merged');
  expect(await site.read(addPath(address))).toContain('2 of the 2 came from this address before');
});
