import { expect, test } from 'vitest';
import { buildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { saveMailboxMemory } from '#app/platform/mail/mailbox-memory.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { findNewsletterPlan, saveNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import {
  MAILGUN_KEY,
  mailgunCall,
  mailgunError,
  POSTMARK_KEY,
  postmarkBounce,
  postmarkCall,
  type SignedCall,
} from '../../../../tests/provider-webhooks.ts';
import { readEmail, type SeededEmail, seedEmails } from '../../../../tests/seed-emails.ts';

const path = '/api/v1/newsletter/webhooks';

async function useWebhook({ write }: TestSite, provider: string, key: string): Promise<void> {
  await saveNewsletterPlan(write, { ...(await findNewsletterPlan(write)), webhook: { provider, key } });
}

const send = (site: TestSite, provider: string, { headers, body }: SignedCall) =>
  site.fetch(`${path}/${provider}`, { method: 'POST', headers, body });

test('A provider’s webhook needs no login and no token; its signature decides', async () => {
  await using site = await openSite();
  const now = site.services.now();
  const [june] = (await seedEmails(site.write, ['june@example.org'], now)) as [SeededEmail];
  const failure = mailgunError({ address: june.address, messageId: `<${june.tag}.1@localhost>` });
  const call = mailgunCall(failure, now);
  expect((await send(site, 'mailgun', call)).status).toBe(404);

  await useWebhook(site, 'mailgun', MAILGUN_KEY);
  const forged = await send(site, 'mailgun', mailgunCall(failure, now, 'another key'));
  expect([forged.status, forged.headers.get('Content-Type')]).toEqual([401, 'application/problem+json']);
  expect((await send(site, 'mailgun', { headers: {}, body: 'x' })).status).toBe(401);
  expect(await readEmail(site.write, june)).toMatchObject({ email: 'sent', state: 'active' });

  const received = await send(site, 'mailgun', call);
  expect([received.status, await received.json()]).toEqual([200, { recorded: 1 }]);
  expect(await readEmail(site.write, june)).toMatchObject({ email: 'bounced', state: 'bounced' });
  expect(await (await send(site, 'mailgun', call)).json()).toEqual({ recorded: 0 });
});

test('Webhooks of other providers do not exist, and only POST is accepted', async () => {
  await using site = await openSite();
  await useWebhook(site, 'mailgun', MAILGUN_KEY);
  for (const provider of ['postmark', 'nobody', 'constructor', '__proto__'])
    expect((await send(site, provider, postmarkCall({}))).status).toBe(404);
  const read = await site.fetch(`${path}/mailgun`);
  expect([read.status, read.headers.get('Allow')]).toEqual([405, 'POST']);
  expect((await site.fetch(`${path}/mailgun`, { method: 'PUT', body: '{}' })).status).toBe(405);
});

test('Postmark logs in with the user and password of the settings', async () => {
  await using site = await openSite();
  await useWebhook(site, 'postmark', POSTMARK_KEY);
  const [june] = (await seedEmails(site.write, ['june@example.org'], site.services.now())) as [SeededEmail];
  const bounce = postmarkBounce(june);
  expect((await send(site, 'postmark', postmarkCall(bounce, 'belfry:wrong'))).status).toBe(401);
  expect(await (await send(site, 'postmark', postmarkCall(bounce))).json()).toEqual({ recorded: 1 });
  expect((await send(site, 'postmark', { ...postmarkCall(bounce), body: '{' })).status).toBe(400);
  const large = { ...postmarkCall(bounce), body: JSON.stringify({ text: 'x'.repeat(2_000_000) }) };
  expect((await send(site, 'postmark', large)).status).toBe(413);
});

test('The composer says when the mailbox with bounces can’t be opened', async () => {
  await using site = await openSite({ environment: { IMAP_URL: 'imaps://news:secret@mail.example/INBOX' } });
  const context = { town: defaultTown, now: site.services.now() };
  const { issue } = await buildIssue(site.write, context, { by: null, audience: 'everyone' });
  const page = async () => site.page(`/admin/newsletter/${issue.id}`, await site.asAdmin());
  expect(await page()).not.toContain('Bounces are not read');
  const memory = { mailbox: 'news@mail.example/INBOX', uidValidity: '', uid: 0 };
  await saveMailboxMemory(site.write, { ...memory, problem: 'The server has no such mailbox.' });
  const html = await page();
  expect(html).toContain('Bounces are not read. The server has no such mailbox.');
  expect(html).not.toContain('secret');
});
