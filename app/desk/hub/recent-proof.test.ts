import { expect, test } from 'vitest';
import { findTown } from '#app/town/town-store.server.ts';
import { formIn } from '../../../tests/form-in.ts';
import { ADMIN, openSite } from '../../../tests/open-site.ts';

const START = Date.parse('2026-11-20T22:00:00Z');
const MINUTE_MS = 60_000;
const TOKENS = '/admin/settings/tokens';
const token = { name: 'Calendar import', scope: 'write', days: '30' };
const proofOf = (path: string) => `/account/proof?next=${encodeURIComponent(path)}`;

test('R-17: tokens and the sample town require the password eleven minutes after logging in, but not within ten', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  now += 9 * MINUTE_MS;
  expect((await site.fetch(TOKENS, { headers: admin })).status).toBe(200);
  expect((await site.post(TOKENS, token, admin)).status).toBe(200);
  const id = /name="id" value="([\w-]+)"/.exec(await site.page(TOKENS, admin))?.[1] ?? '';
  now += 2 * MINUTE_MS;
  for (const [response, back] of [
    [await site.fetch(TOKENS, { headers: admin }), TOKENS],
    [await site.post(`${TOKENS}/revocation`, { id }, admin), TOKENS],
    [await site.post('/admin/settings/sample-town', {}, admin), '/admin/settings/sample-town'],
  ] as const)
    expect([response.status, response.headers.get('Location')]).toEqual([303, proofOf(back)]);
  const tokens = () => site.write.selectFrom('api_token').select('revokedAt').execute();
  expect(await tokens()).toEqual([{ revokedAt: null }]);
  const proved = await site.post(proofOf(TOKENS), { password: ADMIN.password }, admin);
  expect([proved.status, proved.headers.get('Location')]).toEqual([303, TOKENS]);
  const revoked = await site.post(`${TOKENS}/revocation`, { id }, admin);
  expect(revoked.headers.get('Location')).toBe(`${TOKENS}?saved=1`);
  expect(await tokens()).toEqual([{ revokedAt: now }]);
});

test('R-17: a token that is requested too late is not created, and its name is still there', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  now += 11 * MINUTE_MS;
  const refused = await site.post(TOKENS, token, admin);
  expect(refused.status).toBe(403);
  const html = await refused.text();
  expect(html).toContain(`href="${proofOf(TOKENS)}"`);
  expect(html).toContain('value="Calendar import"');
  expect(html).not.toContain('blf_');
  expect(await site.write.selectFrom('api_token').selectAll().execute()).toEqual([]);
});

test('R-17: changing the contact address needs a proof of identity, other settings do not, and nothing typed is lost', async () => {
  let now = START;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  now += 11 * MINUTE_MS;
  const { contactEmail } = await findTown(site.write);
  const save = async (changes: Record<string, string>) =>
    site.post('/admin/settings', { ...formIn(await site.page('/admin/settings', admin)), ...changes }, admin);
  expect((await save({ title: 'Elm Falls Post' })).status).toBe(303);
  const refused = await save({ title: 'Elm Falls Gazette', contactEmail: 'new@example.org' });
  expect(refused.status).toBe(403);
  const html = await refused.text();
  expect(html).toContain('To change this address, first confirm it’s you');
  expect(html).toContain(`href="${proofOf('/admin/settings')}"`);
  expect(html).toContain('value="new@example.org"');
  expect(html).toContain('value="Elm Falls Gazette"');
  expect(await findTown(site.write)).toMatchObject({ title: 'Elm Falls Post', contactEmail });
  await site.post(proofOf('/admin/settings'), { password: ADMIN.password }, admin);
  expect((await save({ contactEmail: 'new@example.org' })).status).toBe(303);
  expect(await findTown(site.write)).toMatchObject({ contactEmail: 'new@example.org' });
});
