import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { libraryCalendar, openSourceSite } from '../../../tests/source-site.ts';

// biome-ignore lint/suspicious/noExplicitAny: responses of several calls
const jsonOf = async (response: Response): Promise<any> => response.json();

test('a source is added with defaults, read, listed, changed in part and removed', async () => {
  await using site = await openSourceSite();
  const address = `${site.server.url}paper.xml`;
  const added = await site.call('', 'POST', { address });
  const source = await jsonOf(added);
  expect([added.status, added.headers.get('Location')]).toEqual([201, `/api/v1/sources/${source.id}`]);
  expect(source).toMatchObject({
    ...{ address, name: '127.0.0.1', feeds: 'news', trust: 'review', zone: null, rank: 'primary', every: 60 },
    ...{ state: 'working', lastSuccessAt: null, lastProblem: null },
  });
  const changed = await site.call(`/${source.id}`, 'PATCH', { every: 1, zone: 'America/Chicago' });
  expect(await jsonOf(changed)).toMatchObject({ address, every: 1, zone: 'America/Chicago', feeds: 'news' });
  expect(await jsonOf(await site.call(`/${source.id}`))).toMatchObject({ every: 1 });
  expect(await jsonOf(await site.call(''))).toMatchObject({ items: [{ id: source.id }], next: null });
  expect((await site.call(`/${source.id}`, 'DELETE')).status).toBe(204);
  expect((await site.call(`/${source.id}`)).status).toBe(404);
  expect(await site.read('/admin/activity')).toMatch(
    /Added the source.*|Changed the source.*|Removed the source/s,
  );
});

test('a source is paused and resumed by its state', async () => {
  await using site = await openSourceSite();
  const { id } = await jsonOf(await site.call('', 'POST', { address: `${site.server.url}paper.xml` }));
  expect(await jsonOf(await site.call(`/${id}`, 'PATCH', { state: 'paused' }))).toMatchObject({
    ...{ state: 'paused', nextCheckAt: null },
  });
  expect(await jsonOf(await site.call(`/${id}`, 'PATCH', { state: 'working' }))).toMatchObject({
    state: 'working',
  });
});

test('a source that is no longer checked is resumed by its state, too', async () => {
  await using site = await openSourceSite();
  const { id } = await jsonOf(await site.call('', 'POST', { address: `${site.server.url}paper.xml` }));
  await site.write
    .updateTable('source_state')
    .set({ stopped: 'gone', failures: 1, nextAt: Number.MAX_SAFE_INTEGER })
    .where('source', '=', id)
    .execute();
  expect(await jsonOf(await site.call(`/${id}`))).toMatchObject({ state: 'failing', nextCheckAt: null });
  expect(await jsonOf(await site.call(`/${id}`, 'PATCH', { state: 'working' }))).toMatchObject({
    state: 'working',
  });
});

test('wrong fields are named with 422, unknown ones with 400, an address that is taken with 409', async () => {
  await using site = await openSourceSite();
  const address = `${site.server.url}paper.xml`;
  const wrong = await site.call('', 'POST', { address: 'ftp://x', every: 0, trust: 'maybe', zone: 'Mars' });
  expect(wrong.status).toBe(422);
  expect(wrong.headers.get('Content-Type')).toBe('application/problem+json');
  const fields = (await jsonOf(wrong)).errors.map(({ field }: { field: string }) => field);
  expect(fields.toSorted()).toEqual(['address', 'every', 'trust', 'zone']);
  const unknown = await site.call('', 'POST', { address, color: 'red' });
  expect([unknown.status, (await jsonOf(unknown)).errors]).toEqual([
    400,
    [{ field: 'color', message: 'Unknown field' }],
  ]);
  expect((await site.call('', 'POST')).status).toBe(400);
  const { id } = await jsonOf(await site.call('', 'POST', { address }));
  const taken = await site.call('', 'POST', { address });
  expect([taken.status, (await jsonOf(taken)).errors[0].field]).toEqual([409, 'address']);
  expect((await site.call(`/${id}`, 'PATCH', { state: 'failing' })).status).toBe(422);
  expect((await site.call(`/${id}`, 'PATCH', { id: 'x' })).status).toBe(400);
  for (const [path, method] of [
    ['/none', 'PATCH'],
    ['/none', 'DELETE'],
    ['/none', 'GET'],
  ] as const)
    expect((await site.call(path, method, method === 'PATCH' ? {} : undefined)).status).toBe(404);
  expect((await site.call(`/${id}`, 'PUT', {})).headers.get('Allow')).toBe('GET, HEAD, PATCH, DELETE');
});

test('a preview finds the feed of a page and lists what would come, and changes nothing', async () => {
  await using site = await openSourceSite();
  const preview = await site.call('/preview', 'POST', { address: `${site.server.url}whats-on` });
  expect([preview.status, await jsonOf(preview)]).toMatchObject([
    200,
    {
      ...{ address: `${site.server.url}library.ics`, name: 'Carver Library', feeds: 'events', format: 'ics' },
      items: [
        {
          ...{ sourceId: 'a', title: 'Gingerbread morning', start: '2026-11-28T15:00:00Z', allDay: false },
          ...{ status: 'new', into: null },
        },
        { sourceId: 'b', title: 'Book sale', allDay: true },
      ],
      counts: { new: 2, duplicate: 0 },
      found: [{ dates: 2 }, { address: `${site.server.url}paper.xml`, format: 'rss', items: 1 }],
    },
  ]);
  const news = await site.call('/preview', 'POST', { address: `${site.server.url}paper.xml` });
  expect((await jsonOf(news)).items).toMatchObject([
    { title: 'Route 4 reopens', pubDate: '2026-11-20T12:00:00Z' },
  ]);
  const nothing = await site.call('/preview', 'POST', { address: `${site.server.url}none` });
  expect([nothing.status, (await jsonOf(nothing)).detail]).toEqual([
    422,
    'The server responded with status 404 (Not Found)',
  ]);
  expect((await site.call('/preview', 'POST', { address: 'x.example', extra: 1 })).status).toBe(400);
  expect((await site.call('/preview')).status).toBe(405);
  expect((await jsonOf(await site.call(''))).items).toEqual([]);
});

test('a refresh returns what it brought, or why it failed', async () => {
  await using site = await openSourceSite();
  const address = `${site.server.url}library.ics`;
  const { id } = await jsonOf(await site.call('', 'POST', { address, feeds: 'events' }));
  const refresh = () => site.call(`/${id}/refresh`, 'POST');
  expect(await jsonOf(await refresh())).toEqual({ found: 2, new: 2, changed: 0, missing: 0 });
  expect(await jsonOf(await refresh())).toEqual({ found: 2, new: 0, changed: 0, missing: 0 });
  site.answers['/library.ics'] = 500;
  const failed = await refresh();
  expect([failed.status, failed.headers.get('Content-Type')]).toEqual([502, 'application/problem+json']);
  expect(await jsonOf(failed)).toMatchObject({
    detail: 'The server responded with status 500 (Internal Server Error)',
  });
  expect(await jsonOf(await site.call(`/${id}`))).toMatchObject({
    lastProblem: expect.stringMatching(/500/),
  });
  expect((await site.call('/none/refresh', 'POST')).status).toBe(404);
  expect((await site.call(`/${id}/refresh`)).headers.get('Allow')).toBe('POST');
});

const calendarPage = (...feeds: string[]) =>
  `<html><head>${feeds.map((feed) => `<link rel="alternate" type="text/calendar" href="${feed}">`).join('')}</head></html>`;

test('of a web page its feed is added, with what fits it; what is sent counts', async () => {
  await using site = await openSourceSite({ '/events': calendarPage('/library.ics') });
  const added = await site.call('', 'POST', { address: `${site.server.url}events`, trust: 'publish' });
  const source = await jsonOf(added);
  expect([added.status, source]).toMatchObject([
    201,
    {
      ...{ address: `${site.server.url}library.ics`, name: 'Carver Library', feeds: 'events' },
      trust: 'publish',
    },
  ]);
  const named = await site.call('', 'POST', { address: `${site.server.url}paper.xml`, name: 'Paper' });
  const { id } = await jsonOf(named);
  const changed = await site.call(`/${id}`, 'PATCH', { address: `${site.server.url}events` });
  expect([changed.status, (await jsonOf(changed)).errors]).toMatchObject([409, [{ field: 'address' }]]);
  expect(await jsonOf(await site.call(`/${id}`))).toMatchObject({ address: `${site.server.url}paper.xml` });
});

test('a web page that leads to several feeds or to none is refused with what was found', async () => {
  await using site = await openSourceSite({ '/empty': calendarPage() });
  const { id } = await jsonOf(await site.call('', 'POST', { address: `${site.server.url}library.ics` }));
  const found = [
    { address: `${site.server.url}library.ics`, format: 'ics', dates: 2 },
    { address: `${site.server.url}paper.xml`, name: 'The Ledger', format: 'rss', items: 1 },
  ];
  const message = 'This page leads to several sources. Send one of them';
  for (const [path, problem, list] of [
    ['whats-on', message, found],
    ['empty', 'This web page describes no events or news, and links to no feed', undefined],
  ] as const)
    for (const [method, target] of [
      ['POST', ''],
      ['PATCH', `/${id}`],
    ] as const) {
      const response = await site.call(target, method, { address: site.server.url + path });
      expect([method, path, response.status, await jsonOf(response)]).toMatchObject([
        ...[method, path, 422],
        { detail: problem, errors: [{ field: 'address', message: problem }], ...(list && { found: list }) },
      ]);
    }
  const chosen = await site.call('', 'POST', { address: `${site.server.url}paper.xml` });
  expect(chosen.status).toBe(201);
  expect((await jsonOf(await site.call(''))).items).toHaveLength(2);
});

test('an address whose server sends nothing at the moment is added as it is', async () => {
  await using site = await openSourceSite({ '/broken': 500 });
  for (const address of [`${site.server.url}broken`, `${site.server.url}gone`]) {
    const added = await site.call('', 'POST', { address });
    expect([added.status, await jsonOf(added)]).toMatchObject([201, { address, feeds: 'news' }]);
  }
});

test('R-37 an address or a port that may not be fetched is refused when it is added', async () => {
  await using site = await openSourceSite();
  const { id } = await jsonOf(await site.call('', 'POST', { address: `${site.server.url}library.ics` }));
  for (const [address, reason] of [
    ['http://paper.example:25/feed', 'port 25 is not allowed'],
    ['http://10.0.0.1/feed', 'it is not on the public network'],
    ['http://localhost/feed', 'it is not on the public network'],
  ] as const) {
    const message = `This address is not allowed: ${reason}`;
    for (const [method, target] of [
      ['POST', ''],
      ['POST', '/preview'],
      ['PATCH', `/${id}`],
    ] as const) {
      const response = await site.call(target, method, { address });
      expect([response.status, await jsonOf(response)], `${method} ${target} ${address}`).toMatchObject([
        ...[422, { detail: message, errors: [{ field: 'address', message }] }],
      ]);
    }
    const settings = {
      name: 'Paper',
      feeds: 'news',
      trust: 'review',
      rank: 'primary',
      zone: '',
      every: '60',
    };
    for (const path of ['add', `${id}/change`, `${id}/address`]) {
      const refused = await site.send(`/admin/sources/${path}`, { ...settings, address });
      const html = await refused.text();
      expect([path, refused.status, html.includes(message)]).toEqual([path, 422, true]);
      expect(html).toContain(address);
    }
    const listed = await site.send('/admin/sources/import', {
      ...{ address, name: 'Paper', feeds: 'news', chosen: address },
    });
    expect([listed.status, (await listed.text()).includes(`${address}: ${message}.`)]).toEqual([422, true]);
  }
  expect(site.asked.filter((path) => path !== '/' && path !== '/library.ics')).toEqual([]);
  expect((await jsonOf(await site.call(''))).items).toHaveLength(1);
});

test('a webcal: address is tried with https, then with http', async () => {
  await using site = await openSourceSite();
  const address = `webcal://${site.server.host}/library.ics`;
  const added = await site.call('', 'POST', { address });
  const source = await jsonOf(added);
  expect([added.status, source]).toMatchObject([201, { address: `${site.server.url}library.ics` }]);
  await site.call(`/${source.id}`, 'DELETE');
  const sent = { name: 'Library', feeds: 'events', trust: 'review', rank: 'primary', zone: '', every: '60' };
  expect((await site.send('/admin/sources/add', { ...sent, address })).status).toBe(303);
  expect((await jsonOf(await site.call(''))).items).toMatchObject([
    { address: `${site.server.url}library.ics` },
  ]);
});

test('a refresh that takes long says where to look before the connection is cut off', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<ServerResponse>();
  await using site = await openSourceSite();
  const address = `${site.server.url}library.ics`;
  const { id } = await jsonOf(await site.call('', 'POST', { address, feeds: 'events' }));
  site.answers['/library.ics'] = (_request, response) => reach(response);
  const refresh = (prefer: string) => site.call(`/${id}/refresh`, 'POST', undefined, { Prefer: prefer });
  const waited = refresh('wait=1');
  await reached;
  for (const response of [await waited, await refresh('respond-async')]) {
    expect([response.status, response.headers.get('Location')]).toEqual([202, `/api/v1/sources/${id}`]);
    expect(await jsonOf(response)).toMatchObject({ id, address, state: 'working', lastCheckAt: null });
  }
  site.answers['/library.ics'] = libraryCalendar;
  expect(await jsonOf(await refresh('wait=99'))).toMatchObject({ found: 2, new: 2 });
  expect(await jsonOf(await site.call(`/${id}`))).toMatchObject({ lastCheckAt: expect.any(String) });
});

test('the OpenAPI document names the new statuses', async () => {
  await using site = await openSourceSite();
  // biome-ignore lint/suspicious/noExplicitAny: a large document
  const { paths } = (await (await site.fetch('/api/openapi.json')).json()) as any;
  const refresh = paths['/api/v1/sources/{id}/refresh'].post.responses;
  expect(Object.keys(refresh)).toEqual([
    ...['200', '202', '401', '403', '404', '409', '500', '502', '503', '507'],
  ]);
  expect(refresh['202'].headers).toHaveProperty('Location');
  for (const { responses } of [paths['/api/v1/sources'].post, paths['/api/v1/sources/{id}'].patch])
    expect(JSON.stringify(responses['422'])).toContain('The addresses to choose from');
});

test('R-18 only the administrator and tokens that can write use it', async () => {
  await using site = await openSourceSite();
  const read = await createApiToken(site.write, { name: 'r', scope: 'read', days: 1 }, site.services.now());
  const write = await createApiToken(site.write, { name: 'w', scope: 'write', days: 1 }, site.services.now());
  const statusWith = async (headers: Record<string, string>) =>
    (await site.fetch('/api/v1/sources', { headers })).status;
  expect(await statusWith({})).toBe(401);
  expect(await statusWith(await site.asMember())).toBe(403);
  expect(await statusWith({ Authorization: `Bearer ${read}` })).toBe(403);
  expect(await statusWith({ Authorization: `Bearer ${write}` })).toBe(200);
});
