/** Requests that other sites make a browser send change nothing. */
import { expect, test } from 'vitest';
import { ADMIN, openSite } from '../../tests/open-site.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';
import { hashOfDatabase } from '../../tests/whole-database.ts';

const elsewhere = { Origin: 'https://evil.example' };
const fromElsewhere = { ...elsewhere, 'Sec-Fetch-Site': 'cross-site' };
const fromASister = { 'Sec-Fetch-Site': 'same-site' };
const fromNowhere = { Origin: 'null' };

const attacks: [string, Record<string, string>][] = [
  ['another site', elsewhere],
  ['another site, said by the browser', fromElsewhere],
  ['a sister site', fromASister],
  ['a sandboxed frame', fromNowhere],
  ['nothing said, with a cookie', {}],
  ['the lying twin of our origin', { Origin: 'http://localhost:3000.evil.example' }],
  ['a text browser on another site', { Referer: 'https://evil.example/http://localhost:3000/' }],
  ['a text browser on the lying twin', { Referer: 'http://localhost:3000.evil.example/' }],
  ['a user name like our host', { Referer: 'http://localhost:3000@evil.example/' }],
  ['a referrer that is no address', { Referer: '/admin/articles' }],
  ['a referrer of no origin', { Referer: 'data:text/html,x' }],
  ['our page, but another origin', { Referer: 'http://localhost:3000/', Origin: 'https://evil.example' }],
];

const forms: [string, Record<string, string>][] = [
  ['/admin/articles', { id: 'i1' }],
  ['/admin/settings', { title: 'Mine' }],
  ['/admin/settings/tokens', { name: 'mine', scope: 'write', days: '365' }],
  ['/account', {}],
  ['/account/deletion', {}],
  ['/account/sessions', {}],
  ['/logout', {}],
  ['/login', { email: ADMIN.email, password: ADMIN.password }],
  ['/login?mode=register', { email: 'new@example.org', password: 'a long enough password' }],
];

test('R-19 a form that another site sends with a user’s cookie is a 403, and nothing changes', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const before = await hashOfDatabase(site.write);
  for (const [who, headers] of attacks) {
    for (const [path, fields] of forms) {
      const body = new URLSearchParams(fields);
      const response = await site.fetch(path, { method: 'POST', body, headers: { ...headers, ...admin } });
      expect([who, path, response.status]).toEqual([who, path, 403]);
      expect(response.headers.has('Set-Cookie')).toBe(false);
    }
  }
  expect(await hashOfDatabase(site.write)).toBe(before);
  expect((await site.fetch('/admin', { headers: admin })).status).toBe(200);
});

test('R-19 JSON sent as plain text, which needs no CORS preflight, is a 403 and writes nothing', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const before = await hashOfDatabase(site.write);
  const body = JSON.stringify(sampleInputs.polls);
  for (const [who, headers] of attacks) {
    for (const method of ['PUT', 'PATCH', 'POST', 'DELETE']) {
      const all = { 'Content-Type': 'text/plain', ...headers, ...admin };
      const init = method === 'DELETE' ? { method, headers: all } : { method, headers: all, body };
      expect([who, method, (await site.fetch('/api/v1/polls/i1', init)).status]).toEqual([who, method, 403]);
    }
  }
  const own = { 'Content-Type': 'text/plain', Origin: site.origin, ...admin };
  const response = await site.fetch('/api/v1/polls/i1', { method: 'PUT', headers: own, body });
  expect(response.status).toBe(415);
  expect(await hashOfDatabase(site.write)).toBe(before);
});

test('R-19 no other site can log anyone in or out, with or without a cookie', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const before = await hashOfDatabase(site.write);
  for (const headers of [elsewhere, fromElsewhere, fromASister, fromNowhere]) {
    const body = new URLSearchParams({ email: ADMIN.email, password: ADMIN.password });
    const login = await site.fetch('/login', { method: 'POST', body, headers });
    expect([login.status, login.headers.has('Set-Cookie')]).toEqual([403, false]);
    const logout = await site.fetch('/logout', { headers: { ...headers, ...admin } });
    expect(logout.headers.has('Set-Cookie')).toBe(false);
  }
  expect(await hashOfDatabase(site.write)).toBe(before);
});

test('R-19 if two headers disagree, the stricter one counts, and a form without an initiating page is refused', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (const headers of [
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: site.origin },
    { 'Sec-Fetch-Site': 'none' },
  ] as Record<string, string>[]) {
    const body = new URLSearchParams({ name: 'theirs', scope: 'read', days: '30' });
    const asked = { ...headers, ...admin };
    expect(
      (await site.fetch('/admin/settings/tokens', { method: 'POST', body, headers: asked })).status,
    ).toBe(403);
  }
});

test('R-19 the site’s own pages are accepted, by any one of the headers', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  for (const own of [
    { Origin: site.origin },
    { 'Sec-Fetch-Site': 'same-origin' },
    { Referer: `${site.origin}/admin/settings?part=tokens` },
  ] as Record<string, string>[]) {
    const body = new URLSearchParams({ name: 'ours', scope: 'read', days: '30' });
    const headers = { ...own, ...admin };
    expect((await site.fetch('/admin/settings/tokens', { method: 'POST', body, headers })).status).toBe(200);
  }
});

test('R-19 a text browser, which sends only a Referer, can log out', async () => {
  await using site = await openSite();
  const headers = { Referer: `${site.origin}/logout`, ...(await site.asMember('june@example.org')) };
  const response = await site.fetch('/logout', { method: 'POST', body: new URLSearchParams(), headers });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/login']);
  expect((await site.fetch('/account', { headers })).headers.get('Location')).toContain('/login');
});
