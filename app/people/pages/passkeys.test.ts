import { expect, test } from 'vitest';
import { ADMIN, openSite } from '../../../tests/open-site.ts';
import { openPasskeyBrowser } from '../../../tests/passkey-browser.ts';

const MINUTE_MS = 60_000;
const START = Date.parse('2026-11-20T22:00:00Z');
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const june = { email: 'june@example.org', password: 'river in spring' };

/** A browser that is logged in as a new member. */
async function openMember(site: Awaited<ReturnType<typeof openSite>>) {
  const browser = openPasskeyBrowser(site, { userAgent: firefox });
  expect((await browser.post('/login?mode=register', june)).status).toBe(303);
  return browser;
}

test('A member adds a passkey, names it, logs in with it, and removes it after being asked', async () => {
  await using site = await openSite();
  const browser = await openMember(site);
  expect(await browser.page('/account/passkeys')).toContain('You have no passkeys yet.');
  const passkey = await browser.addPasskey();
  const html = await browser.page('/account/passkeys');
  expect(html).toContain('<h3>Firefox on Windows</h3>');
  expect(html).toContain('Not used yet.');
  const [, id = ''] = /href="\/account\/passkeys\/([\w-]{22})"/.exec(html) ?? [];
  for (const name of ['', '  ', 'x'.repeat(61)]) {
    const refused = await browser.post(`/account/passkeys/${id}`, { name });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Enter a name with at most 60 characters');
  }
  await browser.post(`/account/passkeys/${id}`, { name: '  My <b>  phone ' });
  expect(await browser.page('/account/passkeys')).toContain('<h3>My &lt;b&gt; phone</h3>');

  await browser.post('/logout');
  const entered = await browser.logInBy(passkey);
  expect([entered.status, entered.headers.get('Location')]).toEqual([303, '/articles']);
  expect(entered.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await browser.page('/account/passkeys')).toContain('Last used');

  expect(await browser.page(`/account/passkeys/${id}/removal`)).toContain('<h1>Remove this passkey?</h1>');
  const removed = await browser.post(`/account/passkeys/${id}/removal`);
  expect(removed.headers.get('Location')).toBe('/account/passkeys?saved');
  expect(await browser.page('/account/passkeys')).toContain('You have no passkeys yet.');
  const { subjects } = await notesOf(site.write);
  for (const note of [
    'passkey-added Firefox on Windows',
    'passkey-renamed My <b> phone',
    'signed-in with a passkey',
    'passkey-removed My <b> phone',
  ])
    expect(subjects).toContain(note);
});

async function notesOf(write: Awaited<ReturnType<typeof openSite>>['write']) {
  const rows = await write.selectFrom('audit_entry').select(['action', 'subject']).execute();
  return { subjects: rows.map(({ action, subject }) => `${action} ${subject}`) };
}

test('A failed passkey login shows the generic failure message, whatever the reason (R-05)', async () => {
  await using site = await openSite();
  const passkey = await (await openMember(site)).addPasskey();
  const stranger = openPasskeyBrowser(site);
  const pages = [];
  for (const lies of [
    { credentialId: 'AAAA' },
    { origin: 'https://evil.example' },
    { isUserVerified: false },
  ]) {
    const response = await stranger.logInBy(passkey, lies);
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie()).toEqual([]);
    pages.push((await response.text()).replaceAll(/nonce="[^"]*"/g, ''));
  }
  expect(pages[0]).toContain('There was an error. Please try again later.');
  expect(new Set(pages.map((html) => html.length)).size).toBe(1);
  const question = await (await site.post('/login/passkey', {})).json();
  expect(question).toMatchObject({ options: { allowCredentials: [], userVerification: 'required' } });
});

test('Without JavaScript, pages say that passkeys need it, and the password still works', async () => {
  await using site = await openSite();
  const browser = await openMember(site);
  for (const path of ['/login', '/account/passkeys']) {
    const html = path === '/login' ? await site.page(path) : await browser.page(path);
    expect(html).toMatch(/<noscript><p [^>]*>Passkeys need JavaScript\. Your password works without it\./);
    const response =
      path === '/login' ? await site.post(path, { passkey: '' }) : await browser.post(path, { passkey: '' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Passkeys need JavaScript.');
  }
});

test('R-17: adding and removing passkeys and creating codes need a recent proof of identity, and a passkey counts as one', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const browser = await openMember(site);
  const passkey = await browser.addPasskey();
  const [, id = ''] = /passkeys\/([\w-]{22})"/.exec(await browser.page('/account/passkeys')) ?? [];
  now += 11 * MINUTE_MS;
  const asked = await browser.post('/account/passkeys/options', { task: 'add' });
  expect(await asked.json()).toEqual({ proof: '/account/proof?next=%2Faccount%2Fpasskeys' });
  for (const [path, form] of [
    ['/account/passkeys', { passkey: '{}' }],
    [`/account/passkeys/${id}/removal`, {}],
    ['/account/recovery-codes', {}],
  ] as const) {
    const response = await browser.post(path, form);
    expect([response.status, response.headers.get('Location')]).toEqual([
      303,
      `/account/proof?next=${encodeURIComponent(path)}`,
    ]);
  }
  expect(await browser.page('/account/proof')).toContain('Continue with a passkey');
  expect((await browser.proveBy(passkey)).status).toBe(303);
  expect((await browser.post('/account/recovery-codes')).status).toBe(200);
});

test("No one can see or change another user's passkey", async () => {
  await using site = await openSite();
  const browser = await openMember(site);
  await browser.addPasskey();
  const [, id = ''] = /passkeys\/([\w-]{22})"/.exec(await browser.page('/account/passkeys')) ?? [];
  const otto = await site.asMember('otto@example.org');
  for (const path of [`/account/passkeys/${id}`, `/account/passkeys/${id}/removal`]) {
    expect((await site.fetch(path, { headers: otto })).status).toBe(404);
    expect((await site.post(path, { name: 'Mine' }, otto)).status).toBe(404);
  }
  expect(await browser.page('/account/passkeys')).toContain('<h3>Firefox on Windows</h3>');
});

test('Recovery codes are shown once; each sets a new password', async () => {
  await using site = await openSite();
  const browser = await openMember(site);
  const html = await (await browser.post('/account/recovery-codes')).text();
  const codes = [...html.matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, code = '']) => code);
  expect(codes).toHaveLength(10);
  const later = await browser.page('/account/recovery-codes');
  expect(later).toContain('You have <!-- -->10<!-- --> unused <!-- -->codes');
  expect(later).not.toContain(codes[0]);
  const entry = { email: june.email, code: codes[0] ?? '', password: 'snow in November' };
  const short = await site.post('/login/recovery', { ...entry, password: 'snow' });
  expect(short.status).toBe(400);
  const shown = await short.text();
  expect(shown).toContain('Use at least 8 characters');
  expect(shown).toContain(`value="${codes[0]}"`);
  const done = await site.post('/login/recovery', entry);
  expect([done.status, done.headers.get('Location')]).toEqual([303, '/login?done=reset']);
  expect(done.headers.getSetCookie().join()).toMatch(/^belfry-dev-device=/);
  expect((await browser.get('/account')).status).toBe(302);
  expect((await site.post('/login', { email: june.email, password: entry.password })).status).toBe(303);
  const again = await site.post('/login/recovery', entry);
  expect(again.status).toBe(400);
  expect(await again.text()).toContain('This recovery code is wrong or was already used');
});

test('The administrator is asked for a passkey on the Overview until they have one or decline', async () => {
  await using site = await openSite();
  await site.asAdmin();
  const offer = '/account/passkeys/offer?next=%2Fadmin%2Fevents';
  const browser = openPasskeyBrowser(site);
  const logIn = () => browser.post('/login?next=%2Fadmin%2Fevents', ADMIN);
  expect((await logIn()).headers.get('Location')).toBe('/admin/events');
  expect(await browser.page('/admin')).toContain(
    '<a class="button button--small" href="/account/passkeys/offer?next=%2Fadmin">',
  );
  expect(await browser.page(offer)).toContain('<h1>Add a passkey</h1>');
  const notNow = await browser.post(offer, { answer: 'later' });
  expect(notNow.headers.get('Location')).toBe('/admin/events');
  expect((await logIn()).headers.get('Location')).toBe('/admin/events');
  const reminder = 'Protect your account with a passkey';
  expect(await browser.page('/admin')).toContain(reminder);
  await browser.post('/account/passkeys/offer?next=%2Fadmin', { answer: 'never' });
  expect(await browser.page('/admin')).not.toContain(reminder);

  await site.write.deleteFrom('passkey_offer').execute();
  expect(await browser.page('/admin')).toContain(reminder);
  const passkey = await browser.addPasskey();
  expect(await browser.page('/admin')).not.toContain(reminder);
  expect((await browser.logInBy(passkey)).headers.get('Location')).toBe('/articles');
  expect((await logIn()).headers.get('Location')).toBe('/admin/events');
});

test('Set-up leads to the Overview, which offers a passkey; members and sites without https get no offer', async () => {
  await using site = await openSite({ environment: { BELFRY_ADMIN_EMAIL: '' } });
  const { createSetupLink } = await import('#app/people/administrator/setup-link.server.ts');
  const token = await createSetupLink(site.write, START);
  const setUp = await site.post(`/setup?token=${token}`, ADMIN);
  expect(setUp.headers.get('Location')).toBe('/admin');
  const member = await openMember(site);
  expect((await member.get('/account/passkeys/offer?next=%2Fevents')).headers.get('Location')).toBe(
    '/events',
  );

  await using plain = await openSite({ environment: { BELFRY_URL: 'http://town.example' } });
  const headers = await plain.asAdmin();
  expect((await plain.post('/login', ADMIN)).headers.get('Location')).toBe('/articles');
  expect(await plain.page('/login')).not.toContain('Log in with a passkey');
  expect(await plain.page('/account/passkeys', headers)).toContain('Passkeys need an https address');
  expect((await plain.post('/login/passkey', {})).status).toBe(404);
});
