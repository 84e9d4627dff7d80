import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';

const june = { email: 'june@example.org', password: 'river in spring' };
const START = Date.parse('2026-11-20T22:00:00Z');

async function openMember(site: TestSite) {
  const registered = await site.post('/login?mode=register', june);
  const Cookie = registered.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  return (method: string, body?: unknown, headers: Record<string, string> = {}) =>
    site.fetch('/api/v1/me', {
      method,
      headers: { Cookie, Origin: site.origin, 'Content-Type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
}

test('GET /api/v1/me returns everything stored about the logged-in user, and nothing to anyone else', async () => {
  await using site = await openSite();
  const call = await openMember(site);
  const response = await call('GET');
  expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'private, no-store']);
  expect(await response.json()).toMatchObject({
    email: june.email,
    emailVerified: false,
    newsletterOptIn: false,
    signInMethods: [{ method: 'password' }],
    sessions: [{}],
    activity: [{ action: 'registered', address: '127.0.0.1' }, { action: 'signed-in' }].reverse(),
  });
  for (const Authorization of ['', 'Bearer blf_x']) {
    const stranger = await site.fetch('/api/v1/me', Authorization ? { headers: { Authorization } } : {});
    expect([stranger.status, stranger.headers.get('Content-Type')]).toEqual([
      401,
      'application/problem+json',
    ]);
  }
});

test('PATCH /api/v1/me changes the opt-in and nothing else', async () => {
  await using site = await openSite();
  const call = await openMember(site);
  expect(await (await call('PATCH', { newsletterOptIn: true })).json()).toMatchObject({
    newsletterOptIn: true,
  });
  expect(await (await call('PATCH', {})).json()).toMatchObject({ newsletterOptIn: true });
  const wrong = await call('PATCH', { newsletterOptIn: 'yes' });
  expect([wrong.status, (await wrong.json()).errors]).toMatchObject([422, [{ field: 'newsletterOptIn' }]]);
  const unknown = await call('PATCH', { email: 'other@example.org' });
  expect([unknown.status, (await unknown.json()).errors]).toMatchObject([400, [{ field: 'email' }]]);
  expect((await call('PATCH', {}, { 'Content-Type': 'text/plain' })).status).toBe(415);
  expect((await call('PATCH', { newsletterOptIn: false }, { Origin: 'https://evil.example' })).status).toBe(
    403,
  );
  expect((await call('PUT', {})).headers.get('Allow')).toBe('GET, HEAD, PATCH, DELETE');
});

test('R-17 DELETE /api/v1/me deletes the account, within ten minutes of a proof of identity', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const call = await openMember(site);
  now += 11 * 60 * 1000;
  const late = await call('DELETE');
  expect([late.status, (await late.json()).detail]).toEqual([
    403,
    'Log in again, then delete the account within ten minutes.',
  ]);
  now -= 5 * 60 * 1000;
  const gone = await call('DELETE');
  expect([gone.status, gone.headers.getSetCookie().join()]).toEqual([
    204,
    expect.stringContaining('Max-Age=0'),
  ]);
  expect(await site.write.selectFrom('site_user').selectAll().execute()).toEqual([]);
  expect((await call('GET')).status).toBe(401);
});
