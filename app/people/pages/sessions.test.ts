import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { openPasskeyBrowser } from '../../../tests/passkey-browser.ts';

const june = { email: 'june@example.org', password: 'river in spring' };
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

async function openSignedIn(site: TestSite, userAgent: string, email = june.email) {
  const browser = openPasskeyBrowser(site, { userAgent });
  const path = `/login?mode=register`;
  expect((await browser.post(path, { ...june, email })).status).toBe(303);
  return browser;
}

/** Ids of the listed sessions by device name. */
async function sessionsOn(browser: Awaited<ReturnType<typeof openSignedIn>>): Promise<Map<string, string>> {
  const html = (await browser.page('/account/sessions')).replaceAll('<!-- -->', '');
  const items = html.matchAll(
    /<h3>([^<]*?) ?(?:<span[^>]*>This device<\/span>)?<\/h3>.*?name="id" value="(\w+)"/gs,
  );
  return new Map([...items].map(([, device = '', id = '']) => [device, id]));
}

test("The page lists the user's sessions, this browser first, and can end one or all others", async () => {
  await using site = await openSite();
  const laptop = await openSignedIn(site, firefox);
  const phone = await openSignedIn(site, iphone);
  const unknown = await openSignedIn(site, '');
  const html = (await phone.page('/account/sessions')).replaceAll('<!-- -->', '');
  expect(html).toMatch(/<h3>Safari on iPhone <span class="badge is-success">This device<\/span><\/h3>/);
  expect(html).toMatch(/Logged in Nov 20, 2026, 5:00/);
  expect(html.match(/This device/g)).toHaveLength(1);
  const sessions = await sessionsOn(phone);
  expect([...sessions.keys()].toSorted()).toEqual([
    'Firefox on Windows',
    'Safari on iPhone',
    'Unknown browser',
  ]);
  expect([...sessions.keys()][0]).toBe('Safari on iPhone');

  const ended = await phone.post('/account/sessions', { id: sessions.get('Firefox on Windows') ?? '' });
  expect(ended.headers.get('Location')).toBe('/account/sessions?saved');
  expect((await laptop.get('/account')).status).toBe(302);
  expect((await unknown.get('/account')).status).toBe(200);

  expect((await phone.post('/account/sessions', { which: 'others' })).status).toBe(303);
  expect((await unknown.get('/account')).status).toBe(302);
  expect([...(await sessionsOn(phone)).keys()]).toEqual(['Safari on iPhone']);

  const own = await phone.post('/account/sessions', {
    id: (await sessionsOn(phone)).get('Safari on iPhone') ?? '',
  });
  expect(own.headers.get('Location')).toBe('/login');
  expect((await phone.get('/account')).status).toBe(302);
});

test("No one can end another user's session, and no page shows a session's secret", async () => {
  await using site = await openSite();
  const browser = await openSignedIn(site, firefox);
  const otto = await openSignedIn(site, iphone, 'otto@example.org');
  const id = (await sessionsOn(browser)).get('Firefox on Windows') ?? '';
  for (const wrong of [id, 'nothing', `${id}' or 1=1`]) {
    expect((await otto.post('/account/sessions', { id: wrong })).status).toBe(404);
  }
  expect((await browser.get('/account')).status).toBe(200);
  const { tokenHash } = await site.write
    .selectFrom('session')
    .select('tokenHash')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const html = await browser.page('/account/sessions');
  expect(html).not.toContain(tokenHash);
  expect(html).not.toContain('otto');
  expect((await site.post('/account/sessions', { id }, {})).headers.get('Location')).toMatch(/^\/login/);
});

test('The data download lists devices and passkeys, and nothing that opens the account', async () => {
  await using site = await openSite();
  const browser = await openSignedIn(site, firefox);
  const passkey = await browser.addPasskey();
  await browser.post('/account/recovery-codes');
  const text = await browser.page('/account/data');
  expect(JSON.parse(text)).toMatchObject({
    passkeys: [{ name: 'Firefox on Windows', createdAt: '2026-11-20T22:00:00.000Z', lastUsedAt: null }],
    recoveryCodesLeft: 10,
    sessions: [{ device: 'Firefox on Windows', lastUsedAt: '2026-11-20T22:00:00.000Z' }],
  });
  expect(text).not.toContain(passkey.id);
  expect(text).not.toMatch(/hash|publicKey/i);
});
