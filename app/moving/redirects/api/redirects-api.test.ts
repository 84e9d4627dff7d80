import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';

const PATH = '/api/v1/redirects';

async function openApi() {
  const site = await openSite();
  const token = await createApiToken(site.write, { name: 'w', scope: 'write', days: 1 }, site.services.now());
  const call = async (method: string, body?: object, query = '') => {
    const response = await site.fetch(PATH + query, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await response.text();
    // biome-ignore lint/suspicious/noExplicitAny: responses of several calls
    return { status: response.status, json: text ? (JSON.parse(text) as any) : undefined };
  };
  return { site, call, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('a redirect is added, replaced, listed and removed, and works at once', async () => {
  await using api = await openApi();
  const { site, call } = api;
  const added = await call('POST', { from: 'https://old.example/2024/fair/', to: '/articles' });
  expect(added).toEqual({
    status: 201,
    json: { from: '/2024/fair', to: '/articles', createdAt: '2026-11-20T22:00:00.000Z' },
  });
  expect(await locationOf(site, '/2024/fair/')).toBe('/articles');
  const changed = await call('POST', { from: '/2024/fair', to: 'http://localhost:3000/events' });
  expect(changed).toMatchObject({ status: 200, json: { to: '/events' } });
  expect(await call('GET')).toMatchObject({
    status: 200,
    json: { items: [{ from: '/2024/fair', to: '/events' }], next: null, previous: null },
  });
  expect((await call('DELETE', { from: '/2024/fair', to: '/other' })).status).toBe(404);
  expect((await call('DELETE', { from: '/2024/fair/', to: '/events' })).status).toBe(204);
  expect((await call('DELETE', undefined, '?from=/2024/fair')).status).toBe(404);
  expect((await site.fetch('/2024/fair')).status).toBe(404);
  expect(await site.page('/admin/activity', await site.asAdmin())).toContain('Removed the redirect of');
});

async function locationOf(site: TestSite, path: string): Promise<string | null> {
  return (await site.fetch(path)).headers.get('Location');
}

test('the list is paged by keys, and shows those that begin with a path', async () => {
  await using api = await openApi();
  for (let n = 0; n < 5; n++) await api.call('POST', { from: `/a/${n}`, to: '/about' });
  await api.call('POST', { from: '/b', to: '/about' });
  const seen: string[] = [];
  for (let after = ''; ; ) {
    const { json } = await api.call('GET', undefined, `?limit=2&q=/a/${after && `&after=${after}`}`);
    seen.push(...json.items.map(({ from }: { from: string }) => from));
    if (!json.next) break;
    after = json.next;
  }
  expect(seen).toEqual(['/a/0', '/a/1', '/a/2', '/a/3', '/a/4']);
  expect((await api.call('GET', undefined, '?limit=0')).status).toBe(400);
  expect((await api.call('GET', undefined, '?after=x')).status).toBe(400);
});

test('wrong fields are named with 422, unknown ones with 400', async () => {
  await using api = await openApi();
  await api.call('POST', { from: '/one', to: '/two' });
  for (const [body, status, field] of [
    [{ from: '/', to: '/about' }, 422, 'from'],
    [{ from: 'old', to: '/about' }, 422, 'from'],
    [{ from: '/old', to: 'javascript:alert(1)' }, 422, 'to'],
    [{ from: '/old', to: '//evil.example' }, 422, 'to'],
    [{ from: '/two', to: '/one' }, 422, 'to'],
    [{ from: '/old' }, 422, 'to'],
    [{ from: '/old', to: 7 }, 422, 'to'],
    [{ from: '/old', to: '/about', color: 'red' }, 400, 'color'],
  ] as const) {
    const response = await api.call('POST', body);
    expect([body, response.status, response.json.errors[0].field]).toEqual([body, status, field]);
  }
  expect((await api.call('POST')).status).toBe(400);
  expect((await api.call('DELETE')).status).toBe(422);
  expect((await api.call('PUT', {})).status).toBe(405);
});

test('R-18 only the administrator and tokens that can write use it', async () => {
  await using api = await openApi();
  const { site } = api;
  const token = await createApiToken(site.write, { name: 'r', scope: 'read', days: 1 }, site.services.now());
  const statusWith = async (headers: Record<string, string>) => (await site.fetch(PATH, { headers })).status;
  expect(await statusWith({})).toBe(401);
  expect(await statusWith(await site.asMember())).toBe(403);
  expect(await statusWith({ Authorization: `Bearer ${token}` })).toBe(403);
  expect(await statusWith(await site.asAdmin())).toBe(200);
});

test("the site's own addresses can't be redirected, also where nothing is at the moment", async () => {
  await using api = await openApi();
  const own = [
    ...[
      '/setup',
      '/setup/restore',
      '/metrics',
      '/api',
      '/api/v2/x',
      '/API/v1/articles',
      '/admin',
      '/admin/none',
    ],
    ...['/reset/x', '/verify/x/y', '/preview/x', '/newsletter/unsubscribe', '/newsletter/confirm/', '/login'],
    ...[
      '/about',
      '/articles',
      '/events.ics',
      '/NotFound/x',
      '/healthz',
      '/media/x.jpg',
      '/assets/x.js',
      '/%73etup',
    ],
    ...['/feeds/all.rss', '/feeds/events.json', '/feeds/search.atom'],
    ...readdirSync(new URL('../../../../public/', import.meta.url)).map((name) => `/${name}`),
    ...['/setup/index.php', 'http://localhost:3000/setup?p=3', '/.well-known/x', '/sitemap.xml'],
  ];
  for (const from of own) {
    const { status, json } = await api.call('POST', { from, to: '/articles' });
    expect([from, status, json.errors?.[0]]).toEqual([
      from,
      422,
      { field: 'from', message: 'This address belongs to the site itself' },
    ]);
  }
  for (const from of [
    '/articles/old',
    '/events/1/fair',
    '/newsletter/2024-05-01',
    '/tags/x',
    '/feeds/posts.xml',
    '/setup.php',
    '/?p=1',
  ])
    expect([from, (await api.call('POST', { from, to: '/about' })).status]).toEqual([from, 201]);
});
