/** How readers subscribe, choose and unsubscribe, without script and without an account. */
import { expect, test } from 'vitest';
import { purgeUnconfirmed } from '#app/newsletter/subscribers/confirmations.server.ts';
import { linkOf } from '#app/newsletter/subscribers/subscriber-links.server.ts';
import {
  addSubscriber,
  eraseSubscriber,
  findSubscriber,
  setState,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { ADMIN, openSite, type TestSite } from '../../../../tests/open-site.ts';
import { listLetters } from '../../../../tests/people.ts';
import { isDeep } from '../../../../tests/rounds.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const START = Date.parse('2026-11-20T22:00:00Z');
const JUNE = 'june@example.org';

async function signUp(site: TestSite, email = JUNE) {
  const response = await site.post('/newsletter', { email });
  return { status: response.status, html: plain(await response.text()) };
}

/** Without the marks that React puts between texts. */
function plain(html: string): string {
  return html.replaceAll('<!-- -->', '');
}

/** The path of the newest link that was emailed there. */
async function linkMailedTo(site: TestSite, to = JUNE): Promise<string> {
  const url = (await listLetters(site.write, to)).at(-1)?.url;
  if (!url) throw new Error(`nothing was mailed to ${to}`);
  return url.slice(site.origin.length);
}

async function stateOf(site: TestSite, email = JUNE): Promise<string | undefined> {
  const found = await findSubscriber(site.write, { email });
  return found && [found.state, found.reason].filter(Boolean).join(' ');
}

/** A subscriber, and the token of their link. */
async function subscriber(site: TestSite, email = JUNE): Promise<{ id: string; token: string }> {
  const consent = { source: 'Sign-up sheet', at: START };
  const added = await addSubscriber(site.write, { email, consent }, START);
  if (added.kind !== 'added') throw new Error(added.kind);
  return { id: added.id, token: await linkOf(site.write, added.id, START) };
}

/** Everything about the list, to see that nothing changed. */
async function wholeList(site: TestSite): Promise<unknown[]> {
  const { write } = site;
  return [
    await write.selectFrom('newsletter_subscriber').selectAll().orderBy('id').execute(),
    await write.selectFrom('newsletter_link').selectAll().orderBy('token').execute(),
    await write.selectFrom('newsletter_confirmation').selectAll().orderBy('tokenHash').execute(),
  ];
}

test('R-54 an address is subscribed by the button of the page that the email links to', async () => {
  await using site = await openSite();
  const { status, html } = await signUp(site, ' June@Example.ORG ');
  expect([status, html]).toEqual([200, expect.stringContaining('Check your email')]);
  expect(html).toContain('This site can’t send email yet, so nothing has reached june@example.org');
  expect(await stateOf(site)).toBe('waiting');
  const path = await linkMailedTo(site);
  expect(path).toMatch(/^\/newsletter\/confirm\?token=[\w-]{43}$/);
  const page = await site.page(path);
  expect(page).toContain('One click and you’re in');
  expect(await stateOf(site)).toBe('waiting');
  const done = await site.post(path, {});
  expect([done.status, done.headers.get('Location')]).toEqual([
    303,
    expect.stringMatching(/^\/newsletter\/preferences\?token=[\w-]{22}&confirmed$/),
  ]);
  expect(await stateOf(site)).toBe('active');
  const preferences = plain(await site.page(done.headers.get('Location') ?? ''));
  expect(preferences).toMatch(/For june@example\.org.*Success!.*You’re subscribed/s);
});

test('urgent notices alone are subscribed from /notices, and nothing else comes', async () => {
  await using site = await openSite();
  const notices = await site.page('/notices');
  expect(notices).toMatch(/<form [^>]*class="signup"[^>]*>.*name="only" value="urgent".*Get urgent notices/s);
  const wrong = await site.post('/newsletter', { email: 'june', only: 'urgent' });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('name="only" value="urgent"'),
  ]);
  const ask = (email: string) => site.post('/newsletter', { email, only: 'urgent' });
  const topicsOf = async (email = JUNE) => (await findSubscriber(site.write, { email }))?.topics;
  // Before the confirmation, what was asked for last counts.
  await signUp(site);
  expect((await ask(JUNE)).status).toBe(200);
  expect((await listLetters(site.write, JUNE)).at(-1)?.text).toContain(
    'asked for urgent notices of localhost',
  );
  const path = await linkMailedTo(site);
  expect(plain(await site.page(path))).toContain(`Someone asked us to send urgent notices to ${JUNE}.`);
  await site.post(path, {});
  expect([await stateOf(site), await topicsOf()]).toEqual(['active', ['urgent']]);
  // Who gets the newsletter keeps what they chose.
  await subscriber(site, 'active@example.org');
  await ask('active@example.org');
  expect(await topicsOf('active@example.org')).toEqual(['stories', 'events', 'polls', 'urgent']);
});

test('the response is the same for new, waiting, subscribed, unsubscribed, bounced and deleted addresses', async () => {
  await using site = await openSite({ address: () => '203.0.113.7' });
  await site.post('/newsletter', { email: 'waiting@example.org' });
  await subscriber(site, 'active@example.org');
  const states = { unsubscribed: 'link', bounced: 'hard' } as const;
  for (const [state, reason] of Object.entries(states) as [keyof typeof states, string][]) {
    const { id } = await subscriber(site, `${state}@example.org`);
    await setState(site.write, id, state, reason, START);
  }
  const { id } = await subscriber(site, 'erased@example.org');
  await eraseSubscriber(site.write, id, START);
  const names = ['new', 'waiting', 'active', 'unsubscribed', 'bounced', 'erased'];
  const pages = [];
  for (const name of names) {
    const { status, html } = await signUp(site, `${name}@example.org`);
    pages.push([status, html.replaceAll(`${name}@example.org`, 'X')]);
  }
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1);
  const kinds = [];
  for (const name of names) kinds.push((await listLetters(site.write, `${name}@example.org`)).at(-1)?.kind);
  const asked = 'confirm-newsletter';
  expect(kinds).toEqual([asked, asked, 'newsletter-known', asked, asked, asked]);
  // Nothing has changed yet, and confirming overrides each.
  expect(await stateOf(site, 'unsubscribed@example.org')).toBe('unsubscribed link');
  for (const name of names.filter((each) => each !== 'active')) {
    await site.post(await linkMailedTo(site, `${name}@example.org`), {});
    expect([name, await stateOf(site, `${name}@example.org`)]).toEqual([name, 'active']);
  }
  expect(await site.page(await linkMailedTo(site, 'active@example.org'))).toContain('Email preferences');
});

test('R-09 emails are limited per address and network, with those of accounts', async () => {
  let address = '203.0.113.7';
  await using site = await openSite({ address: () => address });
  for (let n = 0; n < 2; n++) expect((await signUp(site)).status).toBe(200);
  await site.post('/login?mode=register', { email: JUNE, password: 'river in spring' });
  const held = await signUp(site);
  expect(held.status).toBe(429);
  expect(held.html).toContain('Too many attempts');
  expect(held.html).toContain(`value="${JUNE}"`);
  const statuses = [];
  for (let n = 0; n < 9; n++) statuses.push((await signUp(site, `june${n}@example.org`)).status);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([200, 429]);
  address = '198.51.100.1';
  expect((await signUp(site, 'may@example.org')).status).toBe(200);
});

test('R-55 an address that is none is refused at its field, with what was typed', async () => {
  await using site = await openSite();
  const cases = [
    ['', 'Enter your email address'],
    ['june', 'Enter an email address, such as june@example.org'],
    ['"june brook"@example.org', 'Addresses with quotation marks are not supported'],
    ['june@example.org\r\nBcc: eve@example.org', 'Enter an email address, such as'],
    ['<script>@x.org', 'Enter an email address, such as'],
    [`${'j'.repeat(300)}@example.org`, 'at most 254 characters'],
  ];
  for (const [email = '', problem = ''] of cases) {
    const { status, html } = await signUp(site, email);
    expect([email, status]).toEqual([email, 400]);
    expect(html).toContain(problem);
    expect(html).not.toContain('<script>@');
    expect(html).toMatch(/aria-invalid="true" aria-describedby="email-error"/);
  }
  expect(await site.write.selectFrom('mail').select('id').execute()).toEqual([]);
  await signUp(site, 'june@bücher.example');
  expect(await stateOf(site, 'june@xn--bcher-kva.example')).toBe('waiting');
});

test('a program that fills in the invisible field sends nothing, and flagged addresses may subscribe', async () => {
  await using site = await openSite();
  const trapped = await site.post('/newsletter', { email: JUNE, website: 'https://spam.example' });
  expect([trapped.status, await trapped.text()]).toEqual([200, expect.stringContaining('Check your email')]);
  expect(await listLetters(site.write, JUNE)).toEqual([]);
  await signUp(site, 'info@example.org');
  await signUp(site, 'june@mailinator.com');
  expect(await findSubscriber(site.write, { email: 'info@example.org' })).toMatchObject({ flag: 'role' });
  expect(await findSubscriber(site.write, { email: 'june@mailinator.com' })).toMatchObject({
    flag: 'disposable',
  });
});

test('a confirmation works once, for seven days, also when it is pressed twice at once', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  await signUp(site);
  const path = await linkMailedTo(site);
  const both = await Promise.all([site.post(path, {}), site.post(path, {})]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 303]);
  expect(await stateOf(site)).toBe('active');
  expect(plain(await site.page(path))).toMatch(/You’re in.*june@example\.org gets/s);
  await site.post((await unsubscribePathOf(site)) ?? '', {});
  // The used link subscribes nobody again.
  expect((await site.post(path, {})).status).toBe(404);
  expect(await stateOf(site)).toBe('unsubscribed link');

  await signUp(site, 'may@example.org');
  const late = await linkMailedTo(site, 'may@example.org');
  now += 7 * DAY_MS;
  const expired = await site.fetch(late);
  expect([expired.status, plain(await expired.text())]).toEqual([
    404,
    expect.stringMatching(/This link has expired.*from November 20, 2026.*Get The Maple Hollow/s),
  ]);
  expect((await site.post(late, {})).status).toBe(404);
  expect((await site.fetch(late.slice(0, -5))).status).toBe(404);
  await purgeUnconfirmed(site.write, now);
  expect(await stateOf(site, 'may@example.org')).toBeUndefined();
  expect(await stateOf(site)).toBe('unsubscribed link');
  expect(await site.write.selectFrom('newsletter_confirmation').select('tokenHash').execute()).toEqual([]);
});

async function unsubscribePathOf(site: TestSite, email = JUNE): Promise<string | undefined> {
  const found = await findSubscriber(site.write, { email });
  return found && `/newsletter/unsubscribe?token=${await linkOf(site.write, found.id, START)}`;
}

test('R-53 a scanner that opens every link a hundred times changes nothing', async () => {
  await using site = await openSite();
  const { token } = await subscriber(site);
  await signUp(site, 'may@example.org');
  const paths = [
    await linkMailedTo(site, 'may@example.org'),
    `/newsletter/preferences?token=${token}`,
    `/newsletter/preferences?token=${token}&renew=1&resubscribe=1`,
    `/newsletter/unsubscribe?token=${token}`,
    `/newsletter/unsubscribe?token=${token}&List-Unsubscribe=One-Click`,
  ];
  const before = await wholeList(site);
  for (const path of paths)
    for (let n = 0; n < (isDeep(import.meta.url) ? 100 : 10); n++)
      expect((await site.fetch(path, { method: n % 5 === 0 ? 'HEAD' : 'GET' })).status).toBe(200);
  expect(await wholeList(site)).toEqual(before);
});

test('R-53 one-click unsubscribes at once, without session, Origin or redirect', async () => {
  await using site = await openSite();
  const multipart = new FormData();
  multipart.set('List-Unsubscribe', 'One-Click');
  const bodies: BodyInit[] = [
    new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    multipart,
    'List-Unsubscribe=One-Click',
  ];
  for (const [n, body] of bodies.entries()) {
    const email = `june${n}@example.org`;
    const { token } = await subscriber(site, email);
    const ask = () => site.fetch(`/newsletter/unsubscribe?token=${token}`, { method: 'POST', body });
    for (let turn = 0; turn < 2; turn++) {
      const response = await ask();
      expect([response.status, response.headers.get('Content-Type')]).toEqual([
        200,
        'text/plain; charset=utf-8',
      ]);
      expect([response.headers.get('Location'), response.headers.get('Set-Cookie')]).toEqual([null, null]);
    }
    expect(await stateOf(site, email)).toBe('unsubscribed one-click');
  }
  // From a webmail page, and with a header in the part.
  const { token } = await subscriber(site, 'may@example.org');
  const part =
    'Content-Disposition: form-data; name="List-Unsubscribe"\r\nContent-Type: text/plain\r\n\r\nOne-Click';
  const foreign = await site.fetch(`/newsletter/unsubscribe?token=${token}`, {
    method: 'POST',
    body: `--x\r\n${part}\r\n--x--\r\n`,
    headers: {
      'Content-Type': 'multipart/form-data; boundary=x',
      Origin: 'https://mail.example.com',
      'Sec-Fetch-Site': 'cross-site',
    },
  });
  expect([foreign.status, await foreign.text()]).toEqual([200, 'You are unsubscribed.\n']);
  const other = await site.post(
    `/newsletter/preferences?token=${token}`,
    { renew: '' },
    { Origin: 'https://evil.example' },
  );
  expect(other.status).toBe(403);
  const unknown = await site.fetch(`/newsletter/unsubscribe?token=${'A'.repeat(22)}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(unknown.status).toBe(404);
});

test('the page unsubscribes with a button and offers to undo it', async () => {
  await using site = await openSite();
  const { token } = await subscriber(site);
  const path = `/newsletter/unsubscribe?token=${token}`;
  const asked = await site.fetch(path);
  expect(asked.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(asked.headers.get('Cache-Control')).toBe('private, no-store');
  expect(await asked.text()).toMatch(/noindex.*Unsubscribe from .*\?<.*No password needed/s);
  // Browsers send `Origin: null` from a page without referrer.
  const done = await site.post(path, {}, { Origin: 'null' });
  expect([done.status, done.headers.get('Location')]).toEqual([303, path]);
  expect(await site.page(path)).toMatch(/You are unsubscribed.*Undo: resubscribe me/s);
  expect(await stateOf(site)).toBe('unsubscribed link');
  const undone = await site.post(`/newsletter/preferences?token=${token}`, { resubscribe: '' });
  expect(undone.headers.get('Location')).toBe(`/newsletter/preferences?token=${token}&resubscribed`);
  expect(await stateOf(site)).toBe('active');
  const cut = await site.fetch(path.slice(0, -3));
  expect([cut.status, await cut.text()]).toEqual([404, expect.stringContaining('This link is incomplete')]);
});

test('unsubscribing never stops emails about the account', async () => {
  await using site = await openSite();
  await site.asAdmin();
  const { email } = ADMIN;
  const { token } = await subscriber(site, email);
  await site.post(`/newsletter/unsubscribe?token=${token}`, {});
  await syncMembers(site.write, START);
  expect(await stateOf(site, email)).toBe('unsubscribed link');
  await site.post('/forgot', { email });
  expect((await listLetters(site.write, email)).map(({ kind }) => kind)).toEqual(['reset-password']);
});

test('preferences: how often, what and where, without logging in', async () => {
  await using site = await openSite();
  const { token } = await subscriber(site);
  const path = `/newsletter/preferences?token=${token}`;
  const choice = { frequency: 'daily', topics: ['events', 'polls'], email: JUNE };
  const saved = await site.post(path, choice);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${path}&saved`]);
  expect(await site.page(`${path}&saved`)).toContain('Success!');
  expect(await findSubscriber(site.write, { email: JUNE })).toMatchObject({
    frequency: 'daily',
    topics: ['events', 'polls'],
  });
  const none = await site.post(path, { frequency: 'weekly', email: JUNE });
  expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Choose at least one')]);
  const wrong = await site.post(path, { ...choice, email: 'june@' });
  expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('value="june@"')]);
});

test('an address changes when the new one is confirmed; earlier links only unsubscribe', async () => {
  await using site = await openSite();
  const { token } = await subscriber(site);
  const path = `/newsletter/preferences?token=${token}`;
  const form = { frequency: 'daily', topics: ['stories'], email: 'June@New.example' };
  const asked = await site.post(path, form);
  expect(asked.headers.get('Location')).toBe(`${path}&mailed`);
  expect(await stateOf(site)).toBe('active');
  const link = await linkMailedTo(site, 'june@new.example');
  expect(await site.page(link)).toContain('Use this address from now on?');
  const both = await Promise.all([site.post(link, {}), site.post(link, {})]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 303]);
  expect([await stateOf(site), await stateOf(site, 'june@new.example')]).toEqual([
    'unsubscribed moved',
    'active',
  ]);
  expect(await findSubscriber(site.write, { email: 'june@new.example' })).toMatchObject({
    frequency: 'daily',
    topics: ['stories'],
  });
  const old = await site.fetch(path);
  expect([old.status, await old.text()]).toEqual([404, expect.stringContaining('It was replaced')]);
  await site.post(`/newsletter/unsubscribe?token=${token}`, {});
  expect(await stateOf(site, 'june@new.example')).toBe('unsubscribed link');
});

test('a subscriber whose emails came back sees why, and can confirm the address again', async () => {
  await using site = await openSite();
  const { id, token } = await subscriber(site);
  await setState(site.write, id, 'bounced', 'hard', START);
  const page = plain(await site.page(`/newsletter/preferences?token=${token}`));
  expect(page).toMatch(/Emails to you came back.*value="june@example\.org"/s);
  await signUp(site);
  await site.post(await linkMailedTo(site), {});
  expect(await stateOf(site)).toBe('active');
});

test('old links stop opening the preferences when the subscriber says so', async () => {
  await using site = await openSite();
  const { token } = await subscriber(site);
  const path = `/newsletter/preferences?token=${token}`;
  const renewed = (await site.post(path, { renew: '' })).headers.get('Location') ?? '';
  expect(renewed).toMatch(/^\/newsletter\/preferences\?token=[\w-]{22}&renewed$/);
  expect(await site.page(renewed)).toContain('no longer open this page');
  expect((await site.fetch(path)).status).toBe(404);
  expect((await site.post(path, { frequency: 'daily', topics: 'polls', email: JUNE })).status).toBe(404);
  const done = await site.page(`/newsletter/unsubscribe?token=${token}`);
  expect(done).not.toContain('Change what you get instead');
  await site.post(`/newsletter/unsubscribe?token=${token}`, {});
  expect(await stateOf(site)).toBe('unsubscribed link');
  expect(await site.page(`/newsletter/unsubscribe?token=${token}`)).not.toContain('Undo');
});

test('R-31 the link of an erased address says so and opens nothing', async () => {
  await using site = await openSite();
  const { id, token } = await subscriber(site);
  await eraseSubscriber(site.write, id, START);
  expect((await site.fetch(`/newsletter/preferences?token=${token}`)).status).toBe(404);
  expect(await site.page(`/newsletter/unsubscribe?token=${token}`)).toContain('your address was deleted');
});

test('the box of the account and the list say the same', async () => {
  await using site = await openSite();
  const member = await site.asAdmin();
  const { email } = ADMIN;
  expect((await site.post('/account', { newsletterOptIn: 'on' }, member)).status).toBe(303);
  expect(await stateOf(site, email)).toBe('active');
  const link = (await unsubscribePathOf(site, email)) ?? '';
  await site.post(link, {});
  expect(await (await site.fetch('/api/v1/me', { headers: member })).json()).toMatchObject({
    newsletterOptIn: false,
    newsletter: { address: email, state: 'unsubscribed', frequency: 'weekly' },
  });
  const headers = { ...member, Origin: site.origin, 'Content-Type': 'application/json' };
  const patch = (newsletterOptIn: boolean) =>
    site.fetch('/api/v1/me', { method: 'PATCH', headers, body: JSON.stringify({ newsletterOptIn }) });
  expect((await patch(true)).status).toBe(200);
  expect(await stateOf(site, email)).toBe('active');
  expect((await patch(false)).status).toBe(200);
  expect(await stateOf(site, email)).toBe('unsubscribed account');
});
