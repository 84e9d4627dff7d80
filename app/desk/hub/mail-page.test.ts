import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSiteTasks } from '#app/background/site-tasks.server.ts';
import { claimNextMail, markUnsent } from '#app/platform/mail/mail-claims.server.ts';
import { MailError } from '#app/platform/mail/mail-error.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { ADMIN, openSite } from '../../../tests/open-site.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

test('Without a mail server, the Overview says what that means, and Email what to enter', async () => {
  await using without = await openSite();
  const admin = await without.asAdmin();
  const overview = await without.page('/admin', admin);
  expect(overview).toContain('This site can’t send email yet.');
  expect(overview).toMatch(/href="\/admin\/mail"[^>]*>Set up email</);
  expect(overview).not.toContain('SMTP_URL');
  const folder = join(without.services.settings.dataFolder, 'mail');
  expect((await without.page('/admin/mail', admin)).replaceAll('<!-- -->', '')).toContain(
    `Emails are saved as files in ${folder}. Set SMTP_URL to send them.`,
  );
  await using withOne = await openSite({ environment: { SMTP_URL: 'smtp://127.0.0.1:2525' } });
  const other = await withOne.asAdmin();
  for (const path of ['/admin', '/admin/mail']) {
    expect(await withOne.page(path, other)).not.toMatch(/Emails are saved as files|can’t send email/);
  }
});

test('R-57 a test email is written to a file in the data folder, which has no address on the site', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const { dataFolder } = site.services.settings;
  const jobs = startSiteTasks(site.services, async () => undefined);
  const response = await site.post('/admin/mail/test', {}, admin);
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/admin/mail?saved=1']);
  const files = () => readdirSync(join(dataFolder, 'mail')).filter((name) => name.endsWith('.eml'));
  await expect
    .poll(() => site.write.selectFrom('mail').select('state').execute())
    .toEqual([{ state: 'sent' }]);
  await jobs.stop();
  const [file = ''] = files();
  expect(file).toMatch(/^20261120T220000Z-test-[0-9a-f]{8}\.eml$/);
  for (const path of [
    `/mail/${file}`,
    `/data/mail/${file}`,
    `/admin/mail/${file}`,
    `/%2e%2e/mail/${file}`,
    `/..%2fmail%2f${file}`,
  ]) {
    const answer = await site.fetch(path, { headers: admin });
    expect([path, answer.status]).toEqual([path, 404]);
  }
  expect(await site.page('/admin/mail?saved=1', admin)).toContain('Nothing waiting.');
});

test('An email that bounced is listed with its reason, and retried on request', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const letter = { to: 'gone@example.org', kind: 'verify-address' as const, subject: 'x', paragraphs: ['x'] };
  await queueMail(site.write, letter, NOW);
  const mail = await claimNextMail(site.write, NOW);
  if (!mail) throw new Error('nothing to claim');
  await markUnsent(site.write, mail, new MailError('refused', '550 <b>no such user</b>'), NOW);
  const page = await site.page('/admin/mail', admin);
  for (const words of [
    'gone@example.org',
    'Confirm an address',
    'Bounced',
    'The mail server rejected this email permanently.',
    '550 &lt;b&gt;no such user&lt;/b&gt;',
  ]) {
    expect(page).toContain(words);
  }
  const again = await site.post('/admin/mail/attempt', { id: mail.id }, admin);
  expect(again.headers.get('Location')).toBe('/admin/mail?saved=1');
  expect(await claimNextMail(site.write, NOW)).toMatchObject({ id: mail.id, attempts: 1 });
  for (const id of ['', 'unknown', `${mail.id}'--`]) {
    const refused = await site.post('/admin/mail/attempt', { id }, admin);
    expect(refused.headers.get('Location')).toBe('/admin/mail?failed=1');
  }
  expect(await site.page('/admin/mail', admin)).toContain(ADMIN.email);
});
