import { createVerify, generateKeyPairSync } from 'node:crypto';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { findFreePort } from '../../../tests/free-port.ts';
import { openSmtpSink } from '../../../tests/smtp-sink.ts';
import { composeLetter } from './compose-letter.server.ts';
import { MailError } from './mail-error.ts';
import type { Letter } from './mail-queue.server.ts';
import { sendMessage } from './mail-server.server.ts';
import { checkSmtp, composeMessage, connectionOf, type Message, openSmtp } from './mailer.server.ts';

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
  return composeLetter({
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
  await sendMessage({ smtpUrl: sink.url, siteUrl: site.url }, message, never);
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
  const send = () => sendMessage({ smtpUrl: sink.url, siteUrl: site.url }, message, never);
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
  expect(await troubleOf(sendMessage(down, message, never))).toEqual(['unreachable', expect.any(String)]);
  await using sink = await openSmtpSink();
  const slow = { smtpUrl: sink.url, siteUrl: site.url, connectMs: 50, totalMs: 60 };
  sink.script.connect = () => 'stall';
  expect(await troubleOf(sendMessage(slow, message, never))).toEqual(['unreachable', expect.any(String)]);
  sink.script = {};
});

test('R-56 an email that is started after the site has stopped is not sent', async () => {
  await using sink = await openSmtpSink();
  sink.script.data = () => 'stall';
  const sending = sendMessage({ smtpUrl: sink.url, siteUrl: site.url }, await compose(), AbortSignal.abort());
  expect(await troubleOf(sending)).toEqual(['unreachable', 'took too long']);
});

test('R-56 a mail server that stalls after the data is abandoned in time, or as soon as the site stops', async () => {
  await using sink = await openSmtpSink();
  const message = await compose();
  sink.script.data = () => 'stall';
  const slow = { smtpUrl: sink.url, siteUrl: site.url, totalMs: 100 };
  expect(await troubleOf(sendMessage(slow, message, never))).toEqual(['unreachable', 'took too long']);
  const ending = new AbortController();
  sink.script.data = () => {
    ending.abort();
    return 'stall';
  };
  const patient = { smtpUrl: sink.url, siteUrl: site.url };
  expect(await troubleOf(sendMessage(patient, message, ending.signal))).toEqual([
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
  expect(await checkSmtp(at('town:right'))).toMatchObject({ isEncrypted: true });
  await sendMessage(at('town:right'), await compose(), never);
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

test('One connection sends one message after another, also after a refusal', async () => {
  await using sink = await openSmtpSink();
  sink.script.recipient = (address) => (address === 'full@example.org' ? 452 : undefined);
  sink.script.data = (address) => (address === 'spam@example.org' ? 554 : undefined);
  const connection = await openSmtp({ smtpUrl: sink.url, siteUrl: site.url }, never);
  const to = async (address: string) => connection.send(await compose({ to: address }), never);
  expect(await to('june@example.org')).toMatch(/^250 /);
  expect(await troubleOf(to('full@example.org'))).toEqual(['deferred', '452 scripted']);
  expect(await troubleOf(to('spam@example.org'))).toEqual(['refused', '554 scripted']);
  await to('walt@example.org');
  expect(connection.isOpen()).toBe(true);
  connection.close();
  expect(sink.received.flatMap((mail) => mail.to)).toEqual(['june@example.org', 'walt@example.org']);
  expect(sink.connections.total).toBe(1);
});

test('R-52 a failure tells whether the email may have arrived: only once its data was on the way', async () => {
  await using sink = await openSmtpSink();
  const message = await compose();
  const patient = { smtpUrl: sink.url, siteUrl: site.url };
  const hasty = { ...patient, connectMs: 500, totalMs: 500 };
  const mayHaveArrived = async (script: typeof sink.script, way = patient, signal = never) => {
    sink.script = script;
    const error = await sendMessage(way, message, signal).catch((reason: unknown) => reason);
    return error instanceof MailError ? error.mayHaveArrived : error;
  };
  for (const step of ['connect', 'from', 'recipient'] as const) {
    for (const answer of ['drop', 'stall', 421, 451, 550] as const)
      expect([step, answer, await mayHaveArrived({ [step]: () => answer }, hasty)]).toEqual([
        step,
        answer,
        false,
      ]);
  }
  for (const answer of [421, 451, 554])
    expect([answer, await mayHaveArrived({ data: () => answer })]).toEqual([answer, false]);
  expect(await mayHaveArrived({ data: () => 'drop' })).toBe(true);
  const ending = new AbortController();
  const stall = () => {
    ending.abort();
    return 'stall' as const;
  };
  expect(await mayHaveArrived({ data: stall }, patient, ending.signal)).toBe(true);
});

test('A connection that the server has closed says so', async () => {
  await using sink = await openSmtpSink();
  const connection = await openSmtp({ smtpUrl: sink.url, siteUrl: site.url }, never);
  sink.script.from = () => 'drop';
  const message = await compose();
  expect(await troubleOf(connection.send(message, never))).toEqual(['unreachable', expect.any(String)]);
  expect(connection.isOpen()).toBe(false);
  sink.script = {};
  expect(await troubleOf(connection.send(message, never))).toEqual(['unreachable', expect.any(String)]);
  expect(sink.received).toEqual([]);
});

test('A message over the size that the server names is not sent', async () => {
  await using sink = await openSmtpSink({ size: 1000 });
  const way = { smtpUrl: sink.url, siteUrl: site.url };
  expect(await checkSmtp(way)).toEqual({ size: 1000, isEncrypted: false });
  expect(await troubleOf(sendMessage(way, await compose(), never))).toEqual([
    'too-large',
    expect.any(String),
  ]);
});

test('With a key, an email is signed for its sender’s domain, and the signature is valid', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const { raw } = await composeMessage({
    from: { name: 'Maple', address: 'news@maple.example' },
    to: 'june@example.org',
    returnPath: 'bounces+tag@maple.example',
    subject: 'The Friday Bell',
    text: 'Good morning.',
    html: '<p>Good morning.</p>',
    messageId: 'x@maple.example',
    date: NOW,
    headers: {
      'List-Unsubscribe': '<https://maple.example/u>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    dkim: { privateKey: pem, selector: 'belfry' },
  });
  const signature = signatureOf(raw.toString('latin1'));
  expect(signature.tags).toMatchObject({ d: 'maple.example', s: 'belfry', a: 'rsa-sha256' });
  expect(signature.tags.h?.split(':')).toEqual(
    expect.arrayContaining(['from', 'to', 'subject', 'date', 'list-unsubscribe', 'list-unsubscribe-post']),
  );
  expect(
    createVerify('RSA-SHA256')
      .update(signature.signed)
      .verify(publicKey, signature.tags.b ?? '', 'base64'),
  ).toBe(true);
});

/** The tags of a DKIM-Signature and the header text it signs, computed by RFC 6376 (relaxed) and not by nodemailer. */
function signatureOf(raw: string): { tags: Record<string, string>; signed: string } {
  const head = raw
    .slice(0, raw.indexOf('\r\n\r\n'))
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const relaxed = (line: string) => {
    const colon = line.indexOf(':');
    return `${line.slice(0, colon).toLowerCase()}:${line
      .slice(colon + 1)
      .replace(/[ \t]+/g, ' ')
      .trim()}`;
  };
  const lines = new Map(head.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), relaxed(line)]));
  const own = lines.get('dkim-signature') ?? '';
  const tags = Object.fromEntries(
    own
      .slice(own.indexOf(':') + 1)
      .split(';')
      .map((tag) => {
        const at = tag.indexOf('=');
        return [tag.slice(0, at).trim(), tag.slice(at + 1).replaceAll(' ', '')];
      }),
  );
  const signed = [
    ...(tags.h ?? '').split(':').map((name) => lines.get(name) ?? ''),
    own.replace(/b=[^;]*$/, 'b='),
  ];
  return { tags, signed: signed.join('\r\n') };
}
