import { expect, test } from 'vitest';
import { START_BYTES } from '#app/platform/mail/mailbox.server.ts';
import {
  type BouncedEmail,
  complaint,
  exchangeDsn,
  eximBounce,
  eximDelay,
  gmailDsn,
  postfixDsn,
  qmailBounce,
  sentHeaders,
  vacationReply,
} from '../../../tests/bounce-mails.ts';
import { readReport } from './read-report.server.ts';
import { verdictOf } from './report.ts';

const email: BouncedEmail = {
  tag: 'k3v9q2m8x7w1p5r4t6y0',
  token: 'Zm9vYmFyYmF6cXV4MTIzNA',
  address: 'june@example.org',
};
const read = (raw: string) => readReport(Buffer.from(raw));

async function verdictAbout(raw: string) {
  const report = await read(raw);
  return report.kind === 'none'
    ? undefined
    : { tags: report.trace.tags, ...verdictOf(report, email.address) };
}

test.each([
  ['Postfix', postfixDsn(email)],
  ['Postfix, with only the headers', postfixDsn(email, { headersOnly: true, to: 'news@maple.example' })],
  ['Gmail', gmailDsn(email)],
  ['Exchange, in base64', exchangeDsn(email)],
  ['qmail', qmailBounce(email)],
  ['Exim', eximBounce(email)],
])('A bounce of %s says which email bounced and that its mailbox does not exist', async (_name, raw) => {
  expect(await verdictAbout(raw)).toMatchObject({ tags: [email.tag], kind: 'hard' });
  expect(await verdictAbout(raw.replaceAll('\n', '\r\n'))).toMatchObject({ tags: [email.tag], kind: 'hard' });
});

test('A bounce says what the mail server said', async () => {
  expect(await verdictAbout(gmailDsn(email))).toEqual({
    tags: [email.tag],
    kind: 'hard',
    status: '5.1.1',
    reply:
      "550-5.1.1 The email account that you tried to reach does not exist. Please 550-5.1.1 try double-checking the recipient's email address for typos",
  });
  expect(await verdictAbout(qmailBounce(email))).toMatchObject({
    status: '5.1.1',
    reply: expect.stringContaining('no mailbox here by that name'),
  });
  expect(await verdictAbout(eximBounce(email))).toMatchObject({
    reply: expect.stringContaining('550 No such user here'),
  });
});

test.each([
  ['a full mailbox', '5.2.2', 'smtp; 552 5.2.2 Mailbox full'],
  ['a full mailbox without a precise code', '5.0.0', 'smtp; 550 mailbox is full, over quota'],
  ['a blocked sender', '5.7.1', 'smtp; 550 5.7.1 Service unavailable; client host blocked using Spamhaus'],
  ['a blocked sender, as 5.1.1 of some servers', '5.1.1', 'smtp; 550 5.1.1 blocked by our spam policy'],
  ['too large an email', '5.3.4', 'smtp; 552 5.3.4 Message size exceeds fixed limit'],
  ['a temporary problem that lasted', '4.4.1', 'smtp; connection timed out'],
  ['no cause at all', '5.0.0', ''],
])('Only a mailbox that does not exist is a hard bounce, not %s', async (_cause, status, diagnostic) => {
  expect(await verdictAbout(postfixDsn(email, { status, diagnostic }))).toMatchObject({
    kind: 'soft',
    status,
  });
});

test.each([
  ['5.0.0', 'smtp; 550 user unknown'],
  ['5.5.0', 'smtp; 550 Requested action not taken: mailbox unavailable'],
  ['5.1.2', 'dns; Host or domain name not found'],
  ['5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled'],
])(
  'A mailbox that does not exist is a hard bounce, however the server says it: %s %s',
  async (status, diagnostic) => {
    expect(await verdictAbout(postfixDsn(email, { status, diagnostic }))).toMatchObject({
      kind: 'hard',
      status,
    });
  },
);

test('Notices that an email is delayed or was delivered are no bounces', async () => {
  for (const action of ['delayed', 'delivered', 'relayed', 'expanded'])
    expect(await verdictAbout(postfixDsn(email, { action, status: '4.4.1' }))).toEqual({ tags: [email.tag] });
  expect(await read(eximDelay(email))).toEqual({ kind: 'none' });
});

test('Of several recipients, the one that the email was sent to counts', async () => {
  const other = (action: string, status: string) =>
    `\nFinal-Recipient: rfc822; other@example.net\nAction: ${action}\nStatus: ${status}\n`;
  const full = { more: other('failed', '5.2.2') };
  expect(await verdictAbout(postfixDsn(email, full))).toMatchObject({ kind: 'hard', status: '5.1.1' });
  // An alias: the report names only the mailboxes behind it.
  const alias = { ...email, address: 'one@example.net' };
  const about = async (more: string) => {
    const report = await read(postfixDsn(alias, { more }));
    return verdictOf(report, email.address);
  };
  expect(await about(other('failed', '5.1.1'))).toMatchObject({ kind: 'hard' });
  expect(await about(other('failed', '5.2.2'))).toMatchObject({ kind: 'soft', status: '5.2.2' });
  expect(await about(other('delivered', '2.0.0'))).toBeUndefined();
});

test('A complaint says which subscriber complained', async () => {
  expect(await read(complaint(email))).toEqual({
    kind: 'complaint',
    trace: { tags: [email.tag], tokens: [email.token] },
    reply: 'abuse SomeGenerator/1.0',
  });
  for (const type of ['not-spam', 'auth-failure', 'dmarc', ''])
    expect(await read(complaint(email, type))).toEqual({ kind: 'none' });
});

test('A complaint about an email whose Message-ID and return path were removed is recognized by its List-Unsubscribe', async () => {
  const redacted = complaint(email).replace(/^(Message-ID|Return-Path): .*$/gm, '$1: <redacted@example.com>');
  expect(await read(redacted)).toMatchObject({ trace: { tags: [], tokens: [email.token] } });
});

test('Automatic replies, ordinary emails and replies are not bounces', async () => {
  const reply = `From: June <${email.address}>\nTo: bounces+${email.tag}@maple.example\nSubject: Re: your mail could not be delivered\n\nHi! 550 5.1.1 user unknown\n\n> ${sentHeaders(email).replaceAll('\n', '\n> ')}\n`;
  const auto = vacationReply(email);
  for (const raw of [
    auto,
    auto.replace(/^Subject.*$/m, 'Subject: Away until Monday'),
    reply,
    '',
    'x',
    '\n\n',
  ])
    expect(await read(raw)).toEqual({ kind: 'none' });
});

test('Reports without a word of ours name no email', async () => {
  const raw = postfixDsn(email, { to: 'news@maple.example' })
    .replaceAll(`${email.tag}.1@`, 'CAF=xyz@')
    .replaceAll(`+${email.tag}`, '');
  expect(await read(raw)).toMatchObject({ kind: 'delivery', trace: { tags: [] } });
});

test('Text of the returned email never counts as the cause, and a reply is one line of at most 500 characters', async () => {
  const hostile = postfixDsn(email, {
    diagnostic: `smtp; 550 5.1.1 user unknown\u202e\u0000${'x'.repeat(9000)}`,
  });
  const verdict = await verdictAbout(hostile);
  expect(verdict?.reply).toMatch(/^550 5\.1\.1 user unknown x+$/);
  expect(verdict?.reply).toHaveLength(500);
});

test('Broken and hostile emails take bounded time and memory, and report nothing wrong', async () => {
  const dsn = postfixDsn(email);
  const nested = (depth: number) =>
    Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`,
    ).join('');
  const messages = 'Content-Type: message/rfc822\n\n'.repeat(1000);
  const hostile = [
    `From: MAILER-DAEMON@x.example\n${nested(1000)}${dsn}`,
    messages,
    `${'X: y\n'.repeat(50_000)}\n`,
    `From: ${'('.repeat(200_000)}`,
    `Content-Type: multipart/report; boundary="${'a'.repeat(200_000)}"`,
    `To: ${'+'.repeat(200_000)}@x`,
    dsn.replace('charset=us-ascii', 'charset="no-such-charset-\u0000"'),
    dsn.slice(0, dsn.length / 2),
    dsn.replaceAll('\n', '\r'),
    `From: MAILER-DAEMON@x.example\nSubject: Undeliverable\n\n${'a'.repeat(300_000)}`,
    `From: MAILER-DAEMON@x.example\nSubject: Undeliverable\n\n${'recipient '.repeat(30_000)}`,
    `From: MAILER-DAEMON@x.example\nSubject: Undeliverable\n\n${'-'.repeat(250_000)}`,
    `From: MAILER-DAEMON@x.example\nSubject: Undeliverable\n\n${'a@'.repeat(120_000)}`,
  ];
  for (const raw of hostile) expect((await read(raw)).kind).toMatch(/^(none|delivery)$/);
});

test('Of an email of 50 MB, only the beginning is read, without blocking the site', async () => {
  const start = Buffer.from(postfixDsn(email));
  const large = Buffer.concat([start, Buffer.alloc(50 * 1024 * 1024, 'QUJD\n')]);
  expect(start.length).toBeLessThan(START_BYTES);
  const report = await readReport(large);
  expect(verdictOf(report, email.address)).toMatchObject({ kind: 'hard' });
});

test('Random damage to a bounce never breaks the reader', async () => {
  const dsn = Buffer.from(postfixDsn(email));
  let seed = 7;
  const next = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return seed % most;
  };
  for (let round = 0; round < 200; round++) {
    const damaged = Buffer.from(dsn);
    for (let change = 0; change < 20; change++) damaged[next(damaged.length)] = next(256);
    expect((await readReport(damaged)).kind).toMatch(/^(none|delivery|complaint)$/);
  }
});
