import { expect, test } from 'vitest';
import { ADMIN, openSite, type TestSite } from '../../../tests/open-site.ts';

const PASSWORD = 'another long password';

test.each(['', '/password', '/data', '/deletion'])(
  'A visitor at /account%s is sent to log in',
  async (place) => {
    await using site = await openSite();
    const response = await site.fetch(`/account${place}`);
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/login?next=%2Faccount']);
  },
);

test.each(['', '/password', '/sessions', '/deletion'])(
  'A visitor can change nothing at /account%s',
  async (place) => {
    await using site = await openSite();
    const response = await site.post(`/account${place}`, {});
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/login?next=%2Faccount']);
  },
);

test('The account page shows the address and all options', async () => {
  await using site = await openSite();
  const html = await site.page('/account', await site.asMember());
  for (const text of [
    'june@example.org',
    'Change password',
    'Add a passkey',
    'Your devices',
    'Download my data',
    'Delete my account',
  ]) {
    expect(html).toContain(text);
  }
});

test('The opt-in can be withdrawn and given again', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  for (const [form, checked] of [
    [{}, false],
    [{ newsletterOptIn: 'on' }, true],
  ] as const) {
    const response = await site.post('/account', form, member);
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/account?saved']);
    const html = await site.page('/account?saved', member);
    expect(html).toMatch(/role="status"[^>]*>.*Success!/);
    expect(html.includes('name="newsletterOptIn" checked')).toBe(checked);
  }
});

test('Changing the password keeps this session and ends the others', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  const elsewhere = await logIn(site, PASSWORD);
  const form = { currentPassword: PASSWORD, newPassword: 'snow in November' };
  const response = await site.post('/account/password', form, member);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/account?saved']);
  expect((await site.fetch('/account', { headers: cookieOf(response) })).status).toBe(200);
  for (const ended of [member, elsewhere]) {
    expect((await site.fetch('/account', { headers: ended })).status).toBe(302);
  }
  expect((await site.post('/login', { email: 'june@example.org', password: PASSWORD })).status).toBe(400);
});

test('A password change that fails names the field and changes nothing', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  const wrong = await site.post(
    '/account/password',
    { currentPassword: 'x', newPassword: 'snow in November' },
    member,
  );
  expect(wrong.status).toBe(400);
  expect(await wrong.text()).toMatch(
    /role="alert".*id="currentPassword-error">This is not your current password/s,
  );
  const short = await site.post(
    '/account/password',
    { currentPassword: PASSWORD, newPassword: 'snow' },
    member,
  );
  expect(await short.text()).toContain('id="newPassword-error">Use at least 8 characters');
  expect((await site.fetch('/account', { headers: await logIn(site, PASSWORD) })).status).toBe(200);
});

test('Logging out everywhere ends every session', async () => {
  await using site = await openSite();
  const sessions = [await site.asMember(), await logIn(site, PASSWORD)];
  const response = await site.post('/account/sessions', {}, sessions[0]);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/login']);
  for (const headers of sessions) expect((await site.fetch('/account', { headers })).status).toBe(302);
});

test('A user can download everything stored about them', async () => {
  await using site = await openSite();
  const response = await site.fetch('/account/data', { headers: await site.asMember() });
  expect(response.headers.get('Content-Disposition')).toBe('attachment; filename="my-data.json"');
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  const kept = await response.json();
  expect(kept).toMatchObject({
    email: 'june@example.org',
    newsletterOptIn: true,
    signInMethods: [{ method: 'password' }],
  });
  expect(JSON.stringify(kept)).not.toMatch(/argon2|token/);
});

test('Deleting an account asks once, and removes everything', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  const question = await site.page('/account/deletion', member);
  expect(question).toContain('Delete your account?');
  expect(question).toContain('You cannot undo this.');
  expect(question).not.toContain('You are the administrator');
  expect((await site.fetch('/account', { headers: member })).status).toBe(200);
  const response = await site.post('/account/deletion', {}, member);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/articles']);
  expect(response.headers.getSetCookie().join()).toMatch(/belfry-dev=; Max-Age=0/);
  expect((await site.fetch('/account', { headers: member })).status).toBe(302);
  expect((await site.post('/login', { email: 'june@example.org', password: PASSWORD })).status).toBe(400);
});

test('The administrator sees what deleting the account means, and needs a password of twelve characters', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  expect(await site.page('/account/deletion', admin)).toContain('You are the administrator');
  const form = { currentPassword: ADMIN.password, newPassword: 'eleven char' };
  expect(await (await site.post('/account/password', form, admin)).text()).toContain(
    'Use at least 12 characters',
  );
});

async function logIn(site: TestSite, password: string): Promise<{ Cookie: string }> {
  return cookieOf(await site.post('/login', { email: 'june@example.org', password }));
}

function cookieOf(response: Response): { Cookie: string } {
  return {
    Cookie: response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; '),
  };
}
