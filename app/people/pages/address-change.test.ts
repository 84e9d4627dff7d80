import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { listLetters, tokenMailedTo } from '../../../tests/people.ts';
import { cookieOf, FRESH, june, MINUTE_MS, START } from '../../../tests/proof-links.ts';

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

/** June, registered and verified in one browser. */
async function proven(site: TestSite): Promise<{ Cookie: string }> {
  const member = cookieOf(await site.post('/login?mode=register', june));
  const path = `/verify/${await tokenMailedTo(site.write, june.email)}`;
  return cookieOf(await site.post(path, {}, member));
}
