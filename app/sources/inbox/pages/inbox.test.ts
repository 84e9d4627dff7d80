import { expect, test } from 'vitest';
import { formIn } from '../../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { seedNamedSource, seedWaiting } from '../../../../tests/seed-inbox.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;

async function openInbox(site: TestSite) {
  const { write } = site;
  const lake = await seedNamedSource(write, 'Lake Transit');
  const arts = await seedNamedSource(write, 'Arts Council', { feeds: 'events' });
  const ferry = await seedWaiting(write, { source: lake, title: 'Ferry' });
  // Of two sources of the same rank, the first leads.
  const later = { firstSeenAt: NOW + 1 };
  const bus = await seedWaiting(write, {
    source: lake,
    title: 'Bus',
    row: later,
    entry: { receivedAt: NOW - 8 * DAY_MS },
  });
  const markets: string[] = [];
  for (const week of [1, 2, 3]) {
    const eventDate = new Date(NOW + week * 7 * DAY_MS).toISOString();
    const input = { eventDate, eventLocation: 'Grange hall' };
    markets.push(await seedWaiting(write, { source: arts, title: 'Market', collection: 'events', input }));
  }
  return { ferry, bus, market: markets[0] ?? '', admin: await site.asAdmin() };
}

/** The page as it reads, without what React puts between texts. */
async function responseTextOf(response: Promise<Response>): Promise<string> {
  return (await (await response).text()).replaceAll('<!-- -->', '');
}

async function titlesOf(site: TestSite, admin: Record<string, string>, query = ''): Promise<string[]> {
  const html = await site.page(`/admin/inbox${query}`, admin);
  return [...html.matchAll(/<h3 id="title-[^"]*">(?:<a [^>]*>)?([^<]*)/g)].map(([, title = '']) => title);
}

/** Where a post redirects to, with the ids of its decision replaced. */
async function redirectOf(response: Promise<Response>): Promise<string> {
  const { status, headers } = await response;
  expect(status).toBe(303);
  return (headers.get('Location') ?? '').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');
}

test('the inbox shows what waits, with its source, arrival, date and place, and how much each filter has', async () => {
  await using site = await openSite({ now: NOW });
  const { admin } = await openInbox(site);
  const html = await site.page('/admin/inbox', admin);
  expect(html).toContain('3 items to review. ');
  for (const text of ['Lake Transit', 'Just now', 'Nov 12, 2026', 'and 2 more dates until December 11, 2026'])
    expect(html).toContain(text);
  expect(html).toContain('Friday, November 27, 2026, 9 AM');
  expect(html).toContain('Grange hall');
  expect(await titlesOf(site, admin)).toEqual(['Ferry', 'Bus', 'Market']);
  expect(await titlesOf(site, admin, '?show=events')).toEqual(['Market']);
  expect(await titlesOf(site, admin, '?source=lake-transit')).toEqual(['Ferry', 'Bus']);
  expect(await titlesOf(site, admin, '?older=7')).toEqual(['Bus']);
  expect(await site.page('/admin/inbox?show=changes', admin)).toContain('No data found.');
});

test('a change at a source names its fields as the form does', async () => {
  await using site = await openSite({ now: NOW });
  const source = await seedNamedSource(site.write, 'Arts Council', { feeds: 'events' });
  const changes = [
    { field: 'title', from: 'Choir', to: 'Chamber choir' },
    { field: 'endDate', from: null, to: '2026-11-28T02:00:00Z' },
    { field: 'unheardOf', from: null, to: 'x' },
  ];
  const input = { eventDate: '2026-11-28T00:00:00Z' };
  const entry = { kind: 'change', changes: JSON.stringify(changes) } as const;
  await seedWaiting(site.write, { source, title: 'Choir', collection: 'events', input, entry });
  const html = await site.page('/admin/inbox', await site.asAdmin());
  const labels = [...html.matchAll(/<h4>([^<]*)<\/h4>/g)].map(([, label]) => label);
  expect(labels).toEqual(['Title', 'End time', 'unheardOf']);
});

test('each button posts to an address of its own, and the result can be undone once', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry, market, admin } = await openInbox(site);
  const post = (path: string, form: Record<string, string | string[]> = {}) =>
    site.post(`/admin/inbox/${path}`, { back: '/admin/inbox?show=news', ...form }, admin);
  const published = await post(`${ferry}/publish`);
  const location = published.headers.get('Location') ?? '';
  expect(location).toMatch(/^\/admin\/inbox\?show=news&done=/);
  const html = await site.page(location, admin);
  expect(html).toContain('Published “Ferry”.');
  const batch = /name="batch" value="([^"]+)"/.exec(html)?.[1] ?? '';
  expect((await site.fetch(`/news/${ferry}`)).status).toBe(200);
  expect(await site.page('/admin/activity', admin)).toContain('Published from the inbox');
  expect(await redirectOf(post(`${ferry}/publish`))).toBe('/admin/inbox?show=news&gone=1');
  expect(await redirectOf(post('undo', { batch }))).toBe('/admin/inbox?show=news&undone=1');
  expect((await site.fetch(`/news/${ferry}`)).status).toBe(404);
  expect(await redirectOf(post('undo', { batch }))).toBe('/admin/inbox?show=news&undone=0');
  expect(await titlesOf(site, admin)).toEqual(['Ferry', 'Bus', 'Market']);
  expect(await redirectOf(post(`${market}/discard`))).toBe('/admin/inbox?show=news&done=ID');
  expect(await titlesOf(site, admin)).toEqual(['Ferry', 'Bus']);
});

test('an item is snoozed until tomorrow, Monday or a day; a day in the past is refused', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry, bus, market, admin } = await openInbox(site);
  const snooze = (id: string, until: string) => site.post(`/admin/inbox/${id}/snooze`, { until }, admin);
  expect(await site.page(`/admin/inbox/${ferry}/snooze`, admin)).toContain('min="2026-11-21"');
  const refused = await snooze(ferry, '2026-11-20');
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining('Choose a day after today.'),
  ]);
  await snooze(ferry, 'tomorrow');
  await snooze(bus, 'week');
  await snooze(market, '2026-12-24');
  const html = await responseTextOf(site.fetch('/admin/inbox?show=snoozed', { headers: admin }));
  for (const day of ['November 21', 'November 23', 'December 24'])
    expect(html).toContain(`Snoozed until ${day}, 2026, 7:00`);
  expect(await titlesOf(site, admin)).toEqual([]);
});

test('a selection is decided at once; without one the page says so', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry, market, admin } = await openInbox(site);
  const decide = (form: Record<string, string | string[]>) =>
    site.post('/admin/inbox/selection', form, admin);
  expect(await redirectOf(decide({ do: 'discard' }))).toBe('/admin/inbox?choose=items');
  expect(await site.page('/admin/inbox?choose=items', admin)).toContain('Choose at least one.');
  const location = (await decide({ do: 'publish', id: [ferry, market] })).headers.get('Location') ?? '';
  expect(await site.page(location, admin)).toContain('Published 2 items.');
  expect(await titlesOf(site, admin)).toEqual(['Bus']);
  const notes = await site.write.selectFrom('audit_entry').select(['action', 'subject']).execute();
  expect(notes).toEqual([{ action: 'inbox-published', subject: '2 items' }]);
});

test('a decision about everything that matches a filter asks first, and spares what arrives later', async () => {
  await using site = await openSite({ now: NOW });
  const { admin } = await openInbox(site);
  const page = site.fetch('/admin/inbox/all?do=discard&source=lake-transit', { headers: admin });
  expect(await responseTextOf(page)).toContain('Discard all 2 items?');
  await seedWaiting(site.write, { source: 'lake-transit', title: 'Train', entry: { receivedAt: NOW + 1 } });
  const form = { do: 'discard', source: 'lake-transit', asked: String(NOW) };
  expect(await redirectOf(site.post('/admin/inbox/all', form, admin))).toBe('/admin/inbox?done=ID');
  expect(await titlesOf(site, admin)).toEqual(['Train', 'Market']);
});

test('an item that can’t be published shows why at its row', async () => {
  await using site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const source = await seedNamedSource(site.write, 'Lake Transit');
  const bad = await seedWaiting(site.write, { source, title: 'Bad', input: { link: 'ftp://lake' } });
  const location = (await site.post(`/admin/inbox/${bad}/publish`, {}, admin)).headers.get('Location') ?? '';
  expect(location).toBe(`/admin/inbox?failed=${bad}`);
  expect(await site.page(location, admin)).toMatch(/class="error">.*Link: /s);
});

test('an item that was edited since it was published says so when Undo is pressed', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry, admin } = await openInbox(site);
  await site.post(`/admin/inbox/${ferry}/publish`, {}, admin);
  const changed = await site.fetch(`/api/v1/news/${ferry}`, {
    method: 'PATCH',
    headers: { ...admin, Origin: site.origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Ferry, edited' }),
  });
  expect(changed.status).toBe(200);
  const undone = await site.post('/admin/inbox/undo', {}, admin);
  expect(undone.status).toBe(409);
  expect(await responseTextOf(Promise.resolve(undone))).toContain(
    '“Ferry” can’t be undone. It was edited, or removed, since it was published.',
  );
  expect((await site.fetch(`/news/${ferry}`)).status).toBe(200);
});

test('decisions of the page in the background are carried out in their order', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry, bus, market, admin } = await openInbox(site);
  const send = (decisions: unknown) =>
    site.post('/admin/inbox/decisions', { decisions: JSON.stringify(decisions) }, admin);
  const response = await send([
    { key: '1', ids: [ferry], do: 'publish' },
    { key: '2', ids: [bus, market], do: 'discard' },
    { key: '3', ids: [], do: 'undo' },
    { key: '4', ids: [bus], do: 'snooze', until: 'never' },
    { key: '5', ids: ['missing'], do: 'publish' },
  ]);
  expect(await response.json()).toMatchObject([
    { key: '1', batch: expect.any(String), summary: 'Published “Ferry”.', failed: {} },
    { key: '2', batch: expect.any(String), summary: 'Discarded 2 items.' },
    { key: '3', batch: null, summary: 'Discarded 2 items.' },
    { key: '4', problem: 'Choose a day.' },
    { key: '5', batch: null, failed: {} },
  ]);
  expect(await titlesOf(site, admin)).toEqual(['Bus', 'Market']);
  for (const bad of [null, {}, [1], [{ key: 'a' }]]) expect((await send(bad)).status).toBe(400);
});

test('only the administrator sees the inbox, and can decide', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry } = await openInbox(site);
  const member = await site.asMember();
  for (const path of ['', `/${ferry}/snooze`, '/all?do=discard'])
    expect((await site.fetch(`/admin/inbox${path}`, { headers: member })).headers.get('Location')).toBe('/');
  await site.post(`/admin/inbox/${ferry}/publish`, {}, member);
  expect((await site.fetch(`/news/${ferry}`)).status).toBe(404);
});

test('Edit opens the form with what the source says; only saving it ends the review', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry, market, admin } = await openInbox(site);
  const html = await site.page('/admin/inbox', admin);
  expect(html).toContain(`href="/admin/news/${ferry}"`);
  const form = await responseTextOf(site.fetch(`/admin/events/${market}`, { headers: admin }));
  expect(form).toContain('It waits in the <a href="/admin/inbox"');
  for (const value of ['Market', 'Grange hall', '2026-11-27', '9 AM', market])
    expect(form).toMatch(new RegExp(`value="${value}"`));
  expect(await titlesOf(site, admin)).toEqual(['Ferry', 'Bus', 'Market']);
  const fields = formIn(await site.page(`/admin/news/${ferry}`, admin));
  const saved = await site.post(`/admin/news/${ferry}`, { ...fields, title: 'Ferry, my words' }, admin);
  expect(saved.headers.get('Location')).toBe(`/admin/news/${ferry}?saved=1`);
  expect(await titlesOf(site, admin)).toEqual(['Bus', 'Market']);
  expect(await site.page(`/news/${ferry}`)).toContain('Ferry, my words');
});

test('an item is merged into another that waits or is on the site, and a duplicate separated, by forms', async () => {
  await using site = await openSite({ now: NOW });
  const { ferry, bus, admin } = await openInbox(site);
  await site.post(`/admin/inbox/${ferry}/publish`, {}, admin);
  await seedWaiting(site.write, { source: 'lake-transit', title: 'Train' });
  const html = await responseTextOf(site.fetch(`/admin/inbox/${bus}/merge`, { headers: admin }));
  expect([...html.matchAll(/> into (\w+)</g)].map(([, title]) => title)).toEqual(['Train', 'Ferry']);
  const found = await responseTextOf(site.fetch(`/admin/inbox/${bus}/merge?q=Ferr`, { headers: admin }));
  expect([...found.matchAll(/> into (\w+)</g)].map(([, title]) => title)).toEqual(['Ferry']);
  const merge = (into: string) => site.post(`/admin/inbox/${bus}/merge`, { into }, admin);
  const refused = await merge(bus);
  expect([refused.status, await refused.text()]).toEqual([
    409,
    expect.stringContaining('This is the same item.'),
  ]);
  expect((await merge('')).status).toBe(400);
  expect(await redirectOf(merge(ferry))).toBe('/admin/inbox?done=ID');
  expect(await titlesOf(site, admin)).toEqual(['Train', 'Market']);
  expect(await redirectOf(site.post('/admin/inbox/undo', {}, admin))).toBe('/admin/inbox?undone=1');
  const trainId =
    /data-row="([^"]+)" id="row-[^"]+" tabindex="-1" aria-labelledby="title-[^"]+">(?:(?!data-row).)*Train/s;
  const id = trainId.exec(await site.page('/admin/inbox', admin))?.[1] ?? '';
  await site.post(`/admin/inbox/${bus}/merge`, { into: id }, admin);
  const page = await responseTextOf(site.fetch('/admin/inbox', { headers: admin }));
  expect(page).toContain('Not a duplicate');
  const duplicate = /name="duplicate" value="([^"]+)"/.exec(page)?.[1] ?? '';
  expect(await redirectOf(site.post(`/admin/inbox/${id}/split`, { duplicate }, admin))).toBe(
    '/admin/inbox?done=ID',
  );
  expect((await titlesOf(site, admin)).toSorted()).toEqual(['Bus', 'Market', 'Train']);
});
