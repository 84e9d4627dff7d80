import { expect, test } from 'vitest';
import { createSetupLink } from '#app/people/administrator/setup-link.server.ts';
import { ADMIN, openSite } from '../../../tests/open-site.ts';

const NAME = 'June Hathaway';

test('An account has no name until its owner enters one, which is trimmed, shown in the form, and can be removed', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  expect(valueIn(await site.page('/account', member))).toBe('');
  for (const [typed, stored] of [
    [`  ${NAME} \t`, NAME],
    ['Zoë  O’Brien-Núñez', 'Zoë O’Brien-Núñez'],
    ['   ', ''],
  ] as const) {
    const response = await site.post('/account/name', { name: typed }, member);
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/account?saved']);
    expect(valueIn(await site.page('/account', member))).toBe(stored);
  }
});

test('A name that can’t be used is refused beside the field and stays typed, and the name stays as it was', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  await site.post('/account/name', { name: NAME }, member);
  for (const [typed, problem] of [
    ['x'.repeat(81), 'Use at most 80 characters'],
    ['June\nHathaway', 'Remove the control characters'],
    ['June\u0000', 'Remove the control characters'],
    ['June \u202eyawahtaH', 'Remove the control characters'],
    ['June\u2028Hathaway', 'Remove the control characters'],
    ['\u00ad', 'Remove the control characters'],
    ['…', 'Use at least one letter'],
    ['editor@example.org', 'Enter a name, not an email address'],
  ] as const) {
    const response = await site.post('/account/name', { name: typed }, member);
    expect([typed, response.status]).toEqual([typed, 400]);
    const html = await response.text();
    expect(html).toContain(`id="name-error">${problem}`);
    if (!/\p{C}/u.test(typed)) expect(valueIn(html)).toBe(typed);
    expect(valueIn(await site.page('/account', member))).toBe(NAME);
  }
  expect((await site.post('/account/name', { name: 'x'.repeat(80) }, member)).status).toBe(303);
});

test('Only the owner can change the name of an account', async () => {
  await using site = await openSite();
  const refused = await site.post('/account/name', { name: NAME });
  expect([refused.status, refused.headers.get('Location')]).toEqual([302, '/login?next=%2Faccount']);
  const foreign = { ...(await site.asMember()), Origin: 'https://evil.example' };
  expect((await site.post('/account/name', { name: NAME }, foreign)).status).toBe(403);
  expect(await site.write.selectFrom('site_user').select('name').execute()).toEqual([{ name: null }]);
});

test('The export of an account has its name, and deleting the account erases it', async () => {
  await using site = await openSite();
  const member = await site.asMember();
  await site.post('/account/name', { name: NAME }, member);
  expect(JSON.parse(await site.page('/account/data', member))).toMatchObject({ name: NAME });
  await site.post('/account/deletion', {}, member);
  expect(await site.write.selectFrom('site_user').selectAll().execute()).toEqual([]);
});

test('PATCH /api/v1/me changes the name, with the rules of the form', async () => {
  await using site = await openSite();
  const headers = { ...(await site.asMember()), Origin: site.origin, 'Content-Type': 'application/json' };
  const patch = (body: unknown) =>
    site.fetch('/api/v1/me', { method: 'PATCH', headers, body: JSON.stringify(body) });
  expect(await (await patch({ name: ` ${NAME} ` })).json()).toMatchObject({ name: NAME });
  expect(await (await patch({ newsletterOptIn: true })).json()).toMatchObject({ name: NAME });
  const refused = await patch({ name: 'x'.repeat(81) });
  expect([refused.status, (await refused.json()).errors]).toEqual([
    422,
    [{ field: 'name', message: 'Use at most 80 characters' }],
  ]);
  expect(await (await patch({ name: null })).json()).toMatchObject({ name: null });
});

test('The set-up page takes the administrator’s name, and keeps it typed when something else is wrong', async () => {
  await using site = await openSite({ environment: { BELFRY_ADMIN_EMAIL: '' } });
  const path = `/setup?token=${await createSetupLink(site.write, site.services.now())}`;
  expect(await site.page(path)).toContain('Your name');
  const short = await site.post(path, { ...ADMIN, name: NAME, password: 'short' });
  expect([short.status, valueIn(await short.text())]).toEqual([400, NAME]);
  const wrong = await site.post(path, { ...ADMIN, name: 'a@b.example' });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('id="name-error">Enter a name, not an email address'),
  ]);
  expect((await site.post(path, { ...ADMIN, name: NAME })).status).toBe(303);
  expect(await site.write.selectFrom('site_user').select('name').execute()).toEqual([{ name: NAME }]);
});

/** What the field contains. */
function valueIn(html: string): string | undefined {
  const input = /<input[^>]* name="name"[^>]*>/.exec(html)?.[0];
  return input && (/ value="([^"]*)"/.exec(input)?.[1] ?? '');
}
