import { expect, test } from 'vitest';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { type Form, formIn } from '../../../tests/form-in.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';

const PATH = '/admin/newsletter/settings';

/** What a browser sends: the lists of the page, too. */
async function openForm(site: TestSite, admin: Record<string, string>): Promise<Form> {
  return { weekday: '5', provider: '', ...formIn(await site.page(PATH, admin)) };
}

test('the schedule, the review, the rates and the way of bounces are saved', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const typed = {
    ...(await openForm(site, admin)),
    ...{ name: 'The Friday Bell', weeklyOn: 'true', weekday: '5', weeklyTime: '17:00', review: 'wait-send' },
    ...{
      ahead: '10',
      postalAddress: '1 Main Street',
      perMinute: '30',
      bounceAddress: 'bounce@maple.example',
    },
    ...{ verp: 'true', provider: 'mailgun', key: 'secret-key' },
  };
  const saved = await site.post(PATH, typed, admin);
  const html = await saved.text();
  expect([saved.status, html]).toEqual([200, expect.stringContaining('Success!')]);
  expect(html).not.toContain('secret-key');
  expect(html.replaceAll('<!-- -->', '')).toContain(
    'http://localhost:3000/api/v1/newsletter/webhooks/mailgun',
  );
  expect(await findNewsletterPlan(site.write)).toMatchObject({
    ...{ name: 'The Friday Bell', weekly: { on: true, weekday: 5, time: '17:00' }, daily: { on: false } },
    ...{ review: 'wait-send', ahead: 10, postalAddress: '1 Main Street', perMinute: 30, verp: true },
    ...{ bounceAddress: 'bounce@maple.example', webhook: { provider: 'mailgun', key: 'secret-key' } },
  });
  const list = await site.page('/admin/newsletter', admin);
  for (const text of ['The Friday Bell', 'Fridays at 5:00 PM', 'Without it, the issue is sent anyway.'])
    expect(list).toContain(text);
});

test('a box that is no longer checked is off, and the stored key stays with its provider', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const first = {
    ...(await openForm(site, admin)),
    weeklyOn: 'true',
    provider: 'mailgun',
    key: 'secret-key',
  };
  await site.post(PATH, first, admin);
  const { weeklyOn, ...second }: Form = { ...(await openForm(site, admin)), provider: 'mailgun' };
  expect(weeklyOn).toBe('true');
  await site.post(PATH, second, admin);
  const key = async () => (await findNewsletterPlan(site.write)).webhook.key;
  expect([(await findNewsletterPlan(site.write)).weekly.on, await key()]).toEqual([false, 'secret-key']);
  const other = await site.post(PATH, { ...(await openForm(site, admin)), provider: 'resend' }, admin);
  expect(await other.text()).toContain('Enter the signing key of the provider');
});

test('wrong values are named, nothing is saved, and what was typed stays', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const wrong = { ahead: '40', perMinute: 'many', bounceAddress: 'nobody', weeklyTime: '5 PM' };
  const refused = await site.post(PATH, { ...(await openForm(site, admin)), name: 'Bell', ...wrong }, admin);
  const html = await refused.text();
  expect(refused.status).toBe(422);
  for (const id of Object.keys(wrong)) expect(html, id).toContain(`id="${id}-error"`);
  expect(formIn(html)).toMatchObject({ name: 'Bell', ...wrong });
  expect((await findNewsletterPlan(site.write)).name).toBe('');
});

test('two administrators: the second sees that the first has saved, and loses nothing', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = await openForm(site, admin);
  await site.post(PATH, { ...form, name: 'Theirs' }, admin);
  const refused = await site.post(PATH, { ...form, name: 'Mine' }, admin);
  const html = await refused.text();
  expect([refused.status, html]).toEqual([
    409,
    expect.stringContaining('Someone else changed these settings'),
  ]);
  expect((await site.post(PATH, { ...form, ...formIn(html) }, admin)).status).toBe(200);
  expect((await findNewsletterPlan(site.write)).name).toBe('Mine');
});

test('when two administrators save at the same moment, one sees the conflict', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const form = await openForm(site, admin);
  const saves = ['One', 'Two'].map((name) => site.post(PATH, { ...form, name }, admin));
  const statuses = (await Promise.all(saves)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([200, 409]);
});
