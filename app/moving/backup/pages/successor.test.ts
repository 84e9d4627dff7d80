import { expect, test } from 'vitest';
import { notifySuccessorOf } from '#app/background/backup-tasks.server.ts';
import { pauseSchedules } from '#app/town/schedule-pause.server.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { documentsOf } from './town-documents.server.ts';

const PATH = '/admin/successor';
const NOW = Date.parse('2026-11-20T22:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const never = new AbortController().signal;
const dale = {
  name: 'Dale Whitcomb',
  email: 'dale@example.org',
  contacts: 'Ruth Abelard, editor',
  hosting: 'Example Hosting, customer 4711',
  domain: 'Registered with Example Domains until May 2028',
  mail: 'Example Mail',
  costs: '$6 a month, from the library’s fund',
  notes: 'The key is in the safe.',
  afterDays: '60',
};

async function mailsOf(site: TestSite) {
  const rows = await site.write.selectFrom('mail').select(['kind', 'recipient', 'letter']).execute();
  return rows.filter(({ kind }) => kind === 'successor');
}

test('The page for the successor explains the town on one sheet, and its text is in every backup', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const saved = await site.post(PATH, dale, headers);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${PATH}?saved=1`]);
  const page = await site.page(PATH, headers);
  const sheet = /<section class="panel sheet".*?<\/section>/s.exec(page)?.[0] ?? '';
  for (const fact of [
    'Dale Whitcomb, dale@example.org',
    'customer 4711',
    'until May 2028',
    '$6 a month',
    'http://localhost:3000',
    'SQLite, in the data folder',
    'editor@example.org',
  ])
    expect(sheet).toContain(fact);
  expect(await site.page('/admin/backups', headers)).toContain(
    'Dale Whitcomb will take over. Instructions are emailed when you ask, or after 60 days without a visit from you.',
  );
  const { settings } = site.services;
  const [notes] = await documentsOf({ settings, now: NOW })(site.write);
  expect(notes?.name).toBe('notes.txt');
  for (const line of [
    'WHO TAKES OVER',
    'Dale Whitcomb, dale@example.org',
    'COSTS',
    '$6 a month',
    'belfry restore FILE',
  ])
    expect(notes?.text).toContain(line);
  expect(Math.max(...(notes?.text ?? '').split('\n').map((line) => line.length))).toBeLessThanOrEqual(78);
});

test('The page shows what is not written down yet, with the way to its field', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const sheet = /<section class="panel sheet".*?<\/section>/s.exec(await site.page(PATH, headers))?.[0] ?? '';
  const missing = [...sheet.matchAll(/<dt>([^<]+)<\/dt><dd class="lines"><span class="muted">([^<]+)/g)];
  expect(missing.map(([, label, words]) => `${label}: ${words}`)).toEqual([
    'Who takes over: Not named yet.',
    'Where it runs: Not written down yet.',
    'Domain: Not written down yet.',
    'Email: Not written down yet.',
    'Costs: Not written down yet.',
  ]);
  for (const [, field] of sheet.matchAll(/href="#(\w+)"/g))
    expect(await site.page(PATH, headers)).toContain(`id="${field}"`);
});

test('Problems are reported at their fields, with what was typed', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const wrong = await site.post(PATH, { ...dale, email: 'dale' }, headers);
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  expect(page).toMatch(/id="email-error"[^>]*>Enter an email address/);
  expect(page).toContain('customer 4711</textarea>');
  const without = await site.post(PATH, { ...dale, email: '' }, headers);
  expect(await without.text()).toMatch(/id="email-error"[^>]*>Enter an email address for the instructions/);
});

test('The instructions are emailed after a question, and contain what the page says', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  expect((await site.fetch(`${PATH}/instructions`, { headers })).headers.get('Location')).toBe(PATH);
  await site.post(PATH, dale, headers);
  expect(await site.page(`${PATH}/instructions`, headers)).toContain(
    'Email the instructions to Dale Whitcomb?',
  );
  expect(await mailsOf(site)).toEqual([]);
  const sent = await site.post(`${PATH}/instructions`, {}, headers);
  expect(sent.headers.get('Location')).toBe(`${PATH}?sent=1`);
  const [mail] = await mailsOf(site);
  expect(mail?.recipient).toBe('dale@example.org');
  // The test's site has no mail server.
  expect(await site.page(`${PATH}?sent=1`, headers)).toContain(
    'The instructions were not emailed: this site has no mail server yet.',
  );
  for (const part of ['customer 4711', '$6 a month', 'belfry restore FILE'])
    expect(mail?.letter).toContain(part);
  expect(await site.page(PATH, headers)).toContain(
    'The instructions were emailed on Friday, November 20, 2026.',
  );
  expect(await site.page('/admin/activity', headers)).toContain('Emailed the instructions to the successor');
});

test('After 60 days without a visit, the instructions are emailed once; a visit stops that and starts the time again', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const job = () => notifySuccessorOf(site.services).work(never);
  await site.post(PATH, dale, await site.asAdmin());
  now += 59 * DAY_MS;
  await job();
  expect(await mailsOf(site)).toHaveLength(0);
  // A visit.
  await site.page('/admin', await site.asAdmin());
  now += 59 * DAY_MS;
  await job();
  expect(await mailsOf(site)).toHaveLength(0);
  now += 2 * DAY_MS;
  await Promise.all([job(), job()]);
  await job();
  const [mail, ...others] = await mailsOf(site);
  expect(others).toEqual([]);
  expect(mail?.letter).toContain('has not visited the site for 60 days. Please ask them first');
  now += 60_000;
  const headers = await site.asAdmin();
  expect(await site.page('/admin/activity', headers)).toMatch(
    /The site.*Emailed the instructions to the successor/s,
  );
  now += 61 * DAY_MS;
  await job();
  expect(await mailsOf(site)).toHaveLength(2);
});

test('A town that was just restored from an old backup emails nobody', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await site.post(PATH, dale, await site.asAdmin());
  now += 61 * DAY_MS;
  await pauseSchedules(site.write, { now, madeAt: NOW });
  await notifySuccessorOf(site.services).work(never);
  expect(await mailsOf(site)).toEqual([]);
});

test('Without being switched on, nothing is emailed, however long it takes', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  await site.post(PATH, { ...dale, afterDays: '0' }, await site.asAdmin());
  now += 1000 * DAY_MS;
  await notifySuccessorOf(site.services).work(never);
  expect(await mailsOf(site)).toEqual([]);
});

test('R-17: the page and the email need a recent proof of identity', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const headers = await site.asAdmin();
  await site.post(PATH, dale, headers);
  now += 11 * 60_000;
  const proof = `/account/proof?next=${encodeURIComponent(PATH)}`;
  for (const path of [PATH, `${PATH}/instructions`])
    expect((await site.fetch(path, { headers })).headers.get('Location')).toBe(proof);
  expect((await site.post(PATH, { ...dale, email: 'eve@example.org' }, headers)).status).toBe(403);
  expect((await site.post(`${PATH}/instructions`, {}, headers)).headers.get('Location')).toBe(proof);
  expect(await mailsOf(site)).toEqual([]);
});
