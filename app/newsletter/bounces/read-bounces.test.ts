import { expect, test } from 'vitest';
import { checkMailbox, connectionOf, MailboxError } from '#app/platform/mail/mailbox.server.ts';
import { findMailboxMemory } from '#app/platform/mail/mailbox-memory.server.ts';
import {
  complaint,
  exchangeDsn,
  eximBounce,
  gmailDsn,
  postfixDsn,
  qmailBounce,
  vacationReply,
} from '../../../tests/bounce-mails.ts';
import { anyDatabase, eachDatabase, longOnEachDatabase } from '../../../tests/each-database.ts';
import { openImapServer } from '../../../tests/imap-server.ts';
import { readEmail, type SeededEmail, seedEmails } from '../../../tests/seed-emails.ts';
import { readBounces } from './read-bounces.server.ts';

const NOW = Date.UTC(2026, 10, 20, 22);
const DAY = 24 * 60 * 60 * 1000;
const never = new AbortController().signal;

function nth(emails: SeededEmail[], at: number): SeededEmail {
  const email = emails[at];
  if (!email) throw new Error('nothing was planted');
  return email;
}

eachDatabase(
  'Bounces and complaints in the mailbox are recorded and marked as seen; other messages stay as they are',
  async ({ database: { write } }) => {
    await using imap = await openImapServer();
    const names = ['one', 'two', 'three', 'four', 'five', 'six', 'seven'];
    const emails = await seedEmails(
      write,
      names.map((name) => `${name}@example.org`),
      NOW,
    );
    const bounces = [postfixDsn, gmailDsn, exchangeDsn, qmailBounce, eximBounce];
    for (const [at, write] of bounces.entries()) imap.deliver(write(nth(emails, at)), NOW);
    imap.deliver(complaint(nth(emails, 5)), NOW);
    imap.deliver(vacationReply(nth(emails, 6)), NOW);
    imap.deliver('From: ida@example.org\nSubject: A question\n\nHow are you?', NOW);
    const reading = { db: write, way: { imapUrl: imap.url }, now: () => NOW + DAY };

    expect(await readBounces(reading, never)).toEqual({ read: 8, recorded: 6 });
    for (const at of [0, 1, 2, 3, 4])
      expect(await readEmail(write, nth(emails, at))).toMatchObject({
        email: 'bounced',
        state: 'bounced',
        reason: 'hard',
      });
    expect(await readEmail(write, nth(emails, 5))).toMatchObject({
      email: 'sent',
      state: 'unsubscribed',
      reason: 'complaint',
    });
    expect(await readEmail(write, nth(emails, 6))).toMatchObject({ email: 'sent', state: 'active' });
    expect(imap.listSeen()).toHaveLength(6);
    expect(imap.listSeen()).not.toContain('A question');

    imap.commands.length = 0;
    expect(await readBounces(reading, never)).toEqual({ read: 0, recorded: 0 });
    expect(imap.commands).not.toContain('UID FETCH');
  },
);

anyDatabase('Forged bounces change nothing', async ({ database: { write } }) => {
  await using imap = await openImapServer();
  const [june] = await seedEmails(write, ['june@example.org'], NOW);
  if (!june) throw new Error('nothing was planted');
  const forged = {
    tag: 'aaaaaaaaaaaaaaaaaaaaaaaa',
    token: 'aaaaaaaaaaaaaaaaaaaaaaaa',
    address: june.address,
  };
  for (const write of [postfixDsn, gmailDsn, exchangeDsn, qmailBounce, eximBounce, complaint])
    imap.deliver(write(forged), NOW);
  expect(await readBounces({ db: write, way: { imapUrl: imap.url }, now: () => NOW }, never)).toEqual({
    read: 6,
    recorded: 0,
  });
  expect(await readEmail(write, june)).toMatchObject({ email: 'sent', state: 'active' });
  expect(imap.listSeen()).toEqual([]);
});

eachDatabase(
  'A message is counted once when the server numbers all messages again, or the mark got lost',
  async ({ database: { write } }) => {
    await using imap = await openImapServer();
    const [june] = await seedEmails(write, ['june@example.org'], NOW);
    if (!june) throw new Error('nothing was planted');
    const full = postfixDsn(june, { status: '5.2.2', diagnostic: 'smtp; 552 5.2.2 Mailbox full' });
    const reading = { db: write, way: { imapUrl: imap.url }, now: () => NOW };
    for (let time = 0; time < 3; time++) {
      imap.deliver(full, NOW);
      imap.renumber();
      await readBounces(reading, never);
    }
    expect(await readEmail(write, june)).toMatchObject({ state: 'active', softBounces: 1 });
    expect(imap.listSeen()).toHaveLength(3);
  },
);

anyDatabase(
  'Messages that are older than a month or were seen are not read',
  async ({ database: { write } }) => {
    await using imap = await openImapServer();
    const emails = await seedEmails(write, ['one@example.org', 'two@example.org', 'three@example.org'], NOW);
    imap.deliver(postfixDsn(nth(emails, 0)), NOW - 40 * DAY);
    imap.deliver(postfixDsn(nth(emails, 1)), NOW, ['\\Seen']);
    imap.deliver(postfixDsn(nth(emails, 2)), NOW);
    const reading = { db: write, way: { imapUrl: imap.url }, now: () => NOW };
    expect(await readBounces(reading, never)).toEqual({ read: 1, recorded: 1 });
  },
);

longOnEachDatabase(
  'Hundreds of bounces are read in batches, and stopping in between loses none',
  async ({ database: { write } }) => {
    await using imap = await openImapServer();
    const emails = await seedEmails(
      write,
      Array.from({ length: 40 }, (_, at) => `n${at}@example.org`),
      NOW,
    );
    for (const email of emails) imap.deliver(postfixDsn(email), NOW);
    const stop = new AbortController();
    const reading = {
      db: write,
      way: { imapUrl: imap.url },
      // The clock is read at the start and for each batch.
      now: () => {
        if (imap.listSeen().length > 0) stop.abort();
        return NOW;
      },
    };
    const first = await readBounces(reading, stop.signal).catch(() => undefined);
    expect(first?.recorded ?? 0).toBeLessThan(40);
    expect((await findMailboxMemory(write))?.uid).toBeLessThan(40);
    await readBounces({ ...reading, now: () => NOW }, never);
    const bounced = await write
      .selectFrom('newsletter_subscriber')
      .select('id')
      .where('state', '=', 'bounced')
      .execute();
    expect(bounced).toHaveLength(40);
    expect(await write.selectFrom('newsletter_bounce').select('id').execute()).toHaveLength(40);
  },
);

anyDatabase(
  'A mailbox that cannot be opened is noted for the administrator until it can',
  async ({ database: { write } }) => {
    await using imap = await openImapServer();
    const reading = (imapUrl: string) => readBounces({ db: write, way: { imapUrl }, now: () => NOW }, never);
    const wrong = imap.url.replace('testpass', 'wrong');
    await expect(reading(wrong)).rejects.toThrow('rejected the user name or password');
    expect(await findMailboxMemory(write)).toMatchObject({
      problem: expect.stringContaining('user name or password'),
    });
    await reading(imap.url);
    expect(await findMailboxMemory(write)).toMatchObject({ problem: null, uid: 0 });
  },
);

test('A problem with the mailbox gets its own message, which never contains the password', async () => {
  await using imap = await openImapServer();
  const troubleOf = (imapUrl: string) =>
    checkMailbox({ imapUrl, connectMs: 2000 }).then(
      () => 'none',
      (error: MailboxError) => [error.trouble, /testpass|wrong-one/.test(`${error.message} ${error.reply}`)],
    );
  expect(await troubleOf(imap.url)).toBe('none');
  expect(await troubleOf(imap.url.replace('INBOX', ''))).toBe('none');
  expect(await troubleOf(imap.url.replace('testpass', 'wrong-one'))).toEqual(['login', false]);
  expect(await troubleOf(imap.url.replace('INBOX', 'Missing'))).toEqual(['missing', false]);
  expect(await troubleOf('imap://testuser:testpass@127.0.0.1:9')).toEqual(['unreachable', false]);
  // It has a certificate that nobody signed, and speaks TLS only after STARTTLS.
  expect(await troubleOf(imap.url.replace('imap:', 'imaps:'))).not.toBe('none');
});

test('A password is sent to other machines only with TLS and a valid certificate', () => {
  const way = (imapUrl: string) => connectionOf({ imapUrl });
  expect(way('imaps://news%40maple.example:p%C3%A4ss@mail.example/Bounces')).toMatchObject({
    host: 'mail.example',
    port: 993,
    secure: true,
    auth: { user: 'news@maple.example', pass: 'päss' },
    tls: {},
  });
  expect(way('imap://news:pass@mail.example')).toMatchObject({
    port: 143,
    secure: false,
    doSTARTTLS: true,
    tls: {},
  });
  expect(way('imap://news:pass@127.0.0.1')).toMatchObject({ tls: { rejectUnauthorized: false } });
  expect(way('imaps://news:pass@localhost')).toMatchObject({ tls: {} });
});

test('A server on another machine without TLS never gets the password', async () => {
  await using imap = await openImapServer({ plugins: ['ID'] });
  const client = connectionOf({ imapUrl: imap.url.replace('127.0.0.1', 'mail.example') });
  const { ImapFlow } = await import('imapflow');
  const opened = new ImapFlow({ ...client, host: '127.0.0.1', logger: false });
  opened.on('error', () => undefined);
  await expect(opened.connect()).rejects.toThrow();
  expect(imap.commands).not.toContain('LOGIN');
});

test('A server that never responds, or stops to, is given up', async () => {
  const { createServer } = await import('node:net');
  for (const greeting of ['', '* OK ready\r\n']) {
    const server = createServer(
      (socket) => void socket.on('error', () => undefined).write(greeting || '\0'.repeat(0)),
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as import('node:net').AddressInfo;
    const way = { imapUrl: `imap://a:b@127.0.0.1:${port}`, connectMs: 300, responseMs: 300, totalMs: 1000 };
    await expect(checkMailbox(way)).rejects.toBeInstanceOf(MailboxError);
    server.close();
  }
});
