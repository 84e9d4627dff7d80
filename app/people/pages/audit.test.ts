/** Account actions are recorded for the administrator (R-66). */
import { expect, test } from 'vitest';
import { eachDatabase, type TestLocation } from '../../../tests/each-database.ts';
import { ADMIN, openSite, type TestSite } from '../../../tests/open-site.ts';
import { tokenMailedTo } from '../../../tests/people.ts';
import { openTestGoogle } from '../../../tests/test-google.ts';

const june = { email: 'june@example.org', password: 'river in spring' };
const FRESH = 'snow in November';
const START = Date.parse('2026-11-20T22:00:00Z');

/** The environment of a site that uses a test's database. */
function environmentOf(location: TestLocation): Record<string, string> {
  if (!('url' in location)) return { BELFRY_DATA: location.dataFolder };
  return { DATABASE_URL: location.url, BELFRY_SECRET: 'a secret that is only good for tests' };
}

type Noted = { actor: string; action: string; subject: string | null; address: string | null; count: number };

function listNoted(site: TestSite): Promise<Noted[]> {
  const rows = site.write
    .selectFrom('audit_entry')
    .select(['actor', 'action', 'subject', 'address', 'count']);
  // One request may be two events.
  return rows.orderBy('at').orderBy('action').execute();
}

function cookieOf(response: Response): { Cookie: string } {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { Cookie: cookies.join('; ') };
}

eachDatabase('R-66 every account event is recorded in order, without any address', async ({ location }) => {
  let now = START;
  const address = () => '203.0.113.7';
  await using site = await openSite({ now: () => now++, address, environment: environmentOf(location) });
  let own = cookieOf(await site.post('/login?mode=register', june));
  const link = async () => tokenMailedTo(site.write, june.email);
  own = cookieOf(await site.post(`/verify/${await link()}`, {}, own));
  await site.post('/account/proof', { password: 'wrong' }, own);
  await site.post('/account/proof', { password: june.password }, own);
  await site.fetch('/account/data', { headers: own });
  const change = { currentPassword: june.password, newPassword: FRESH };
  own = cookieOf(await site.post('/account/password', change, own));
  await site.post('/account/address', { email: 'june@new.example' }, own);
  const changing = await tokenMailedTo(site.write, 'june@new.example');
  own = cookieOf(await site.post(`/verify/${changing}`, {}, own));
  await site.post('/logout', {}, own);
  await site.post('/login', { email: 'june@new.example', password: 'wrong' });
  await site.post('/login', { email: 'nobody@example.org', password: 'wrong' });
  await site.post('/forgot', { email: 'june@new.example' });
  await site.post(`/reset/${await tokenMailedTo(site.write, 'june@new.example')}`, { password: FRESH });
  own = cookieOf(await site.post('/login', { email: 'june@new.example', password: FRESH }));
  await site.post('/account/sessions', {}, own);
  own = cookieOf(await site.post('/login', { email: 'june@new.example', password: FRESH }));
  await site.post('/account/deletion', {}, own);
  const noted = await listNoted(site);
  expect(
    noted.map(({ actor, action, count }) => `${actor} ${action}${count > 1 ? ` ${count}x` : ''}`),
  ).toEqual([
    'member registered',
    'member signed-in 3x',
    'member address-proven',
    'member proof-refused',
    'member proof-given',
    'member account-exported',
    'member password-changed',
    'member address-changed',
    'member signed-out',
    'visitor sign-in-refused',
    'visitor sign-in-refused',
    'visitor reset-asked',
    'member password-reset',
    'member signed-out-everywhere',
    'member account-deleted',
  ]);
  expect(new Set(noted.map((row) => row.address))).toEqual(new Set(['203.0.113.7']));
  const all = await site.write.selectFrom('audit_entry').selectAll().execute();
  expect(JSON.stringify(all)).not.toMatch(/@|example\.(org|net)/);
  const tried = all.filter(({ action }) => action === 'sign-in-refused').map(({ actorId }) => actorId);
  expect(tried.filter(Boolean)).toHaveLength(1);
});

test('R-66 the activity page says in words who logged in and who could not', async () => {
  await using site = await openSite();
  await site.post('/login', { ...ADMIN, password: 'wrong' });
  await site.asAdmin();
  const admin = cookieOf(await site.post('/login', ADMIN));
  const html = await site.page('/admin/activity', admin);
  for (const words of ['The administrator', 'Logged in', 'A visitor', 'Could not log in', 'with a password'])
    expect(html).toContain(words);
});

test('R-66 rate-limited attempts are one line per hour, with their number', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const tries = async (count: number) => {
    for (let n = 0; n < count; n++) await site.post('/login', { ...june, password: 'wrong' });
    return (await listNoted(site)).filter(({ action }) => action === 'held-back');
  };
  expect(await tries(15)).toEqual([
    { actor: 'visitor', action: 'held-back', subject: '/login', address: '127.0.0.1', count: 5 },
  ]);
  now += 61 * 60 * 1000;
  expect(await tries(2)).toHaveLength(2);
});

test('R-66 an error while recording prevents no one from logging in', async () => {
  await using site = await openSite();
  await site.post('/login?mode=register', june);
  await site.write.schema.dropTable('audit_entry').execute();
  const response = await site.post('/login', june);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/articles']);
});

test('R-66 returns from Google without a login request are counted in one line', async () => {
  await using google = await openTestGoogle({ people: {} });
  await using site = await openSite({ environment: google.environment });
  await google.serve(site.origin);
  for (let n = 0; n < 30; n++) await site.fetch('/login/google/callback?code=x&state=y');
  const noted = await listNoted(site);
  expect(noted).toEqual([
    { actor: 'visitor', action: 'sign-in-refused', subject: 'with Google', address: '127.0.0.1', count: 30 },
  ]);
});

test('R-66 repeated actions of a member are one line per hour', async () => {
  await using site = await openSite();
  const own = cookieOf(await site.post('/login?mode=register', june));
  for (let n = 0; n < 25; n++) expect((await site.fetch('/account/data', { headers: own })).status).toBe(200);
  const exported = (await listNoted(site)).filter(({ action }) => action === 'account-exported');
  expect(exported).toMatchObject([{ count: 25 }]);
});

test('R-66 refused logins are one line per account, or network, and hour, and the page shows how many', async () => {
  let now = START;
  let address = '203.0.113.7';
  await using site = await openSite({ now: () => now, address: () => address });
  await site.asAdmin();
  const refuse = async (email: string, count: number) => {
    for (let n = 0; n < count; n++) await site.post('/login', { email, password: 'wrong' });
  };
  await refuse(ADMIN.email, 3);
  await refuse('nobody@example.org', 2);
  await refuse('no.one@example.org', 2);
  address = '198.51.100.1';
  await refuse(ADMIN.email, 2);
  await refuse('nobody@example.org', 1);
  now += 60 * 60 * 1000;
  await refuse('nobody@example.org', 1);
  const refused = (await listNoted(site)).filter(({ action }) => action === 'sign-in-refused');
  expect(refused.map(({ address, count }) => `${count} from ${address}`).toSorted()).toEqual([
    '1 from 198.51.100.1',
    '1 from 198.51.100.1',
    '4 from 203.0.113.7',
    // At the administrator's account, from two networks.
    '5 from null',
  ]);
  const admin = cookieOf(await site.post('/login', ADMIN));
  const html = (await site.page('/admin/activity', admin)).replaceAll('<!-- -->', '');
  expect(html).toContain(', 4 times within an hour, from 203.0.113.7');
  expect(html).toContain(', 5 times within an hour, from several networks');
});

test('R-66 however many networks strangers have, they write a hundred lines an hour, and the rest is counted', async () => {
  let turn = 0;
  await using site = await openSite({ now: START, address: () => `2001:db8:${(turn++).toString(16)}::1` });
  for (let n = 0; n < 130; n++) await site.post('/forgot', { email: `n${n}@example.org` });
  // The site itself records that it sends no more emails this hour.
  const noted = (await listNoted(site)).filter(({ actor }) => actor !== 'site');
  expect(noted).toHaveLength(101);
  expect(noted.reduce((sum, { count }) => sum + count, 0)).toBe(130);
  expect(noted.find(({ count }) => count > 1)).toMatchObject({ address: null, count: 30 });
});
