import { expect, test } from 'vitest';
import { eachDatabase } from '../../../tests/each-database.ts';
import { openSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { closeForm, findOthers, reportForm } from './presence-store.server.ts';
import { FORM_EXPIRES_MS } from './presence-words.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const item = { collection: 'news', itemId: 'a' };

eachDatabase('an open form is known until it is closed, or stops reporting', async (t) => {
  const { write } = t.database;
  for (const id of ['anna', 'otto']) {
    await write.insertInto('site_user').values({ id, newsletterOptIn: 0, createdAt: 0 }).execute();
    const address = `${id}@example.org`;
    await write.insertInto('verified_address').values({ address, userId: id, provedAt: 0 }).execute();
  }
  const others = (userId: string, form: string | undefined, now: number) =>
    findOthers(write, { ...item, userId, ...(form ? { form } : {}) }, now);
  const nobody = { names: [], isElsewhere: false };
  expect(await others('otto', undefined, NOW)).toEqual(nobody);
  await reportForm(write, { ...item, form: 'form-1', userId: 'anna' }, NOW);
  expect(await others('otto', 'form-2', NOW)).toEqual({ names: ['Anna'], isElsewhere: false });
  expect(await others('anna', 'form-1', NOW)).toEqual(nobody);
  expect(await others('anna', 'form-3', NOW)).toEqual({ names: [], isElsewhere: true });
  expect(await others('otto', 'form-2', NOW + FORM_EXPIRES_MS)).toEqual(nobody);
  await reportForm(write, { ...item, form: 'form-1', userId: 'anna' }, NOW + 10_000);
  expect((await others('otto', 'form-2', NOW + FORM_EXPIRES_MS)).names).toEqual(['Anna']);
  await closeForm(write, { form: 'form-1', userId: 'otto' });
  expect((await others('otto', 'form-2', NOW + 10_000)).names).toEqual(['Anna']);
  await closeForm(write, { form: 'form-1', userId: 'anna' });
  expect(await others('otto', 'form-2', NOW + 10_000)).toEqual(nobody);
});

test('the form says who else has it open, for as long as they do', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const admin = await site.asAdmin();
  await site.fetch('/api/v1/news/a', {
    method: 'PUT',
    headers: { ...admin, 'Content-Type': 'application/json', Origin: site.origin },
    body: JSON.stringify(sampleInputs.news),
  });
  await site.write.insertInto('site_user').values({ id: 'anna', newsletterOptIn: 0, createdAt: 0 }).execute();
  await site.write
    .insertInto('verified_address')
    .values({ address: 'anna@example.org', userId: 'anna', provedAt: 0 })
    .execute();
  await reportForm(site.write, { ...item, form: 'form-of-anna', userId: 'anna' }, now);
  expect(await site.page('/admin/news/a', admin)).toMatch(/aria-live="polite">[\s\S]*Anna is editing this\./);

  const path = '/admin/news/a/presence';
  const report = async (form: Record<string, string>) => site.post(path, form, admin);
  const first = await report({ form: 'my-first-form' });
  expect(await first.json()).toEqual({ names: ['Anna'], isElsewhere: false });
  expect(await (await report({ form: 'my-second-form' })).json()).toMatchObject({ isElsewhere: true });
  expect((await report({ form: 'my-second-form', closed: '1' })).status).toBe(204);
  expect(await (await report({ form: 'my-first-form' })).json()).toMatchObject({ isElsewhere: false });
  now += FORM_EXPIRES_MS;
  expect(await site.page('/admin/news/a', admin)).not.toContain('editing this');
  expect((await report({ form: '<script>' })).status).toBe(400);
  const member = await site.post(path, { form: 'form-of-member' }, await site.asMember());
  expect(member.status).toBe(302);
});
