import { expect, test } from 'vitest';
import { openSite } from '../../../../tests/open-site.ts';
import { listLetters, tokenMailedTo } from '../../../../tests/people.ts';
import { cookieOf, FRESH, june, MINUTE_MS, START } from '../../../../tests/proof-links.ts';

test('R-09: a forgotten password is replaced with an emailed link, which logs no one in', async () => {
  await using site = await openSite();
  const old = cookieOf(await site.post('/login?mode=register', june));
  expect(await site.page('/login')).toContain('href="/forgot"');
  const asked = await site.post('/forgot', { email: june.email });
  expect(asked.status).toBe(200);
  const sent = await asked.text();
  // The test's site has no mail server.
  expect(sent).toContain('has an account here, it needs a link. This site can’t send email yet');
  const path = `/reset/${await tokenMailedTo(site.write, june.email)}`;
  const short = await site.post(path, { password: 'snow' });
  expect(short.status).toBe(400);
  expect(await short.text()).toContain('Use at least 8 characters');
  const done = await site.post(path, { password: FRESH });
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/login?done=reset']);
  // No one is logged in; the browser is known from now on.
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

test('An emailed address that never existed is not found', async () => {
  await using site = await openSite();
  for (const path of ['/reset/x', '/verify/x', `/verify/${'a'.repeat(43)}`]) {
    const response = await site.fetch(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('This link no longer works');
  }
});

function comparable(html: string, email: string): string {
  return html
    .replaceAll(email, 'EMAIL')
    .replaceAll(/nonce="[^"]*"/g, 'nonce')
    .replaceAll(/\\"nonce\\",\\"[^"]*\\"/g, 'nonce');
}
