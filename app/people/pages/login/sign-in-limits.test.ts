import { expect, test } from 'vitest';
import { saveTown } from '#app/town/town-store.server.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { cookieHeader, listLetters, tokenMailedTo } from '../../../../tests/people.ts';

const june = { email: 'june@example.org', password: 'river in spring' };
const START = Date.parse('2026-11-20T22:00:00Z');
const MINUTE_MS = 60_000;

test('R-04: after ten wrong attempts from ten networks the eleventh waits, but not in a browser the account knows', async () => {
  let now = START;
  let host = 1;
  await using site = await openSite({ now: () => now, address: () => `203.0.113.${host}` });
  const known = deviceOf(await site.post('/login?mode=register', june));
  for (host = 2; host <= 11; host++)
    expect((await site.post('/login', { ...june, password: 'wrong' })).status).toBe(400);
  const held = await site.post('/login', june);
  expect(held.status).toBe(429);
  expect(held.headers.get('Retry-After')).toBe('60');
  expect(held.headers.getSetCookie()).toEqual([]);
  const html = await held.text();
  expect(html).toContain('There was an error. Please try again later. Too many attempts.');
  expect(html).toContain('value="june@example.org"');
  expect(html).not.toContain(june.password);
  expect((await site.post('/login', { ...june, email: 'nobody@example.org' })).status).toBe(400);
  expect((await site.post('/login', june, known)).status).toBe(303);
  now += MINUTE_MS;
  expect((await site.post('/login', june)).status).toBe(303);
});

test('R-04: a known browser has ten attempts of its own, and then waits, too', async () => {
  await using site = await openSite();
  const known = deviceOf(await site.post('/login?mode=register', june));
  const statuses = [];
  for (let n = 0; n < 21; n++)
    statuses.push((await site.post('/login', { ...june, password: 'wrong' }, known)).status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});

/** Twelve wrong passwords from different networks, so that unknown browsers are blocked. */
async function lockOut(site: TestSite, email: string): Promise<void> {
  for (let n = 0; n < 12; n++) await site.post('/login', { email, password: `wrong ${n}` });
  expect((await site.post('/login', { email, password: 'wrong' })).status).toBe(429);
}

test('R-04: an emailed reset lets its owner in after strangers locked the account, and makes that browser known', async () => {
  await using site = await openSite();
  const old = deviceOf(await site.post('/login?mode=register', june));
  await site.post(`/verify/${await tokenMailedTo(site.write, june.email)}`, { password: june.password });
  await lockOut(site, june.email);
  await site.post('/forgot', { email: june.email });
  const fresh = { email: june.email, password: 'snow in November' };
  const reset = await site.post(`/reset/${await tokenMailedTo(site.write, june.email)}`, fresh);
  expect([reset.status, reset.headers.get('Location')]).toEqual([303, '/login?done=reset']);
  const marked = deviceOf(reset);
  expect(cookieHeader(reset.headers.getSetCookie())).not.toMatch(/belfry-dev=/);
  expect((await site.post('/login', fresh)).status).toBe(303);
  await lockOut(site, june.email);
  expect((await site.post('/login', fresh)).status).toBe(429);
  expect((await site.post('/login', fresh, marked)).status).toBe(303);
  await lockOut(site, june.email);
  expect((await site.post('/login', fresh, old)).status).toBe(303);
});

test('R-04: a confirmed address lets its owner in after strangers locked it, and makes that browser known', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  await lockOut(site, june.email);
  const token = await tokenMailedTo(site.write, june.email);
  const verified = await site.post(`/verify/${token}`, { password: june.password });
  expect([verified.status, verified.headers.get('Location')]).toEqual([303, '/login?done=verified']);
  expect((await site.post('/login', june)).status).toBe(303);
  await lockOut(site, june.email);
  expect((await site.post('/login', june, deviceOf(verified))).status).toBe(303);
});

test('R-04: a reset clears the failed attempts in the browser that the account knew', async () => {
  await using site = await openSite();
  const known = deviceOf(await site.post('/login?mode=register', june));
  await lockOut(site, june.email);
  for (let n = 0; n < 12; n++) await site.post('/login', { ...june, password: 'wrong' }, known);
  expect((await site.post('/login', june, known)).status).toBe(429);
  await site.post('/forgot', { email: june.email }, known);
  const token = await tokenMailedTo(site.write, june.email);
  const holder = { ...june, password: 'snow in November' };
  const marked = deviceOf(await site.post(`/reset/${token}`, holder, known));
  await lockOut(site, june.email);
  expect((await site.post('/login', holder, marked)).status).toBe(303);
});

test('R-09: strangers cannot use up the reset emails of a browser that the account knows', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  await site.post('/login?mode=register', june);
  const token = await tokenMailedTo(site.write, june.email);
  const known = deviceOf(await site.post(`/verify/${token}`, { password: june.password }));
  now += 2 * 60 * MINUTE_MS;
  const ask = async (headers = {}) => (await site.post('/forgot', { email: june.email }, headers)).status;
  const statuses = [];
  for (let n = 0; n < 5; n++) statuses.push(await ask());
  expect(statuses).toEqual([200, 200, 200, 429, 429]);
  for (let n = 0; n < 3; n++) expect(await ask(known)).toBe(200);
  expect(await ask(known)).toBe(429);
  const resets = (await listLetters(site.write, june.email)).filter(({ kind }) => kind === 'reset-password');
  expect(resets).toHaveLength(6);
});

test('R-09: the site sends strangers no more emails an hour than Settings allow, and notifies the administrator once', async () => {
  let now = START;
  let host = 0;
  await using site = await openSite({
    now: () => now,
    address: () => `2001:db8:${(host++).toString(16)}::1`,
  });
  const admin = await site.asAdmin();
  await saveTown(site.write, { emailsPerHour: '5' });
  const asked = [];
  for (let n = 0; n < 4; n++) asked.push(await site.post('/forgot', { email: `n${n}@example.org` }));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await site.page('/admin', admin)).not.toContain('held back');
  const register = (n: number) => site.post('/login?mode=register', { ...june, email: `r${n}@example.org` });
  expect((await register(0)).headers.get('Location')).toBe('/articles');
  // The same for the administrator's address and for an unknown one.
  for (const email of ['editor@example.org', 'nobody@example.org']) {
    const held = await site.post('/forgot', { email });
    expect([held.status, held.headers.get('Retry-After')]).toEqual([429, '3600']);
  }
  const unsent = await register(1);
  expect([unsent.status, unsent.headers.get('Location')]).toEqual([303, '/account?unsent=60']);
  const own = { Cookie: cookieHeader(unsent.headers.getSetCookie()) };
  const account = await site.page('/account?unsent=60', own);
  expect(account).toContain('We could not send the confirmation email');
  expect(account).toContain('We’ll email you a link that confirms it.');
  expect(account).toMatch(/<button[^>]*>Send the link<\/button>/);
  expect(await listLetters(site.write, 'r1@example.org')).toEqual([]);
  const told = await listLetters(site.write, 'editor@example.org');
  expect(told.filter(({ kind }) => kind === 'mail-cap')).toHaveLength(1);
  const hub = await site.page('/admin', admin);
  expect(hub).toContain('some were not sent');
  // All of it was done in one instant, so any line may come first.
  const activity = await site.page('/admin/activity', admin);
  const next = /rel="next" href="([^"]+)"/.exec(activity)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(activity + (await site.page(next, admin))).toContain('Held back account emails');
  const notes = site.write.selectFrom('audit_entry').select('action').where('action', '=', 'emails-capped');
  expect(await notes.execute()).toHaveLength(1);
  now += 61 * MINUTE_MS;
  const sent = await site.post('/account/verification', {}, own);
  expect(sent.headers.get('Location')).toBe('/account?mailed');
  expect(await listLetters(site.write, 'r1@example.org')).toHaveLength(1);
  expect(await site.page('/account', own)).toContain('Send the link again');
  expect(await site.page('/admin/settings', admin)).toMatch(/<input[^>]*name="emailsPerHour"[^>]*value="5"/);
});

test('R-04: the mark of a known browser works for its own account only, and cannot be forged', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  const tom = deviceOf(await site.post('/login?mode=register', { ...june, email: 'tom@example.org' }));
  for (let n = 0; n < 10; n++) await site.post('/login', { ...june, password: 'wrong' });
  expect((await site.post('/login', june, tom)).status).toBe(429);
  const forged = { Cookie: `belfry-dev-device=${'a'.repeat(16)}.${'A'.repeat(43)}` };
  expect((await site.post('/login', june, forged)).status).toBe(429);
});

test('R-04: changing the password leaves every known browser known', async () => {
  let now = Date.parse('2026-11-20T22:00:00Z');
  await using site = await openSite({ address: () => '203.0.113.7', now: () => now++ });
  const registered = await site.post('/login?mode=register', june);
  const old = deviceOf(registered);
  const member = { Cookie: cookieHeader(registered.headers.getSetCookie()) };
  const change = { currentPassword: june.password, newPassword: 'snow in November' };
  expect((await site.post('/account/password', change, member)).status).toBe(303);
  for (let n = 0; n < 12; n++) await site.post('/login', { ...june, password: 'wrong' });
  const fresh = { ...june, password: change.newPassword };
  expect((await site.post('/login', fresh)).status).toBe(429);
  expect((await site.post('/login', fresh, old)).status).toBe(303);
});

test('R-04: another account that claims an address can neither reset its holder’s attempts nor guess by registering', async () => {
  await using site = await openSite();
  await site.asAdmin();
  const claim = { email: 'editor@example.org', password: 'a stranger chose this' };
  const own = deviceOf(await site.post('/login?mode=register', claim));
  const statuses = [];
  for (let n = 0; n < 12; n++) {
    await site.post('/login', claim, own);
    statuses.push((await site.post('/login', { ...claim, password: `wrong ${n}` })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  const guesses = [];
  for (let n = 0; n < 12; n++)
    guesses.push((await site.post('/login?mode=register', { ...claim, password: `a guess ${n}` })).status);
  expect(guesses).toEqual([...Array(9).fill(303), 429, 429, 429]);
});

test('R-04: the 26th attempt in five minutes from one network waits, whatever the account', async () => {
  let now = START;
  let host = 0;
  await using site = await openSite({ now: () => now, address: () => `2001:db8::${host.toString(16)}` });
  const attempt = () => site.post('/login', { email: `n${host++}@example.org`, password: 'wrong' });
  for (let n = 0; n < 25; n++) expect((await attempt()).status).toBe(400);
  const held = await attempt();
  expect([held.status, held.headers.get('Retry-After')]).toEqual([429, '300']);
  now += 5 * MINUTE_MS;
  expect((await attempt()).status).toBe(400);
});

test('R-04: another /64 of the same /48 for each request avoids no limit', async () => {
  let turn = 0;
  await using site = await openSite({ address: () => `2001:db8:1:${(turn++).toString(16)}::1` });
  const count = async (path: string, most: number, status: number) => {
    turn = 0;
    const statuses = [];
    while (statuses.length < most)
      statuses.push((await site.post(path, { ...june, email: `n${statuses.length}@example.org` })).status);
    expect(new Set(statuses)).toEqual(new Set([status, 429]));
    return statuses.filter((each) => each === status).length;
  };
  // All of the first 256 /64s are in one /56, which gets a quarter more than one /64.
  expect(await count('/login', 40, 400)).toBe(31);
  expect(await count('/login?mode=register', 30, 303)).toBe(12);
  const mails = await site.write.selectFrom('mail').select('id').execute();
  expect(mails).toHaveLength(12);
});

test('R-04: another /56 of the same /48 for each request avoids no limit, and other towns can log in', async () => {
  let address = '';
  await using site = await openSite({ address: () => address });
  const attempt = async (from: string, n: number) => {
    address = from;
    return (await site.post('/login', { email: `n${n}@example.org`, password: 'wrong' })).status;
  };
  const statuses = [];
  for (let n = 0; n < 40; n++) statuses.push(await attempt(`2001:db8:1:${n.toString(16)}00::1`, n));
  expect(statuses).toEqual([...Array(37).fill(400), 429, 429, 429]);
  expect(await attempt('2001:db8:2::1', 40)).toBe(400);
  expect(await attempt('203.0.113.7', 41)).toBe(400);
});

test('R-04: a network registers ten accounts an hour; this machine itself is not limited', async () => {
  let address = '203.0.113.7';
  await using site = await openSite({ address: () => address });
  const register = (n: number) => site.post('/login?mode=register', { ...june, email: `n${n}@example.org` });
  for (let n = 0; n < 10; n++) expect((await register(n)).status).toBe(303);
  const held = await register(10);
  expect([held.status, held.headers.get('Retry-After')]).toEqual([429, '3600']);
  expect(await held.text()).toContain('<h1>Register</h1>');
  address = '127.0.0.1';
  for (let n = 11; n < 23; n++) expect((await register(n)).status).toBe(303);
});

test('R-03: passwords of 8 to 256 characters register, others are refused at their field', async () => {
  await using site = await openSite();
  const register = (password: string, n: number) =>
    site.post('/login?mode=register', { email: `n${n}@example.org`, password });
  const long = 'ä'.repeat(199);
  expect((await register('rivers 8', 0)).status).toBe(303);
  expect((await register(`${long}x${'y'.repeat(56)}`, 1)).status).toBe(303);
  const login = (password: string) => site.post('/login', { email: 'n1@example.org', password });
  expect((await login(`${long}z${'y'.repeat(56)}`)).status).toBe(400);
  expect((await login(`${long}x${'y'.repeat(56)}`)).status).toBe(303);
  for (const [password, problem] of [
    ['seven 7', 'Use at least 8 characters'],
    ['x'.repeat(257), 'Use at most 256 characters'],
    ['password1', 'That password is too common'],
    ['maplehollow', 'use the name of the site or the town'],
  ] as const) {
    const refused = await register(password, 2);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(problem);
  }
});

/** What a browser keeps after logging out: the mark that the account knows it. */
function deviceOf(response: Response): { Cookie: string } {
  const mark = response.headers.getSetCookie().find((cookie) => cookie.startsWith('belfry-dev-device='));
  return { Cookie: mark?.split(';')[0] ?? '' };
}
