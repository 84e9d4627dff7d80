import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ADMIN, openSite } from '../tests/open-site.ts';
import { seedSample } from '../tests/seed-sample.ts';
import { explainError } from './explain-error.ts';

test("without a database every page is a 503 in the site's design", async () => {
  await using site = await openSite({ migrated: false });
  for (const path of ['/articles', '/events', '/login', '/admin', '/nope']) {
    const response = await site.fetch(path);
    expect(response.status).toBe(503);
    const html = await response.text();
    expect(html).toContain('Database is not initialized.');
    expect(html).toContain('class="masthead');
    expect(html).not.toMatch(/no such table|at .*\.ts|Error:|Maple Hollow/);
  }
  const api = await site.fetch('/api/v1/articles');
  expect([api.status, api.headers.get('Content-Type')]).toEqual([503, 'application/problem+json']);
  expect((await site.fetch('/healthz')).status).toBe(200);
  const ready = await site.fetch('/readyz');
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ status: 'unavailable', reason: expect.any(String) });
});

test('a migrated database is ready', async () => {
  await using site = await openSite();
  const ready = await site.fetch('/readyz');
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
});

test.each([
  ['/articles/%E0%A4%A', 400],
  ['/%', 400],
  ['/articles/%00', 400],
  [`/articles?x=${'x'.repeat(5000)}`, 414],
  ['/nope', 404],
  ['/NotFound/anything', 404],
  ['/articles/a/b/c', 404],
  ['/wp-login.php', 404],
])('%s is answered with %i in the look of the site', async (path, status) => {
  await using site = await openSite();
  const response = await site.fetch(path);
  expect(response.status).toBe(status);
  const html = await response.text();
  expect(html).toContain('class="masthead');
  expect(html).toContain(`>${status}</h1>`);
  expect(html).toContain('Go Home');
});

test.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])(
  '%s on a page is a 405 with the allowed methods',
  async (method) => {
    await using site = await openSite();
    const response = await site.fetch('/articles', { method, headers: { Origin: site.origin } });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, POST']);
  },
);

test('a POST to a page without an action is a 405', async () => {
  await using site = await openSite();
  expect((await site.post('/articles', { a: 'b' })).status).toBe(405);
});

test('HEAD returns the same as GET, without a body', async () => {
  await using site = await openSite();
  const response = await site.fetch('/articles', { method: 'HEAD' });
  expect(response.status).toBe(200);
});

test('a body of 1 MiB and one byte is refused, one of 1 MiB is accepted', async () => {
  await using site = await openSite();
  const body = (bytes: number) => `theme=${'x'.repeat(bytes - 'theme='.length)}`;
  const headers = { Origin: site.origin, 'Content-Type': 'application/x-www-form-urlencoded' };
  const send = (bytes: number) =>
    site.fetch('/preferences/theme', { method: 'POST', body: body(bytes), headers });
  expect((await send(1024 * 1024 + 1)).status).toBe(413);
  expect((await send(1024 * 1024)).status).toBe(303);
});

test('a compressed request is refused', async () => {
  await using site = await openSite();
  const headers = { Origin: site.origin, 'Content-Encoding': 'gzip' };
  expect((await site.fetch('/preferences/theme', { method: 'POST', body: 'x', headers })).status).toBe(415);
});

test('the theme is a cookie that the next page uses, and the redirect stays on the site', async () => {
  await using site = await openSite();
  const response = await site.post(
    '/preferences/theme',
    { theme: 'dark' },
    { Referer: `${site.origin}/news?page=2` },
  );
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/news?page=2']);
  const cookie = response.headers.get('Set-Cookie') ?? '';
  expect(cookie).toMatch(/^theme=dark; .*SameSite=Lax; HttpOnly/);
  expect(await site.page('/articles', { Cookie: 'theme=dark' })).toContain('data-theme="dark"');
  expect(await site.page('/articles', { Cookie: 'theme="><script>' })).not.toMatch(/<html[^>]* data-theme/);
  const foreign = await site.post(
    '/preferences/theme',
    { theme: 'dark' },
    { Referer: 'https://evil.example/x' },
  );
  expect(foreign.headers.get('Location')).toBe('/articles');
});

test('every response has the security headers', async () => {
  await using site = await openSite();
  for (const path of ['/articles', '/nope', '/', '/healthz', '/api/v1/articles', '/api/nope', '/%']) {
    const { headers } = await site.fetch(path);
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    expect(headers.get('Content-Security-Policy')).not.toContain('unsafe');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Referrer-Policy')).toBeTruthy();
    expect(headers.get('X-Powered-By')).toBeNull();
  }
});

test('pages for logged-in users are not cached', async () => {
  await using site = await openSite();
  const headers = await site.asMember();
  expect((await site.fetch('/articles', { headers })).headers.get('Cache-Control')).toBe('private, no-store');
});

test.each([
  ['Port 3000 on 127.0.0.1 is already in use.', { code: 'EADDRINUSE', port: 3000, address: '127.0.0.1' }],
  ['PostgreSQL does not respond', { code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' }],
  ['is not writable', { message: 'unable to open database file' }],
  ['The disk is full', { code: 'ENOSPC' }],
  ['is damaged', { message: 'file is not a database' }],
  [
    'newer version',
    { name: 'NewerDatabaseError', message: 'The database was written by a newer version of Belfry.' },
  ],
])('a start that fails says in one line: %s', (line, failure) => {
  const text = explainError(failure);
  expect(text).toContain(line);
  expect(text).not.toContain('\n');
});

test('forms work behind a proxy that changes Host, and on each name of loopback', async () => {
  const login = { email: ADMIN.email, password: ADMIN.password };
  await using proxied = await openSite({ environment: { BELFRY_URL: 'https://town.example' } });
  await proxied.asAdmin();
  const throughProxy = await proxied.post('/login', login, {
    Origin: 'https://town.example',
    Host: '10.0.0.1:3000',
  });
  expect([throughProxy.status, throughProxy.headers.get('Location')]).toEqual([303, '/articles']);
  await using local = await openSite();
  await local.asAdmin();
  const byAddress = await local.post('/login', login, {
    Origin: 'http://127.0.0.1:3000',
    Host: '127.0.0.1:3000',
  });
  expect(byAddress.status).toBe(303);
  const other = await local.post('/login', login, {
    Origin: 'http://127.0.0.1:4000',
    Host: '127.0.0.1:3000',
    Cookie: 'a=b',
  });
  expect(other.status).toBe(403);
});

test("an error page keeps the town's header and the user's menu", async () => {
  await using site = await openSite();
  await site.write.insertInto('town_setting').values({ name: 'title', value: 'Elm Falls Post' }).execute();
  const html = await (await site.post('/about', { a: 'b' }, await site.asAdmin())).text();
  expect(html).toContain('Elm Falls Post');
  expect(html).toContain('href="/logout"');
  await sql`drop table "town_setting"`.execute(site.write);
  const failed = await site.fetch('/about');
  expect(failed.status).toBe(503);
  expect(await failed.text()).toContain('Elm Falls Post');
});

test.each(['/about', '/articles', '/healthz', '/readyz', '/account/data', '/events/x.ics'])(
  'POST %s is a 405 with the allowed methods',
  async (path) => {
    await using site = await openSite();
    const response = await site.post(path, { a: 'b' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.text()).toContain('class="masthead');
  },
);

test('an unexpected error is a page or a problem document with a reference, wherever it happens', async () => {
  await using site = await openSite();
  await seedSample(site);
  await site.write.updateTable('article').set({ pubDate: 9e15 }).execute();
  const page = await site.fetch('/articles/i1');
  const html = await page.text();
  expect(page.status).toBe(500);
  expect(html).toContain('class="masthead');
  expect(html).toMatch(/mention the reference <code>[0-9a-f]{10}<\/code>/);
  expect(page.headers.get('X-Content-Type-Options')).toBe('nosniff');
  const breakOff = () => {
    const body = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    return { method: 'PUT', body, duplex: 'half', headers: { Authorization: 'Bearer x' } } as RequestInit;
  };
  const call = await site.fetch('/api/v1/articles/i1', breakOff());
  expect(call.status).toBe(500);
  expect(await call.json()).toMatchObject({
    status: 500,
    detail: expect.stringMatching(/^Reference \w{10}\.$/),
  });
});
