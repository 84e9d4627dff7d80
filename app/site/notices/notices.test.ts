import { expect, test } from 'vitest';
import { currentNotices } from '#app/town/notices/current-notices.ts';
import {
  changeNotice,
  endOrRemove,
  findNotice,
  listPast,
  listUnended,
  putUp,
} from '#app/town/notices/notice-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { openSite } from '../../../tests/open-site.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();
const boil = { text: 'Boil water', kind: 'danger', link: null, endsAt: NOW + HOUR, email: false } as const;

eachDatabase(
  'a notice is shown from its start until its end, ends early, and is then a record',
  async ({ database: { write } }) => {
    const options = { now: NOW, by: null };
    const shownAt = async (now: number) =>
      currentNotices(await listUnended(write, now), now).current.map(({ text }) => text);
    const outcome = await putUp(write, boil, options);
    if (outcome.kind !== 'saved') throw new Error(outcome.kind);
    const { id } = outcome.notice;
    await putUp(write, { ...boil, text: 'Offices closed', kind: 'closed', startsAt: NOW + 1000 }, options);
    expect(await shownAt(NOW)).toEqual(['Boil water']);
    expect(await shownAt(NOW + 1000)).toEqual(['Boil water', 'Offices closed']);
    expect(await shownAt(NOW + HOUR - 1)).toHaveLength(2);
    expect(await shownAt(NOW + HOUR)).toEqual([]);

    expect(await changeNotice(write, id, { kind: 'information' }, NOW)).toMatchObject({ kind: 'saved' });
    expect(await shownAt(NOW + 1000)).toEqual(['Offices closed', 'Boil water']);
    expect(await endOrRemove(write, id, NOW + 2000)).toMatchObject({ kind: 'ended' });
    expect(await findNotice(write, id)).toMatchObject({ endsAt: NOW + 2000, plannedEnd: NOW + HOUR });
    expect(await changeNotice(write, id, { text: 'Other' }, NOW + 3000)).toMatchObject({ kind: 'ended' });
    expect(await changeNotice(write, id, { endsAt: NOW + HOUR }, NOW + 3000)).toMatchObject({
      kind: 'saved',
    });
    expect(await findNotice(write, id)).toMatchObject({ endsAt: NOW + HOUR, plannedEnd: null });
    const past = await listPast(write, { now: NOW + 2 * HOUR }, { limit: 10 });
    expect(past.items.map(({ text }) => text)).toEqual(['Offices closed', 'Boil water']);
  },
);

test('a notice is on every page at once, the worst first, and gone at its end', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const send = async (body: object, init: object = {}) =>
    site.fetch('/api/v1/notices', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.origin, ...admin },
      body: JSON.stringify(body),
      ...init,
    });
  const storm = await send({
    text: ' Stay   off\nRidge Road <b>',
    kind: 'warning',
    link: 'https://www.weather.gov/btv',
    endsAt: iso(NOW + 20 * HOUR),
  });
  expect(storm.status).toBe(201);
  const boil = await send({
    text: 'Boil water',
    kind: 'danger',
    link: `${site.origin}/news`,
    endsAt: iso(NOW + HOUR),
  });
  expect(await boil.json()).toMatchObject({
    ...{ text: 'Boil water', kind: 'danger', link: `${site.origin}/news`, email: false, source: null },
    ...{ startsAt: iso(NOW), endsAt: iso(NOW + HOUR) },
  });
  for (const path of ['/articles', '/events', '/about', '/login', '/search?q=snow', '/NotFound/x']) {
    const html = await site.page(path);
    const region = /<section class="notices" aria-label="Notice">.*?<\/section>/s.exec(html)?.[0] ?? path;
    expect(region).toMatch(
      /Danger\.<\/strong> (<!-- -->)?Boil water .*Warning\.<\/strong> (<!-- -->)?Stay off Ridge Road &lt;b&gt; /s,
    );
    expect(region).toContain('<a href="/news">Read more</a>');
    expect(region).toContain('rel="noopener noreferrer">weather.gov<');
    expect(region).toContain('Saturday 1:00 PM</time>');
  }
  expect((await site.fetch('/api/v1/notices')).status).toBe(200);
  now = NOW + HOUR;
  expect(await site.page('/articles')).not.toContain('Boil water');
  expect(await (await site.fetch('/api/v1/notices')).json()).toMatchObject({ items: [{ kind: 'warning' }] });
});

test('bad input is refused with its field, and nothing is put up', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const send = (body: object) =>
    site.fetch('/api/v1/notices', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: site.origin, ...admin },
      body: JSON.stringify(body),
    });
  const good = { text: 'Snow', kind: 'warning', endsAt: iso(NOW + HOUR) };
  const cases: [object, string][] = [
    [{ ...good, endsAt: undefined }, 'endsAt'],
    [{ ...good, endsAt: iso(NOW) }, 'endsAt'],
    [{ ...good, endsAt: 'tomorrow' }, 'endsAt'],
    [{ ...good, endsAt: iso(NOW + 400 * 24 * HOUR) }, 'endsAt'],
    [{ ...good, startsAt: iso(NOW + 2 * HOUR) }, 'endsAt'],
    [{ ...good, text: ' \n ' }, 'text'],
    [{ ...good, text: 'é'.repeat(281) }, 'text'],
    [{ ...good, text: 'x'.repeat(10_000) }, 'text'],
    [{ ...good, text: 'a\u0000b' }, 'text'],
    [{ ...good, kind: 'severe' }, 'kind'],
    [{ ...good, link: 'javascript:alert(1)' }, 'link'],
    [{ ...good, link: '//evil.example' }, 'link'],
    [{ ...good, email: 'yes' }, 'email'],
  ];
  for (const [body, field] of cases) {
    const response = await send(body);
    expect(
      [response.status, (await response.json()).errors[0].field],
      JSON.stringify(body).slice(0, 80),
    ).toEqual([422, field]);
  }
  expect((await send({ ...good, markup: true })).status).toBe(400);
  expect(await (await site.fetch('/api/v1/notices')).json()).toEqual({ items: [] });
  expect((await send({ ...good, text: '🌨️'.repeat(140) })).status).toBe(201);
  expect((await site.fetch('/api/v1/notices', { method: 'POST', body: '{}' })).status).toBe(401);
});

test('the public sees neither a notice that has not started nor a way to change one', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const call = async (method: string, path: string, body?: object, headers: object = admin) => {
    const response = await site.fetch(`/api/v1/notices${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Origin: site.origin, ...headers },
      body: body && JSON.stringify(body),
    });
    return { status: response.status, body: response.status === 204 ? undefined : await response.json() };
  };
  const { body: later } = await call('POST', '', {
    text: 'Later',
    kind: 'closed',
    startsAt: iso(NOW + HOUR),
    endsAt: iso(NOW + 2 * HOUR),
  });
  const { body: soon } = await call('POST', '', { text: 'Now', kind: 'closed', endsAt: iso(NOW + HOUR) });
  expect((await call('GET', `/${later.id}`, undefined, {})).status).toBe(404);
  expect((await call('GET', `/${later.id}`)).status).toBe(200);
  expect((await call('GET', '')).body.items).toHaveLength(2);
  expect((await call('GET', '', undefined, {})).body.items).toHaveLength(1);
  expect((await call('PATCH', `/${soon.id}`, { text: 'x' }, {})).status).toBe(401);
  expect((await call('PATCH', `/${soon.id}`, { endsAt: iso(NOW - HOUR) })).body.endsAt).toBe(iso(NOW));
  expect((await call('GET', `/${soon.id}`, undefined, {})).status).toBe(200);
  expect((await call('PATCH', `/${soon.id}`, { text: 'x' })).status).toBe(409);
  expect((await call('PATCH', '/none', { text: 'x' })).status).toBe(404);
  expect((await call('DELETE', `/${later.id}`)).status).toBe(204);
  expect((await call('GET', `/${later.id}`)).status).toBe(404);
  expect((await call('DELETE', `/${soon.id}`)).status).toBe(204);
  now += 5 * HOUR;
  expect((await call('GET', `/${soon.id}`, undefined, {})).status).toBe(200);
});

test('the form puts up, changes, ends and puts up again; what was typed stays when something is wrong', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const typed = {
    text: 'Route 4 is closed',
    kind: 'closed',
    ends: 'tonight',
    endsAt: '',
    startsAt: '',
    link: '',
  };
  const overview = await site.page('/admin', admin);
  expect(overview).toContain('Tonight, 11:59 PM');
  expect(await site.page('/admin', admin)).toContain('href="/admin/notices"');
  const wrong = await site.post(
    '/admin/notices/add',
    { ...typed, ends: 'other', endsAt: '2026-11-19T08:00' },
    admin,
  );
  expect(wrong.status).toBe(422);
  const again = await wrong.text();
  expect(again).toContain('Route 4 is closed</textarea>');
  expect(again).toContain('id="endsAt-error">Enter a time that is still to come');
  const put = await site.post('/admin/notices/add', typed, admin);
  expect([put.status, put.headers.get('Location')]).toEqual([303, '/admin/notices?saved']);
  const list = await site.page('/admin/notices?saved', admin);
  expect(list).toContain('November 20, 5:00 PM to November 20, 11:59 PM');
  const id = /\/admin\/notices\/([0-9a-f-]{36})\/end/.exec(list)?.[1] ?? '';
  const form = await site.page(`/admin/notices/${id}`, admin);
  expect(form).toContain('value="2026-11-20T23:59"');
  await site.post(
    `/admin/notices/${id}`,
    { ...typed, text: 'Route 4 is open to one lane', kind: 'warning' },
    admin,
  );
  expect(await site.page('/articles')).toContain('Route 4 is open to one lane');

  now += HOUR;
  const ended = await site.post(`/admin/notices/${id}/end`, {}, admin);
  expect(ended.headers.get('Location')).toBe(`/admin/notices?ended=${id}`);
  expect(await site.page('/articles')).not.toContain('Route 4');
  const archive = await site.page('/notices');
  expect(archive).toContain('Route 4 is open to one lane');
  expect(archive).toContain(', ended early');
  expect(await site.page(`/admin/notices?ended=${id}`, admin)).toContain('name="do" value="undo"');
  await site.post(`/admin/notices/${id}/end`, { do: 'undo' }, admin);
  expect(await site.page('/articles')).toContain('Route 4');

  await site.post(
    '/admin/notices/add',
    { ...typed, text: 'Later', ends: 'three-days', startsAt: '2026-11-21T08:00' },
    admin,
  );
  const later = await site.page('/admin/notices', admin);
  expect(later.replaceAll('<!-- -->', '')).toMatch(/<span>By [^<]+<\/span>/);
  expect(later).toContain('November 21, 8:00 AM to November 23, 8:00 AM');
  const other = /\/admin\/notices\/([0-9a-f-]{36})\/deletion/.exec(later)?.[1] ?? '';
  expect(await site.page(`/admin/notices/${other}/deletion`, admin)).toContain('Delete this notice?');
  await site.post(`/admin/notices/${other}/deletion`, {}, admin);
  expect(await site.page('/admin/notices', admin)).not.toContain('Later</h3>');
  expect((await site.post('/admin/notices/add', typed)).status).not.toBe(200);
  expect((await site.post('/admin/notices/add', typed, await site.asMember())).headers.get('Location')).toBe(
    '/',
  );
});

test('notices are at the top of the feed of everything and in their own, past ones only there', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await putUp(site.write, { ...boil, text: 'Boil & wait' }, { now: NOW, by: null });
  const titles = async (feed: string) =>
    JSON.parse(await site.page(`/feeds/${feed}.json`)).items.map(({ title }: { title: string }) => title);
  expect(await titles('all')).toEqual(['Danger: Boil & wait']);
  expect(await titles('notices')).toEqual(['Danger: Boil & wait']);
  expect(await titles('news')).toEqual([]);
  expect(await site.page('/feeds/notices.rss')).toContain('November 20, 2026, 6:00 PM');
  now += HOUR;
  expect(await titles('all')).toEqual([]);
  expect(await titles('notices')).toEqual(['Danger: Boil & wait']);
});
