import { expect, test } from 'vitest';
import { createSetupLink } from '#app/people/administrator/setup-link.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { ADMIN, openSite, type TestSite } from '../../../../tests/open-site.ts';

const free = { environment: { BELFRY_ADMIN_EMAIL: '' } };

test('The set-up link creates the administrator, logs in and leads to /admin', async () => {
  await using site = await openSite(free);
  const path = await linkOf(site);
  const html = await site.page(path);
  expect(html).toContain('<h1>Set up</h1>');
  expect(html).not.toContain('readOnly=""');
  const response = await site.post(path, ADMIN);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/admin']);
  const Cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect((await site.fetch('/admin', { headers: { Cookie } })).status).toBe(200);
});

test('R-13: opening the set-up page, as scanners do, does not use the link up, and reveals it to no other site', async () => {
  await using site = await openSite(free);
  const path = await linkOf(site);
  for (const method of ['GET', 'HEAD', 'GET']) {
    const response = await site.fetch(path, { method });
    expect(response.status).toBe(200);
    expect(response.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  }
  expect((await site.post(path, ADMIN)).status).toBe(303);
});

test('R-13: of fifty people who use the set-up link at once, one succeeds, and then it is not found', async () => {
  await using site = await openSite(free);
  const path = await linkOf(site);
  const tries = Array.from({ length: 50 }, (_, n) =>
    site.post(path, { ...ADMIN, email: `editor${n}@example.org` }),
  );
  const statuses = (await Promise.all(tries)).map((response) => response.status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  // A user whose password can't be hashed in time is asked to retry, and then finds the link used.
  expect(statuses.filter((status) => status === 404 || status === 503)).toHaveLength(49);
  expect((await site.fetch(path)).status).toBe(404);
});

test('R-13: without the link no one can learn the administrator’s address or have a password hashed', async () => {
  await using site = await openSite({ environment: { BELFRY_ADMIN_EMAIL: 'secret@example.org' } });
  for (const path of ['/setup?token=x', '/setup.data?token=x']) {
    const tries = Array.from({ length: 40 }, () => site.post(path, { ...ADMIN, email: 'other@example.org' }));
    for (const response of await Promise.all(tries)) {
      expect(response.status).toBe(404);
      expect(await response.text()).not.toContain('secret@example.org');
    }
    expect((await site.post(path, { ...ADMIN, email: 'secret@example.org' })).status).toBe(404);
  }
});

test('R-13: a wrong, expired or missing link is not found, and neither is any while there is an administrator', async () => {
  let now = Date.parse('2026-11-20T22:00:00Z');
  await using site = await openSite({ ...free, now: () => now });
  const path = await linkOf(site);
  for (const wrong of ['/setup', '/setup?token=', '/setup?token=x', `${path}x`]) {
    const response = await site.fetch(wrong);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('Oops! The page you are looking for does not exist.');
    expect((await site.post(wrong, ADMIN)).status).toBe(404);
  }
  now += 24 * 60 * 60 * 1000;
  expect((await site.fetch(path)).status).toBe(404);
  now -= 24 * 60 * 60 * 1000;
  expect((await site.fetch(path)).status).toBe(200);
  await site.asAdmin();
  expect((await site.fetch(path)).status).toBe(404);
  expect((await site.fetch(await linkOf(site))).status).toBe(404);
});

test('A failed set-up reports the field, keeps the address and does not use up the link', async () => {
  await using site = await openSite(free);
  const path = await linkOf(site);
  const response = await site.post(path, { email: 'Editor@example.org', password: 'eleven char' });
  expect(response.status).toBe(400);
  const html = await response.text();
  expect(html).toContain('value="Editor@example.org"');
  expect(html).toContain('id="password-error">Use at least 12 characters');
  expect((await site.fetch(path)).status).toBe(200);
});

test('Set-up names everything that is wrong at once: the town, the address and the password', async () => {
  await using site = await openSite({ environment: { BELFRY_ADMIN_EMAIL: '', NODE_ENV: 'production' } });
  const path = await linkOf(site);
  const wrong = { email: 'editor', password: 'eleven char', title: '', timeZone: 'Maple Hollow' };
  const response = await site.post(path, wrong);
  expect(response.status).toBe(400);
  const html = await response.text();
  for (const problem of [
    'id="email-error">Enter an email address',
    'id="password-error">Use at least 12 characters',
    'id="title-error">Enter some text',
    'id="timeZone-error">Enter an IANA time zone',
  ])
    expect(html).toContain(problem);
});

test('Set-up asks about the town of a sample site, and what is left empty stays', async () => {
  await using site = await openSite(free);
  const path = await linkOf(site);
  const html = await site.page(path);
  for (const name of ['town', 'state', 'title', 'timeZone', 'contactEmail'])
    expect(html).toMatch(new RegExp(`<input [^>]*name="${name}"`));
  expect(/<input [^>]*name="email"[^>]*>/.exec(html)?.[0]).toMatch(/autofocus/i);
  const wrong = await site.post(path, { ...ADMIN, town: 'Springfield', contactEmail: 'nobody' });
  expect(wrong.status).toBe(400);
  const again = await wrong.text();
  expect(again).toContain('id="contactEmail-error"');
  expect(again).toContain('value="Springfield"');
  const typed = { town: 'Springfield', title: '', timeZone: 'America/Chicago', filledTimeZone: 'UTC' };
  expect((await site.post(path, { ...ADMIN, ...typed })).status).toBe(303);
  const { town, state, title, timeZone } = await findTown(site.write);
  expect({ town, state, title, timeZone }).toEqual({
    town: 'Springfield',
    state: defaultTown.state,
    title: defaultTown.title,
    timeZone: 'America/Chicago',
  });
});

test('Set-up replaces the sample town’s names in the texts of the site, and the checklist leads on', async () => {
  await using site = await openSite(free);
  const typed = { town: 'Elm Falls', title: 'Elm Post', state: 'Ohio', contactEmail: 'desk@elm.example' };
  const response = await site.post(await linkOf(site), { ...ADMIN, ...typed });
  const about = await site.page('/about');
  expect(about).toContain('Elm Post is one place to find out');
  expect(about).not.toContain('Maple Hollow');
  const Cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  expect(await site.page('/admin/settings', { Cookie })).not.toContain('still contain the old name');
  const overview = await site.page('/admin', { Cookie });
  expect(overview).toContain('Set up your town');
  expect(overview).toContain('Enter the name and contact address of your town</a><span class="vh"> (done)');
});

test('A time zone that only the browser filled in does not move the sample town', async () => {
  await using site = await openSite(free);
  const zone = { timeZone: 'Europe/Berlin', filledTimeZone: 'Europe/Berlin' };
  expect((await site.post(await linkOf(site), { ...ADMIN, ...zone })).status).toBe(303);
  expect((await findTown(site.write)).timeZone).toBe(defaultTown.timeZone);
});

test("If BELFRY_ADMIN_EMAIL is set, the address can't be changed", async () => {
  await using site = await openSite();
  const path = await linkOf(site);
  const [input = ''] = /<input [^>]*name="email"[^>]*>/.exec(await site.page(path)) ?? [];
  expect(input).toContain('readOnly=""');
  expect(input).toContain('value="editor@example.org"');
  expect((await site.post(path, { ...ADMIN, email: 'other@example.org' })).status).toBe(400);
  expect((await site.post(path, ADMIN)).status).toBe(303);
});

async function linkOf(site: TestSite): Promise<string> {
  return `/setup?token=${await createSetupLink(site.write, site.services.now())}`;
}
