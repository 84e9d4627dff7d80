/** People who work on the site: invited, with another role, removed, and the administrator's role handed over. */
import { expect, test } from 'vitest';
import { listPeople } from '#app/people/team/person-store.server.ts';
import { queueWaitingEmails } from '#app/people/team/waiting-email.server.ts';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { ADMIN, openSite, type TestSite } from '../../../tests/open-site.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const PASSWORD = 'six short words do well here';

/** The link of the newest email to an address; '' without one. */
async function linkTo({ write }: TestSite, address: string): Promise<string> {
  const rows = await write
    .selectFrom('mail')
    .select(['letter', 'recipient'])
    .where('recipient', '=', address)
    .execute();
  const letter = JSON.parse(rows.at(-1)?.letter ?? '{}') as { action?: { url: string } };
  await write.deleteFrom('mail').execute();
  return letter.action?.url.replace('http://localhost:3000', '') ?? '';
}

function cookieOf(response: Response): Record<string, string> {
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { Cookie: cookies.join('; ') };
}

async function invite(site: TestSite, admin: Record<string, string>, email: string, role = 'editor') {
  const response = await site.post('/admin/people', { email, role, note: 'You can spell.' }, admin);
  expect([email, response.status, response.headers.get('Location')]).toEqual([
    email,
    303,
    '/admin/people?done=invited',
  ]);
  return linkTo(site, email);
}

test('an invitation works once, for its address, for seven days, and ends with everything it opened', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  const accept = (link: string, name: string, headers = {}) =>
    site.post(link, { name, password: PASSWORD }, headers);

  // What was typed stays in a form that was refused.
  for (const [email, role, problem] of [
    ['june@example', 'editor', 'Enter a full address'],
    ['june@example.org', 'admin', 'Choose a role'],
    [ADMIN.email, 'editor', 'This person works on the site already'],
  ] as const) {
    const refused = await site.post('/admin/people', { email, role, note: 'Stay' }, admin);
    const html = await refused.text();
    expect([email, refused.status, html.includes(problem), html.includes('Stay')]).toEqual([
      email,
      400,
      true,
      true,
    ]);
  }

  // A new account; the link works once.
  const link = await invite(site, admin, 'june@example.org');
  expect(link).toMatch(/^\/invitation\?token=[\w-]{43}$/);
  expect(await site.page(link)).toContain('would like your help');
  const doubled = await site.post('/admin/people', { email: 'june@example.org', role: 'editor' }, admin);
  expect(await doubled.text()).toContain('There is an open invitation');
  expect((await accept(link, '')).status).toBe(400);
  expect((await site.post(link, { name: 'June', password: 'short' })).status).toBe(400);
  const both = await Promise.all([accept(link, 'June'), accept(link, 'June')]);
  expect(both.map(({ status }) => status).sort()).toEqual([303, 404]);
  const june = cookieOf(both.find(({ status }) => status === 303) as Response);
  expect((await site.fetch('/admin/inbox', { headers: june })).status).toBe(200);
  expect((await site.fetch('/admin/settings', { headers: june })).status).toBe(403);
  expect((await site.fetch(link)).status).toBe(404);

  // For an address that has an account: only that account accepts it, and its password stays.
  const dale = await site.asColleague('contributor', 'Dale');
  const { id } = await site.write
    .updateTable('site_user')
    .set({ role: null })
    .where('name', '=', 'Dale')
    .returning('id')
    .executeTakeFirstOrThrow();
  const hash = () =>
    site.write.selectFrom('password').select('hash').where('userId', '=', id).executeTakeFirstOrThrow();
  const before = await hash();
  const forDale = await invite(site, admin, 'dale@example.org', 'contributor');
  expect(await site.page(forDale)).toContain('Log in to accept');
  expect((await accept(forDale, 'Mallory')).status).toBe(403);
  expect((await accept(forDale, 'June', june)).status).toBe(403);
  expect(await site.page(forDale, june)).toContain('You are logged in as june@example.org');
  const accepted = await accept(forDale, 'Dale Whitcomb', dale);
  expect(accepted.status).toBe(303);
  const daleNow = cookieOf(accepted);
  expect((await site.fetch('/admin/drafts', { headers: dale })).status).toBe(302);
  expect((await site.fetch('/admin/drafts', { headers: daleNow })).status).toBe(200);
  expect(await hash()).toEqual(before);

  // Expired, sent again, withdrawn, declined.
  const late = await invite(site, admin, 'ada@example.org');
  now += 7 * DAY_MS;
  expect((await accept(late, 'Ada')).status).toBe(404);
  const again = await site.asAdmin();
  const { id: ada } = await site.write.selectFrom('invitation').select('id').executeTakeFirstOrThrow();
  expect(await site.page('/admin/people', again)).toContain('Expired');
  await site.post(`/admin/people/invitations/${ada}`, { do: 'resend' }, again);
  const renewed = await linkTo(site, 'ada@example.org');
  expect((await site.fetch(late)).status).toBe(404);
  expect((await site.fetch(renewed)).status).toBe(200);
  await site.post(`/admin/people/invitations/${ada}`, { do: 'withdraw' }, again);
  expect((await accept(renewed, 'Ada')).status).toBe(404);
  const unwanted = await invite(site, again, 'priya@example.org');
  expect(await (await site.post(unwanted, { answer: 'decline' })).text()).toContain('You declined');
  expect((await site.fetch(unwanted)).status).toBe(404);
  expect(await linkTo(site, ADMIN.email)).toBe('/admin/people');

  // A role that was changed or ended counts at once, also for tokens and open forms.
  const [, , other] = await listPeople(site.services.auth);
  expect((await listPeople(site.services.auth)).map(({ name, role }) => [name, role])).toEqual([
    [null, 'admin'],
    ['Dale Whitcomb', 'contributor'],
    ['June', 'editor'],
  ]);
  const juneId = other?.userId ?? '';
  const token = await createApiToken(
    site.write,
    { name: 'import', scope: 'write', days: 30, userId: juneId, role: 'editor' },
    now,
  );
  const call = { headers: { Authorization: `Bearer ${token}` } };
  expect((await site.fetch('/api/v1/inbox', call)).status).toBe(200);
  const juneAgain = cookieOf(await site.post('/login', { email: 'june@example.org', password: PASSWORD }));
  expect((await site.fetch('/admin/inbox', { headers: juneAgain })).status).toBe(200);
  await site.post(`/admin/people/${juneId}`, { role: 'contributor' }, again);
  expect((await site.fetch('/admin/inbox', { headers: juneAgain })).status).toBe(403);
  expect((await site.fetch('/api/v1/inbox', call)).status).toBe(403);
  expect((await site.fetch(`/admin/people/${juneId}/removal`, { headers: again })).status).toBe(200);
  await site.post(`/admin/people/${juneId}/removal`, {}, again);
  const draft = { id: 'mine', title: 'Mine', publication: 'draft', version: '0', draft: '0' };
  expect((await site.post('/admin/articles/add', draft, juneAgain)).headers.get('Location')).toBe('/');
  expect((await site.fetch('/api/v1/inbox', call)).status).toBe(401);
  expect(
    (await site.post(`/admin/people/${juneId}`, { role: 'editor' }, again)).headers.get('Location'),
  ).toBe('/admin/people?done=gone');
  const entries = await site.write.selectFrom('audit_entry').select(['action', 'subject']).execute();
  expect(entries.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['person-invited', 'invitation-accepted', 'role-changed', 'person-removed']),
  );
  const log = JSON.stringify(entries) + (await site.page('/admin/activity', again));
  expect(log).not.toMatch(/june@example|dale@example/);
}, 60_000);

test('the administrator’s role goes to another person when both enter their password, and there is always one', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const dale = await site.asColleague('editor', 'Dale');
  const priya = await site.asColleague('contributor', 'Priya');
  const idOf = async (name: string) =>
    (await listPeople(site.services.auth)).find((person) => person.name === name)?.userId ?? '';
  const path = `/admin/people/${await idOf('Dale')}/administrator`;
  const adminsOf = async () =>
    (await listPeople(site.services.auth)).filter(({ role }) => role === 'admin').map(({ email }) => email);
  await createApiToken(site.write, { name: 'old', scope: 'write', days: 30 }, NOW);

  expect((await site.post(path, { password: 'wrong' }, admin)).status).toBe(400);
  expect((await site.post(path, { password: 'another long password' }, dale)).status).toBe(403);
  expect((await site.post(path, { password: ADMIN.password }, admin)).headers.get('Location')).toBe(
    '/admin/people?done=offered',
  );
  const link = await linkTo(site, 'dale@example.org');
  expect((await site.fetch(link)).headers.get('Location')).toBe(`/login?next=${encodeURIComponent(link)}`);
  expect((await site.fetch(link, { headers: priya })).status).toBe(403);
  expect((await site.post(link, { password: 'another long password' }, priya)).status).toBe(403);
  expect((await site.post(link, { password: 'wrong' }, dale)).status).toBe(400);
  expect(await site.page(link, dale)).toContain('Become the administrator?');
  expect(await adminsOf()).toEqual([ADMIN.email]);
  const both = await Promise.all(
    [1, 2].map(() => site.post(link, { password: 'another long password' }, dale)),
  );
  expect(both.filter(({ headers }) => headers.get('Location') === '/admin')).toHaveLength(1);
  expect(await adminsOf()).toEqual(['dale@example.org']);

  // The setting still names the former administrator, who is an editor.
  expect(site.services.settings.adminEmail).toBe(ADMIN.email);
  expect((await site.fetch('/admin/settings', { headers: admin })).status).toBe(403);
  expect((await site.fetch('/admin/inbox', { headers: admin })).status).toBe(200);
  const daleNow = cookieOf(both.find(({ headers }) => headers.get('Location') === '/admin') as Response);
  expect((await site.fetch('/admin/settings', { headers: daleNow })).status).toBe(200);
  const [token] = await site.write.selectFrom('api_token').select('userId').execute();
  expect(token?.userId).toBe(
    (await listPeople(site.services.auth)).find(({ email }) => email === ADMIN.email)?.userId,
  );

  // The daily email: off at first, at most one a day, and only for those who review the inbox.
  await site.write.deleteFrom('mail').execute();
  const recipients = async () =>
    (await site.write.selectFrom('mail').select('recipient').execute()).map(({ recipient }) => recipient);
  const waiting = { siteTitle: 'Maple Hollow', count: 2, titles: ['Ferry schedule changes'] };
  const send = (townTime: string) => queueWaitingEmails(site.services.auth, { ...waiting, townTime });
  await send('2026-11-20T08:13');
  expect(await recipients()).toEqual([]);
  for (const headers of [admin, priya])
    await site.post('/account/waiting-email', { waitingEmail: 'true' }, headers);
  await send('2026-11-20T06:53');
  await Promise.all([send('2026-11-20T08:13'), send('2026-11-20T08:13')]);
  expect(await recipients()).toEqual([ADMIN.email]);
  await send('2026-11-21T08:13');
  expect(await recipients()).toHaveLength(2);
  await site.post('/account/waiting-email', {}, admin);
  await send('2026-11-22T08:13');
  expect(await recipients()).toHaveLength(2);
}, 60_000);
