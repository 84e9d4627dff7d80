import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { findFreePort } from '../../tests/free-port.ts';
import { openSmtpSink } from '../../tests/smtp-sink.ts';
import type { Letter } from './mail-queue.server.ts';
import { MailError } from './mail-trouble.ts';
import { checkSmtp, composeMessage, connectionOf, type Message, sendBySmtp } from './mailer.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const site = { title: 'Maple Hollow Commons', place: 'Maple Hollow, Vermont', url: 'https://maple.example' };
const letter: Letter = {
  to: 'june@example.org',
  kind: 'verify-address',
  subject: 'Confirm your address',
  paragraphs: ['Somebody registered with this address.'],
  action: { label: 'Confirm', url: 'https://maple.example/verify?token=abc&x=1' },
};
const never = new AbortController().signal;

function compose(more: Partial<Letter> = {}, mailFrom?: string, title = site.title): Promise<Message> {
  return composeMessage({
    id: 'b7e1',
    letter: { ...letter, ...more },
    site: { ...site, title },
    mailFrom,
    now: NOW,
  });
}

async function troubleOf(sending: Promise<unknown>): Promise<unknown[]> {
  const error = await sending.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof MailError ? [error.trouble, error.reply] : ['no trouble', error];
}

test('An email arrives with one sender, one recipient, its date, its Message-ID and both versions', async () => {
  await using sink = await openSmtpSink();
  const message = await compose({}, 'The Editor <editor@maple.example>');
  await sendBySmtp({ smtpUrl: sink.url, siteUrl: site.url }, message, never);
  const [received] = sink.received;
  expect(received).toMatchObject({ from: 'editor@maple.example', to: ['june@example.org'] });
  const mail = await PostalMime.parse(received?.raw ?? '');
  expect(mail).toMatchObject({
    from: { name: 'The Editor', address: 'editor@maple.example' },
    subject: 'Confirm your address',
    messageId: '<b7e1@maple.example>',
    date: '2026-11-20T12:00:00.000Z',
  });
  expect(mail.to).toMatchObject([{ address: 'june@example.org' }]);
  expect(mail.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  expect(mail.text).toContain('Confirm:\nhttps://maple.example/verify?token=abc&x=1');
  expect(mail.html).toContain('href="https://maple.example/verify?token=abc&amp;x=1"');
});

test("Without MAIL_FROM the sender is no-reply at the site's host, with the site's name", async () => {
  const { from, raw } = await compose();
  expect(from).toBe('no-reply@maple.example');
  expect((await PostalMime.parse(raw)).from).toMatchObject({ name: site.title, address: from });
});

const HOSTILE_LINES = [
  'Hello\r\nBcc: eve@example.org',
  'Hello\nBcc: eve@example.org',
  'Hello\rBcc: eve@example.org',
  'Hello\u0000\u0085\u2028\u2029Bcc: eve@example.org',
  'Hello\r\n\r\n<script>alert(1)</script>',
  '"Hello" <eve@example.org>, <adam@example.org>',
  'friends: eve@example.org;',
  'Hello (a comment) \\" \\',
  '=?utf-8?Q?Hello=0D=0ABcc:_eve@example.org?=',
  `${'long '.repeat(2000)}\r\nBcc: eve@example.org`,
];

test('R-55 no subject, name or title adds a header or a recipient', async () => {
  const keys = headerKeys(await PostalMime.parse((await compose()).raw));
  for (const line of HOSTILE_LINES) {
    const { from, to, raw } = await compose({ subject: line }, undefined, line);
    expect([from, to]).toEqual(['no-reply@maple.example', 'june@example.org']);
    const mail = await PostalMime.parse(raw);
    expect([line, headerKeys(mail)]).toEqual([line, keys]);
    expect(mail.from?.address).toBe(from);
    expect(mail.to?.map(({ address }) => address)).toEqual([to]);
    expect(mail.cc ?? mail.bcc).toBeUndefined();
    const longest = Math.max(
      ...raw
        .toString('latin1')
        .split('\r\n')
        .map((text) => text.length),
    );
    expect(longest).toBeLessThanOrEqual(998);
  }
});

function headerKeys({ headers }: { headers: { key: string }[] }): string[] {
  return headers.map(({ key }) => key).sort();
}

test('R-56 each response of a mail server is distinguished', async () => {
  await using sink = await openSmtpSink();
  const message = await compose();
  const send = () => sendBySmtp({ smtpUrl: sink.url, siteUrl: site.url }, message, never);
  sink.script.recipient = () => 550;
  expect(await troubleOf(send())).toEqual(['refused', '550 scripted']);
  sink.script.recipient = () => 451;
  expect(await troubleOf(send())).toEqual(['deferred', '451 scripted']);
  sink.script.recipient = () => undefined;
  sink.script.data = () => 554;
  expect(await troubleOf(send())).toEqual(['refused', '554 scripted']);
  sink.script.data = () => 452;
  expect(await troubleOf(send())).toEqual(['deferred', '452 scripted']);
  sink.script.data = () => 'drop';
  expect(await troubleOf(send())).toEqual(['unreachable', expect.any(String)]);
  sink.script.from = () => 553;
  expect(await troubleOf(send())).toEqual(['sender', '553 scripted']);
  sink.script.connect = () => 421;
  expect(await troubleOf(send())).toEqual(['deferred', expect.stringContaining('421')]);
  sink.script.connect = () => 554;
  expect(await troubleOf(send())).toEqual(['unreachable', expect.stringContaining('554')]);
});

test('R-56 a mail server that is down or does not respond in time is abandoned', async () => {
  const message = await compose();
  const down = { smtpUrl: `smtp://127.0.0.1:${await findFreePort()}`, siteUrl: site.url };
  expect(await troubleOf(sendBySmtp(down, message, never))).toEqual(['unreachable', expect.any(String)]);
  await using sink = await openSmtpSink();
  const slow = { smtpUrl: sink.url, siteUrl: site.url, connectMs: 50, totalMs: 60 };
  sink.script.connect = () => 'stall';
  expect(await troubleOf(sendBySmtp(slow, message, never))).toEqual(['unreachable', expect.any(String)]);
  sink.script = {};
});

test('R-56 an email that is started after the site has stopped is not sent', async () => {
  await using sink = await openSmtpSink();
  sink.script.data = () => 'stall';
  const sending = sendBySmtp({ smtpUrl: sink.url, siteUrl: site.url }, await compose(), AbortSignal.abort());
  expect(await troubleOf(sending)).toEqual(['unreachable', 'took too long']);
});

test('R-56 a mail server that stalls after the data is abandoned in time, or as soon as the site stops', async () => {
  await using sink = await openSmtpSink();
  const message = await compose();
  sink.script.data = () => 'stall';
  const slow = { smtpUrl: sink.url, siteUrl: site.url, totalMs: 100 };
  expect(await troubleOf(sendBySmtp(slow, message, never))).toEqual(['unreachable', 'took too long']);
  const ending = new AbortController();
  sink.script.data = () => {
    ending.abort();
    return 'stall';
  };
  const patient = { smtpUrl: sink.url, siteUrl: site.url };
  expect(await troubleOf(sendBySmtp(patient, message, ending.signal))).toEqual([
    'unreachable',
    'took too long',
  ]);
});

test('A refused login and an untrusted certificate are reported differently', async () => {
  const onAuth: Parameters<typeof openSmtpSink>[0] = {
    disabledCommands: [],
    onAuth: ({ username, password }, _session, done) =>
      username === 'town' && password === 'right'
        ? done(null, { user: username })
        : done(Object.assign(new Error('who are you'), { responseCode: 535 })),
  };
  await using sink = await openSmtpSink(onAuth);
  const at = (user: string) => ({ smtpUrl: sink.url.replace('//', `//${user}@`), siteUrl: site.url });
  expect(await troubleOf(checkSmtp(at('town:wrong')))).toEqual(['login', '535 who are you']);
  expect(await troubleOf(checkSmtp(at('town:right')))).toEqual(['no trouble', undefined]);
  await sendBySmtp(at('town:right'), await compose(), never);
  expect(sink.received.map(({ secure }) => secure)).toEqual([true]);

  await using tls = await openSmtpSink({ secure: true });
  const smtps = { smtpUrl: tls.url.replace('smtp:', 'smtps:'), siteUrl: site.url };
  expect(await troubleOf(checkSmtp(smtps))).toEqual(['unsafe', expect.stringContaining('certificate')]);
});

test('A password is sent to other machines only over an encrypted connection', () => {
  const of = (smtpUrl: string) => connectionOf({ smtpUrl, siteUrl: site.url });
  expect(of('smtp://town:secret@mail.example')).toMatchObject({ requireTLS: true, port: 587, tls: {} });
  expect(of('smtps://town:secret@mail.example')).toMatchObject({ secure: true, port: 465, tls: {} });
  expect(of('smtp://mail.example:2525')).toMatchObject({ requireTLS: false, port: 2525, tls: {} });
  expect(of('smtp://localhost')).toMatchObject({ port: 25, tls: { rejectUnauthorized: false } });
  expect(of('smtp://town:p%40ss@mail.example')).toMatchObject({ auth: { user: 'town', pass: 'p@ss' } });
  expect(of('smtp://mail.example').name).toBe('maple.example');
});
