import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { findFreePort } from '../../../tests/free-port.ts';
import { listen, listenSecurely } from '../../../tests/outbound-servers.ts';
import {
  MAILGUN_API_KEY,
  openProviderApi,
  type ProviderApi,
  RESEND_API_KEY,
  type Reaction,
} from '../../../tests/provider-api.ts';
import { MailError } from './mail-error.ts';
import { checkMailServer, type MailWay, openMailServer, sendMessage } from './mail-server.server.ts';
import { composeMessage } from './mailer.server.ts';

const siteUrl = 'https://maple.example';
const never = new AbortController().signal;

const message = await composeMessage({
  from: { name: 'Zoë "Z" of Maple', address: 'news@maple.example' },
  to: 'june@example.org',
  subject: 'The Friday Bell — №1',
  text: 'Good morning.\n',
  html: '<p>Good morning, Zoë.</p>',
  messageId: 'a1b2c3.n@maple.example',
  date: Date.UTC(2026, 10, 20, 12),
  headers: {
    'List-Unsubscribe': '<https://maple.example/newsletter/unsubscribe?token=abc>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-ID': '<newsletter.maple.example>',
    Precedence: 'bulk',
  },
});

function wayTo(api: ProviderApi, more: Partial<MailWay> = {}): MailWay {
  return { smtpUrl: api.url, siteUrl, fetchAllow: [api.host], ...more };
}

/** The kind of problem, what the provider said, and whether the email may have arrived. */
async function outcomeOf(way: MailWay, signal = never): Promise<unknown[]> {
  try {
    await sendMessage(way, message, signal);
    return ['sent'];
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return [error.trouble, error.reply, error.mayHaveArrived];
  }
}

test('Mailgun receives an email exactly as a mail server does', async () => {
  await using api = await openProviderApi('mailgun');
  const connection = await openMailServer(wayTo(api), never);
  expect(await connection.send(message, never)).toBe('Mailgun: Queued. Thank you.');
  const [posted] = api.received;
  expect(posted?.to).toBe('june@example.org');
  expect(posted?.raw?.equals(message.raw)).toBe(true);
  expect(posted?.headers['user-agent']).toMatch(/^Belfry\/.* \(\+https:\/\/maple\.example\)$/);
});

test('Resend receives the sender, both texts and every header, and a key so that it sends the email once', async () => {
  await using api = await openProviderApi('resend');
  const connection = await openMailServer(wayTo(api), never);
  expect(await connection.send(message, never)).toBe('Resend: 49a3999c-0ce1-4ea6-ab68-afcd6dc2e794');
  const [posted] = api.received;
  const mail = await PostalMime.parse(message.raw);
  expect(posted?.json).toEqual({
    from: '"Zoë Z of Maple" <news@maple.example>',
    to: ['june@example.org'],
    subject: 'The Friday Bell — №1',
    text: mail.text,
    html: mail.html,
    headers: {
      'Message-ID': '<a1b2c3.n@maple.example>',
      'List-Unsubscribe': '<https://maple.example/newsletter/unsubscribe?token=abc>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'List-ID': '<newsletter.maple.example>',
      Precedence: 'bulk',
    },
  });
  expect(posted?.headers['idempotency-key']).toBe('<a1b2c3.n@maple.example>');
});

const failures: [string, Reaction, unknown[]][] = [
  [
    'an invalid recipient',
    { status: 400, body: { message: "'to' parameter is not a valid address. please check documentation" } },
    ['refused', expect.stringContaining("'to' parameter"), false],
  ],
  [
    'one refused recipient (422)',
    { status: 422, body: { name: 'validation_error', message: 'Invalid `to` field.' } },
    ['refused', expect.stringContaining('Invalid `to` field'), false],
  ],
  [
    'a wrong sender',
    { status: 422, body: { name: 'validation_error', message: 'Invalid `from` field.' } },
    ['sender', expect.stringContaining('Invalid `from` field'), false],
  ],
  [
    'a domain that is not verified',
    { status: 403, body: { name: 'validation_error', message: 'The maple.example domain is not verified.' } },
    ['sender', expect.stringContaining('not verified'), false],
  ],
  [
    'an unknown domain',
    { status: 404, body: { message: 'Domain not found: x' } },
    ['sender', expect.any(String), false],
  ],
  ['a wrong key', { status: 401, body: 'Forbidden' }, ['login', expect.stringContaining('Forbidden'), false]],
  [
    'a key that was revoked',
    { status: 403, body: { name: 'invalid_api_key', message: 'API key is invalid' } },
    ['login', expect.stringContaining('API key is invalid'), false],
  ],
  [
    'a large email',
    { status: 413, body: '' },
    ['too-large', expect.stringContaining('HTTP status 413'), false],
  ],
  [
    'a used-up quota',
    {
      status: 429,
      body: { name: 'daily_quota_exceeded', message: 'You have reached your daily email quota.' },
    },
    ['deferred', expect.stringContaining('daily email quota'), false],
  ],
  [
    'maintenance',
    { status: 503, body: { message: 'Down for maintenance' }, headers: { 'Retry-After': '600' } },
    ['deferred', expect.stringContaining('maintenance'), false],
  ],
  ['an error of the provider', { status: 500 }, ['unreachable', expect.stringContaining('scripted'), true]],
  [
    'an error of its proxy',
    { status: 503, body: 'upstream reset' },
    ['unreachable', expect.any(String), true],
  ],
  ['a time-out of its proxy', { status: 504, body: '<html>' }, ['unreachable', expect.any(String), true]],
  [
    'a redirect',
    { status: 307, headers: { Location: 'https://127.0.0.1:1/' } },
    ['unreachable', expect.any(String), false],
  ],
  ['a connection that is cut after the email', 'drop', ['unreachable', expect.any(String), true]],
];

test.each(['mailgun', 'resend'] as const)('R-56 each response of %s is distinguished', async (provider) => {
  await using api = await openProviderApi(provider);
  for (const [what, reaction, outcome] of failures) {
    api.react = () => reaction;
    expect([what, ...(await outcomeOf(wayTo(api)))]).toEqual([what, ...outcome]);
  }
});

test('R-52 an email counts as possibly sent only once the provider may have received it', async () => {
  await using api = await openProviderApi('mailgun');
  expect(await outcomeOf(wayTo(api, { fetchAllow: [] }))).toEqual([
    'unreachable',
    expect.stringMatching(/^This address is not allowed: port \d+ is not allowed$/),
    false,
  ]);
  const closed = `https://api:k@127.0.0.1:${await findFreePort()}/v3/x.example?provider=mailgun`;
  const down = { smtpUrl: closed, siteUrl, fetchAllow: [new URL(closed).host] };
  expect(await outcomeOf(down)).toEqual(['unreachable', expect.stringContaining('ECONNREFUSED'), false]);
  expect(await outcomeOf(wayTo(api), AbortSignal.abort())).toEqual(['unreachable', 'took too long', false]);
  expect(api.received).toEqual([]);
  api.react = () => 'stall';
  expect(await outcomeOf(wayTo(api, { totalMs: 300 }))).toEqual(['unreachable', expect.any(String), true]);
  const ending = new AbortController();
  api.react = () => {
    ending.abort();
    return 'stall';
  };
  expect(await outcomeOf(wayTo(api), ending.signal)).toEqual(['unreachable', 'took too long', true]);
  expect(api.received).toHaveLength(2);
});

test('A server that never completes the handshake of TLS has not received the email', async () => {
  // Plain http: it waits for a request and gets a handshake.
  await using server = await listen(() => undefined);
  const smtpUrl = `https://k@${server.host}?provider=resend`;
  const way = { smtpUrl, siteUrl, fetchAllow: [server.host], totalMs: 5000 };
  expect((await outcomeOf(way)).slice(2)).toEqual([false]);
});

test('A certificate that is not trusted gets neither the key nor the email', async () => {
  let requests = 0;
  await using server = await listenSecurely(() => void requests++, { isTrusted: false });
  const smtpUrl = `https://k@${server.host}?provider=resend`;
  const outcome = await outcomeOf({ smtpUrl, siteUrl, fetchAllow: [server.host] });
  expect(outcome).toEqual(['unsafe', expect.stringMatching(/CERT|SIGNATURE/), false]);
  expect(requests).toBe(0);
});

test('A limit of a moment is waited for, and a longer one is left to the queue', async () => {
  await using api = await openProviderApi('resend');
  let asked = 0;
  api.react = () => (++asked === 1 ? { status: 429, headers: { 'Retry-After': '1' } } : undefined);
  expect(await outcomeOf(wayTo(api))).toEqual(['sent']);
  expect([asked, api.received.length]).toEqual([2, 1]);
  api.react = () => ({ status: 429, headers: { 'Retry-After': '120' } });
  const error = await sendMessage(wayTo(api), message, never).catch((reason: unknown) => reason);
  expect(error).toMatchObject({ trouble: 'deferred', retryAfterMs: 120_000, mayHaveArrived: false });
});

test('An email that Resend has received before counts as sent', async () => {
  await using api = await openProviderApi('resend');
  api.react = () => ({ status: 409, body: { name: 'invalid_idempotent_request', message: 'Same key' } });
  expect(await outcomeOf(wayTo(api))).toEqual(['sent']);
  api.react = () => ({
    status: 409,
    body: { name: 'concurrent_idempotent_requests', message: 'In progress' },
  });
  expect(await outcomeOf(wayTo(api))).toEqual(['deferred', 'Resend: In progress', false]);
});

test.each([
  ['mailgun', MAILGUN_API_KEY],
  ['resend', RESEND_API_KEY],
] as const)('A check of %s sends nothing, and its key is in no message', async (provider, key) => {
  await using api = await openProviderApi(provider);
  expect(await checkMailServer(wayTo(api))).toEqual({ size: undefined, isEncrypted: true });
  const wrong = wayTo(api, { smtpUrl: api.url.replace(key, 'k-wrong') });
  await expect(checkMailServer(wrong)).rejects.toMatchObject({ trouble: 'login' });
  expect(api.received).toEqual([]);
  api.react = () => ({ status: 403, body: { message: `The key ${key} is revoked` } });
  const outcome = await outcomeOf(wayTo(api));
  expect(outcome).toEqual(['sender', expect.stringContaining('The key … is revoked'), false]);
});
