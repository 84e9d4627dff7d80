import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../tests/open-site.ts';
import { listLetters, tokenMailedTo } from '../../tests/people.ts';

const june = { email: 'june@example.org', password: 'river in spring' };
const FRESH = 'snow in November';
const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-20T22:00:00Z');

test('R-09: a forgotten password is replaced with an emailed link, which logs no one in', async () => {
  await using site = await openSite();
  const old = cookieOf(await site.post('/login?mode=register', june));
  expect(await site.page('/login')).toContain('href="/forgot"');
  const asked = await site.post('/forgot', { email: june.email });
  expect(asked.status).toBe(200);
  expect(await asked.text()).toContain('has an account here, we’ve sent an email with a link');
  const path = `/reset/${await tokenMailedTo(site.write, june.email)}`;
  const short = await site.post(path, { password: 'snow' });
  expect(short.status).toBe(400);
  expect(await short.text()).toContain('Use at least 8 characters');
  const done = await site.post(path, { password: FRESH });
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/login?done=reset']);
  // Nobody is logged in; the browser is known from now on.
  expect(done.headers.getSetCookie()).toEqual([expect.stringMatching(/^belfry-dev-device=/)]);
  expect(await site.page('/login?done=reset')).toMatch(/role="status".*Your password has been changed/s);
  expect((await site.fetch('/account', { headers: old })).status).toBe(302);
  expect((await site.post('/login', june)).status).toBe(400);
  expect((await site.post('/login', { ...june, password: FRESH })).status).toBe(303);
  const again = await site.post(path, { password: 'ice in December' });
  expect(again.status).toBe(404);
  expect(await again.text()).toContain('This link no longer works');
});

test('R-09: scanners that open links do no harm, and the pages send no referrer', async () => {
  await using site = await openSite();
  const member = cookieOf(await site.post('/login?mode=register', june));
  const verify = `/verify/${await tokenMailedTo(site.write, june.email)}`;
  await site.post('/forgot', { email: june.email });
  const reset = `/reset/${await tokenMailedTo(site.write, june.email)}`;
  for (const [path, headers] of [
    [verify, member],
    [verify, {}],
    [reset, {}],
  ] as const) {
    for (const method of ['GET', 'HEAD', 'GET']) {
      const response = await site.fetch(path, { method, headers });
      expect(response.status).toBe(200);
      expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
      expect(response.headers.get('Cache-Control')).toBe('private, no-store');
    }
  }
  expect((await site.post(reset, { password: FRESH })).status).toBe(303);
});

test('R-09: the pages of links accept their form although browsers hide its origin', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  const [hidden, theme] = [{ Origin: 'null' }, { Cookie: 'theme=dark' }];
  const verify = `/verify/${await tokenMailedTo(site.write, june.email)}`;
  const foreign = { ...hidden, ...theme, 'Sec-Fetch-Site': 'cross-site' };
  expect((await site.post(verify, june, foreign)).status).toBe(403);
  // Browsers send a form's origin in one header or the other; over plain http some in neither.
  expect((await site.post(verify, june, { ...hidden, ...theme })).status).toBe(303);
  for (const headers of [{ ...hidden, 'Sec-Fetch-Site': 'same-origin' }, hidden]) {
    await site.post('/forgot', { email: june.email });
    const reset = `/reset/${await tokenMailedTo(site.write, june.email)}`;
    expect((await site.post(reset, { password: FRESH }, { ...theme, ...headers })).status).toBe(303);
  }
  expect((await site.post('/forgot', june, { ...hidden, ...theme })).status).toBe(403);
});

test('R-09: a reset link expires after 30 minutes, a verification link after 24 hours', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  await site.post('/login?mode=register', june);
  const verify = `/verify/${await tokenMailedTo(site.write, june.email)}`;
  await site.post('/forgot', { email: june.email });
  const reset = `/reset/${await tokenMailedTo(site.write, june.email)}`;
  now = START + 31 * MINUTE_MS;
  expect((await site.fetch(reset)).status).toBe(404);
  expect((await site.post(reset, { password: FRESH })).status).toBe(404);
  expect((await site.fetch(verify)).status).toBe(200);
  now = START + 24 * 60 * MINUTE_MS;
  expect((await site.fetch(verify)).status).toBe(404);
  expect((await site.post(verify, { password: FRESH })).status).toBe(404);
});

test('R-09: links are stored as hashes and built from the public origin, whatever a request says', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  await site.post(
    '/forgot',
    { email: june.email },
    { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' },
  );
  const letters = await listLetters(site.write, june.email);
  expect(letters).toHaveLength(2);
  for (const { url, text } of letters) {
    expect(url).toMatch(/^http:\/\/localhost:3000\/(verify|reset)\/[\w-]{43}$/);
    expect(`${url} ${text}`).not.toContain('evil');
  }
  const token = await tokenMailedTo(site.write, june.email);
  const kept = await site.write.selectFrom('address_proof').selectAll().execute();
  expect(JSON.stringify(kept)).not.toContain(token);
});

test('R-09: if several requests use one link at once, one succeeds', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  await site.post('/forgot', { email: june.email });
  const path = `/reset/${await tokenMailedTo(site.write, june.email)}`;
  const tries = Array.from({ length: 8 }, (_, n) => site.post(path, { password: `${FRESH} ${n}` }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 404)).toHaveLength(7);
});

test('R-09: an address gets at most three emails an hour and six a day', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const statuses: number[] = [];
  for (const tries of [4, 4, 1]) {
    for (let n = 0; n < tries; n++) statuses.push((await site.post('/forgot', { email: june.email })).status);
    now += 61 * MINUTE_MS;
  }
  expect(statuses).toEqual([200, 200, 200, 429, 200, 200, 200, 429, 429]);
});

test('R-09: a network triggers at most ten emails an hour', async () => {
  let address = '2001:db8::1';
  await using site = await openSite({ address: () => address });
  const ask = (n: number) => site.post('/forgot', { email: `n${n}@example.org` });
  for (let n = 0; n < 10; n++) expect((await ask(n)).status).toBe(200);
  address = '2001:db8::ffff:2';
  const held = await ask(10);
  expect([held.status, held.headers.get('Retry-After')]).toEqual([429, '3600']);
  expect(await held.text()).toContain('Please wait 60 minutes');
  address = '2001:db8:0:1::1';
  expect((await ask(11)).status).toBe(200);
});

test('R-05: requesting a link returns the same whether or not the address has an account', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  const page = async (email: string) => {
    const response = await site.post('/forgot', { email });
    return { status: response.status, html: comparable(await response.text(), email) };
  };
  expect(await page('nobody@example.org')).toEqual(await page(june.email));
  expect(await listLetters(site.write, 'nobody@example.org')).toEqual([]);
});

test('R-05: registering an address that another account holds looks like any other registration, and its holder is notified', async () => {
  await using site = await openSite();
  await site.asAdmin();
  const taken = await site.post('/login?mode=register', { ...june, email: 'editor@example.org' });
  const fresh = await site.post('/login?mode=register', june);
  const seen = (response: Response) => [
    response.status,
    [...response.headers].filter(([name]) => name !== 'set-cookie'),
    response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, '')),
  ];
  expect(seen(taken)).toEqual(seen(fresh));
  expect((await site.fetch('/admin', { headers: cookieOf(taken) })).headers.get('Location')).toBe('/');
  expect((await listLetters(site.write, 'editor@example.org')).map(({ kind }) => kind)).toContain(
    'account-exists',
  );
  expect((await listLetters(site.write, june.email)).map(({ kind }) => kind)).toEqual(['verify-address']);
});

test('R-12: an account that only claims the administrator’s address is redirected from /admin and refused by the API', async () => {
  await using site = await openSite();
  for (const [n, email] of ['editor@example.org', 'EDITOR@Example.org', 'editor+1@example.org'].entries()) {
    const entry = { email, password: `river in spring ${n}` };
    const member = cookieOf(await site.post('/login?mode=register', entry));
    expect((await site.fetch('/account', { headers: member })).status).toBe(200);
    expect((await site.fetch('/admin', { headers: member })).headers.get('Location')).toBe('/');
    const headers = { ...member, Origin: site.origin, 'Content-Type': 'application/json' };
    const call = await site.fetch('/api/v1/polls/x', { method: 'PUT', headers, body: '{}' });
    expect(call.status).toBe(403);
    expect(await call.text()).toContain('User is not logged in or is not an admin.');
  }
});

test('R-11: the link asks for one button in the browser that registered, and for a password in any other', async () => {
  await using site = await openSite();
  const member = cookieOf(await site.post('/login?mode=register', june));
  const path = `/verify/${await tokenMailedTo(site.write, june.email)}`;
  const own = await site.page(path, member);
  expect(own).toContain('Confirm my address');
  expect(own).not.toContain('type="password"');
  expect(own).not.toContain('This was not me');
  const other = await site.page(path);
  expect(other).toContain('type="password"');
  expect(other).toContain('This was not me');
  expect(await site.page('/account', member)).toContain('is not confirmed yet');
  const done = await site.post(path, {}, member);
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/account?verified']);
  expect(await site.page('/account?verified', cookieOf(done))).toMatch(
    /Your email address is confirmed.*is confirmed\./s,
  );
});

test('R-11: opening the link elsewhere allows saying that it was not you, but no other site can send that', async () => {
  await using site = await openSite();
  const member = cookieOf(await site.post('/login?mode=register', june));
  const path = `/verify/${await tokenMailedTo(site.write, june.email)}`;
  const foreign = await site.post(`${path}/refusal`, {}, { Origin: 'https://evil.example' });
  expect(foreign.status).toBe(403);
  expect((await site.fetch(path)).status).toBe(200);
  const done = await site.post(`${path}/refusal`, {});
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/login?done=refused']);
  expect((await site.fetch('/account', { headers: member })).status).toBe(302);
  expect((await site.fetch(path)).status).toBe(404);
  expect((await site.post('/login', june)).status).toBe(400);
});

test('R-11: the link can be emailed again from the account page, three times an hour', async () => {
  await using site = await openSite();
  const member = cookieOf(await site.post('/login?mode=register', june));
  expect(await site.page('/account', member)).toContain('Send the link again');
  const places = [];
  for (let n = 0; n < 3; n++)
    places.push((await site.post('/account/verification', {}, member)).headers.get('Location'));
  expect(places).toEqual(['/account?mailed', '/account?mailed', '/account?wait=60']);
  expect(await site.page('/account?wait=60', member)).toContain('Please wait 60 minutes');
});

test('R-08: an address changes when the new one is verified; the old one is notified and other sessions end', async () => {
  await using site = await openSite();
  const member = await proven(site);
  const elsewhere = cookieOf(await site.post('/login', june));
  await site.post('/forgot', { email: june.email });
  const reset = `/reset/${await tokenMailedTo(site.write, june.email)}`;
  const asked = await site.post('/account/address', { email: 'June.Brook@Example.org' }, member);
  expect([asked.status, asked.headers.get('Location')]).toEqual([303, '/account?mailed']);
  expect(await site.page('/account', member)).toContain('june@example.org is confirmed');
  const path = `/verify/${await tokenMailedTo(site.write, 'june.brook@example.org')}`;
  expect(await site.page(path)).toContain('To switch to this address');
  expect((await site.post(path, { password: FRESH })).status).toBe(403);
  const done = await site.post(path, {}, member);
  expect(done.status).toBe(303);
  expect(await site.page('/account', cookieOf(done))).toContain('june.brook@example.org');
  for (const headers of [member, elsewhere])
    expect((await site.fetch('/account', { headers })).status).toBe(302);
  expect((await site.fetch(reset)).status).toBe(404);
  expect((await listLetters(site.write, june.email)).map(({ kind }) => kind)).toContain('address-changed');
  expect((await site.post('/login', june)).status).toBe(400);
  expect((await site.post('/login', { ...june, email: 'june.brook@example.org' })).status).toBe(303);
});

test('R-08: changing the password ends reset links and notifies the owner', async () => {
  await using site = await openSite();
  const member = await proven(site);
  await site.post('/forgot', { email: june.email });
  const reset = `/reset/${await tokenMailedTo(site.write, june.email)}`;
  const change = { currentPassword: june.password, newPassword: FRESH };
  expect((await site.post('/account/password', change, member)).status).toBe(303);
  expect((await site.fetch(reset)).status).toBe(404);
  expect((await listLetters(site.write, june.email)).map(({ kind }) => kind)).toContain('password-changed');
});

test('R-12: a member who changes to the administrator’s address needs a password that is long enough', async () => {
  await using site = await openSite();
  const member = await proven(site);
  await site.post('/account/address', { email: 'editor@example.org' }, member);
  const path = `/verify/${await tokenMailedTo(site.write, 'editor@example.org')}`;
  expect((await site.post(path, {}, member)).status).toBe(303);
  expect((await site.post('/login', { ...june, email: 'editor@example.org' })).status).toBe(400);
  await site.post('/forgot', { email: 'editor@example.org' });
  const reset = `/reset/${await tokenMailedTo(site.write, 'editor@example.org')}`;
  expect((await site.post(reset, { password: 'elevenchars' })).status).toBe(400);
  expect((await site.post(reset, { password: FRESH })).status).toBe(303);
  const own = cookieOf(await site.post('/login', { email: 'editor@example.org', password: FRESH }));
  expect((await site.fetch('/admin', { headers: own })).status).toBe(200);
});

test('R-11: a link to an address that the account no longer claims does not work', async () => {
  await using site = await openSite();
  const member = cookieOf(await site.post('/login?mode=register', june));
  const token = await tokenMailedTo(site.write, june.email);
  // As with two concurrent requests.
  await site.write.updateTable('address_claim').set({ address: 'june@new.example' }).execute();
  expect((await site.post(`/verify/${token}`, {}, member)).status).toBe(404);
  expect(await site.write.selectFrom('verified_address').selectAll().execute()).toEqual([]);
});

test('R-17: changing the address and deleting the account ask for the password again after ten minutes', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const member = await proven(site);
  now += 11 * MINUTE_MS;
  for (const path of ['/account/address', '/account/deletion']) {
    const proof = `/account/proof?next=${encodeURIComponent(path)}`;
    expect((await site.fetch(path, { headers: member })).headers.get('Location')).toBe(proof);
    expect((await site.post(path, { email: 'x@example.org' }, member)).headers.get('Location')).toBe(proof);
  }
  const place = '/account/proof?next=%2Faccount%2Faddress';
  const wrong = await site.post(place, { password: 'wrong' }, member);
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toContain('This is not your password');
  const right = await site.post(place, { password: june.password }, member);
  expect([right.status, right.headers.get('Location')]).toEqual([303, '/account/address']);
  expect((await site.fetch('/account/address', { headers: member })).status).toBe(200);
});

test('The administrator is notified once of a login from an unknown browser', async () => {
  await using site = await openSite();
  await site.asAdmin();
  const letters = () => listLetters(site.write, 'editor@example.org');
  const form = { email: 'editor@example.org', password: 'a long enough password' };
  const first = await site.post('/login', form);
  expect((await letters()).map(({ kind }) => kind)).toEqual(['new-sign-in']);
  expect((await site.post('/login', form, cookieOf(first))).status).toBe(303);
  expect(await letters()).toHaveLength(1);
});

test('An emailed address that never existed is not found', async () => {
  await using site = await openSite();
  for (const path of ['/reset/x', '/verify/x', `/verify/${'a'.repeat(43)}`]) {
    const response = await site.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This link no longer works');
  }
});

/** June, registered and verified in one browser. */
async function proven(site: TestSite): Promise<{ Cookie: string }> {
  const member = cookieOf(await site.post('/login?mode=register', june));
  const path = `/verify/${await tokenMailedTo(site.write, june.email)}`;
  return cookieOf(await site.post(path, {}, member));
}

function comparable(html: string, email: string): string {
  return html
    .replaceAll(email, 'EMAIL')
    .replaceAll(/nonce="[^"]*"/g, 'nonce')
    .replaceAll(/\\"nonce\\",\\"[^"]*\\"/g, 'nonce');
}

function cookieOf(response: Response): { Cookie: string } {
  return {
    Cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}
