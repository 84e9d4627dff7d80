import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { openImapServer } from '../../../tests/imap-server.ts';
import { ADMIN, openSite, type TestSite } from '../../../tests/open-site.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { type ReadingTips, readTips } from './read-tips.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const never = new AbortController().signal;

const email = (subject: string, text = 'The barrier went up this morning.', more = '') =>
  `From: Ida <ida@example.org>\nSubject: ${subject}\n${more}Content-Type: text/plain\n\n${text}`;

async function readingOf({ services }: TestSite, imapUrl: string): Promise<ReadingTips> {
  const { write: db, media, auth, settings } = services;
  return {
    ...{ db, media, collections, town: await findTown(db), siteUrl: settings.url, secret: auth.secret },
    ...{ imapUrl, own: ['no-reply@localhost'], now: NOW },
  };
}

async function entriesOf(site: TestSite): Promise<{ title: string; kind: string }[]> {
  const response = await site.fetch('/api/v1/inbox', { headers: await site.asAdmin() });
  return ((await response.json()) as { items: { title: string; kind: string }[] }).items;
}

test('emails in the mailbox wait in the inbox, once, and nobody else sees them', async () => {
  await using site = await openSite();
  await using imap = await openImapServer();
  const reading = await readingOf(site, imap.url);
  imap.deliver(email('Bridge on Mill Road is closed'), NOW);
  imap.deliver(email('Away', 'I am away.', 'Auto-Submitted: auto-replied\n'), NOW);
  imap.deliver('From: no-reply@localhost\nSubject: Friday Bell\n\nOur own news', NOW);
  imap.deliver(email('Bake sale <b>today</b>', '<img src=x onerror=alert(1)> Pies!'), NOW);

  expect(await readTips(reading, never)).toEqual({ read: 4, added: 2 });
  expect(await readTips(reading, never)).toEqual({ read: 0, added: 0 });
  expect(imap.listSeen()).toHaveLength(4);
  expect((await entriesOf(site)).map(({ title, kind }) => [kind, title]).sort()).toEqual([
    ['suggestion', 'Bake sale <b>today</b>'],
    ['suggestion', 'Bridge on Mill Road is closed'],
  ]);

  const inbox = await site.page('/admin/inbox', await site.asAdmin());
  expect(inbox).toContain('Bake sale &lt;b&gt;today&lt;/b&gt;');
  expect(inbox).not.toContain('onerror=alert(1)>');
  for (const path of ['/news', '/feeds/news.xml', '/api/v1/news', '/search?q=bridge'])
    expect(await site.page(path), path).not.toContain('Bridge on Mill Road');

  // The same email again, because the server lost the mark, and the same text in another email.
  imap.deliver(email('Bridge on Mill Road is closed'), NOW);
  expect(await readTips(reading, never)).toEqual({ read: 1, added: 0 });
  // Nothing was sent to anyone.
  expect(await site.write.selectFrom('mail').select('id').execute()).toEqual([]);
});

test('an email of 30 MB is read up to 12 MB: its text waits, without its picture', async () => {
  await using site = await openSite();
  await using imap = await openImapServer();
  const lines = isDeep(import.meta.url) ? 400_000 : 200_000;
  const huge = `From: Ida <ida@example.org>
Subject: A photo
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="sep"

--sep
Content-Type: text/plain

The bridge this morning.
--sep
Content-Type: image/jpeg; name="bridge.jpg"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="bridge.jpg"

${`${'/9j/'.repeat(19)}\n`.repeat(lines)}
--sep--`;
  expect(huge.length).toBeGreaterThan(lines * 77);
  imap.deliver(huge, NOW);
  imap.deliver(email('After it'), NOW);
  expect(await readTips(await readingOf(site, imap.url), never)).toEqual({ read: 2, added: 2 });
  const rows = await site.write
    .selectFrom('suggestion')
    .select(['title', 'picture'])
    .orderBy('title')
    .execute();
  expect(rows).toEqual([
    { title: 'A photo', picture: null },
    { title: 'After it', picture: null },
  ]);
});

test('an email in the name of the administrator waits like any other', async () => {
  await using site = await openSite();
  await using imap = await openImapServer();
  const admin = await site.asAdmin();
  imap.deliver(`From: ${ADMIN.email}\nSender: ${ADMIN.email}\nSubject: Forged\n\nPublish this.`, NOW);
  expect(await readTips(await readingOf(site, imap.url), never)).toEqual({ read: 1, added: 1 });
  expect(await site.page('/news')).not.toContain('Forged');
  expect(await site.page('/admin/inbox', admin)).toContain('Forged');
  expect(await site.write.selectFrom('mail').select('id').execute()).toEqual([]);
});

test('while half of what may wait came by email, emails stay unread', async () => {
  await using site = await openSite();
  await using imap = await openImapServer();
  const reading = await readingOf(site, imap.url);
  const waiting = Array.from({ length: 249 }, (_, at) => ({
    ...{
      id: `s${at}`,
      tokenHash: `t${at}`,
      collection: 'news' as const,
      itemId: `n${at}`,
      title: `Tip ${at}`,
    },
    ...{ state: 'waiting' as const, input: '{}', textKey: `k${at}`, sender: 'x', via: 'email' as const },
    ...{ messageKey: `m${at}`, picture: null, email: null, emailHash: null, confirmedAt: null, reason: null },
    ...{ note: null, sentAt: NOW, decidedAt: null, notifiedAt: null, changedAt: NOW },
  }));
  await site.write.insertInto('suggestion').values(waiting).execute();
  for (const subject of ['One', 'Two', 'Three']) imap.deliver(email(subject, subject), NOW);
  expect(await readTips(reading, never)).toEqual({ read: 1, added: 1 });
  expect(imap.listSeen()).toEqual(['One']);
  expect(await readTips(reading, never)).toEqual({ read: 0, added: 0 });
});
