import { expect, test } from 'vitest';
import type { Outbound } from '#app/platform/outbound/outbound.server.ts';
import { eachDatabase, withSqlite } from '../../../../tests/each-database.ts';
import { certificate } from '../../../../tests/loopback-certificate.ts';
import {
  MAILGUN_KEY,
  mailgunCall,
  mailgunError,
  POSTMARK_KEY,
  postmarkBounce,
  postmarkCall,
  RESEND_KEY,
  resendBounce,
  resendCall,
  SENDGRID_KEY,
  SES_KEY,
  type SignedCall,
  sendgridBounce,
  sendgridCall,
  sesBounce,
  snsCall,
} from '../../../../tests/provider-webhooks.ts';
import { readEmail, type SeededEmail, seedEmails } from '../../../../tests/seed-emails.ts';
import type { ProviderEvent } from './provider.ts';
import { providers, receiveWebhook } from './receive-webhook.server.ts';

const NOW = Date.UTC(2026, 10, 20, 22);
const HOUR = 60 * 60 * 1000;
const june = { address: 'june@example.org', messageId: '<k3v9q2m8x7w1p5r4t6y0.1@maple.example>' };

/** Replaces Amazon's server, and records what was requested. */
function amazon(requested: string[] = []): Outbound {
  return {
    async ask({ url }) {
      requested.push(url);
      const body = Buffer.from(url.endsWith('.pem') ? certificate : 'confirmed');
      return { url, status: 200, headers: {}, body, redirects: [], ms: 1 } as Awaited<
        ReturnType<Outbound['ask']>
      >;
    },
  };
}

const keys: Record<string, string> = {
  mailgun: MAILGUN_KEY,
  sendgrid: SENDGRID_KEY,
  postmark: POSTMARK_KEY,
  resend: RESEND_KEY,
  ses: SES_KEY,
};

const calls: Record<string, (about: { address: string; messageId: string }, now: number) => SignedCall> = {
  mailgun: (about, now) => mailgunCall(mailgunError(about), now),
  sendgrid: (about, now) =>
    sendgridCall([{ email: 'x@example.org', event: 'delivered' }, sendgridBounce(about)], now),
  postmark: (about) => postmarkCall(postmarkBounce(about)),
  resend: (about, now) => resendCall(resendBounce(about), now),
  ses: (about, now) => snsCall(sesBounce(about), now),
};

function isGenuine(provider: string, { headers, body }: SignedCall, now = NOW, key = keys[provider] ?? '') {
  return providers[provider]?.isGenuine(
    { headers: new Headers(headers), body },
    { key, now, outbound: amazon() },
  );
}

const names = Object.keys(calls);

test.each(names)('The signature of %s is checked', async (name) => {
  const call = (calls[name] as (typeof calls)[string])(june, NOW);
  expect(await isGenuine(name, call)).toBe(true);
  expect(await isGenuine(name, call, NOW, `${keys[name]?.slice(0, -4)}AAAA`)).toBe(false);
  expect(await isGenuine(name, { ...call, headers: {} }, NOW, 'another key')).toBe(false);
});

test.each(names.filter((name) => name !== 'postmark'))(
  'A call of %s from long ago or from the future is refused',
  async (name) => {
    for (const at of [NOW - 30 * 24 * HOUR, NOW + 24 * HOUR])
      expect(await isGenuine(name, (calls[name] as (typeof calls)[string])(june, at))).toBe(false);
  },
);

test.each(['sendgrid', 'resend', 'ses'])('A body of %s that was changed is refused', async (name) => {
  const call = (calls[name] as (typeof calls)[string])(june, NOW);
  expect(await isGenuine(name, { ...call, body: call.body.replace('june@', 'ida@') })).toBe(false);
});

test.each(names)('Nothing that strangers send to %s breaks the check', async (name) => {
  const call = (calls[name] as (typeof calls)[string])(june, NOW);
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '[null]',
    '"x"',
    '{"signature":null}',
    '\u0000',
    call.body.slice(1),
  ]) {
    const headers = name === 'postmark' ? {} : call.headers;
    expect(await isGenuine(name, { headers, body })).toBe(false);
  }
});

test('Certificates and confirmations of SNS are only fetched from Amazon, for the topic of the settings', async () => {
  const requested: string[] = [];
  const check = (call: SignedCall) =>
    providers.ses?.isGenuine(
      { headers: new Headers(), body: call.body },
      { key: SES_KEY, now: NOW, outbound: amazon(requested) },
    );
  for (const SigningCertURL of [
    'http://sns.us-east-1.amazonaws.com/x.pem',
    'https://sns.us-east-1.amazonaws.com.evil.example/x.pem',
    'https://sns.eu-west-1.amazonaws.com/x.pem',
    'https://evil.example/sns.us-east-1.amazonaws.com/x.pem',
    'https://sns.us-east-1.amazonaws.com@evil.example/x.pem',
    'https://sns.us-east-1.amazonaws.com:8443/x.pem',
    'https://sns.us-east-1.amazonaws.com/x.txt',
    '',
  ])
    expect(await check(snsCall(sesBounce(june), NOW, { SigningCertURL }))).toBe(false);
  expect(await check(snsCall(sesBounce(june), NOW, { TopicArn: `${SES_KEY}2` }))).toBe(false);
  expect(requested).toEqual([]);
  expect(await check(snsCall(sesBounce(june), NOW, { SignatureVersion: '1' }))).toBe(true);
});

test('A subscription of SNS is confirmed at Amazon', async () => {
  const requested: string[] = [];
  const confirm = (SubscribeURL: string) => {
    const call = snsCall('You have chosen to subscribe', NOW, {
      Type: 'SubscriptionConfirmation',
      Token: 'abc',
      SubscribeURL,
    });
    const context = {
      key: SES_KEY,
      now: NOW,
      outbound: amazon(requested),
      provider: 'ses',
      siteHost: 'maple.example',
    };
    return withSqlite(async ({ database }) => {
      const received = await receiveWebhook(
        { ...context, db: database.write },
        { headers: new Headers(), body: call.body },
      );
      expect(received).toEqual({ kind: 'received', recorded: 0 });
    });
  };
  await confirm('https://evil.example/?Action=ConfirmSubscription');
  expect(requested.filter((url) => !url.endsWith('.pem'))).toEqual([]);
  const own = 'https://sns.us-east-1.amazonaws.com/?Action=ConfirmSubscription&Token=abc';
  await confirm(own);
  expect(requested.filter((url) => !url.endsWith('.pem'))).toEqual([own]);
});

const read = (name: string, body: unknown): ProviderEvent[] => providers[name]?.read(body) ?? [];
const kinds = (name: string, body: unknown) => read(name, body).map(({ kind }) => kind);

test('Each provider’s words for bounces and complaints are understood', () => {
  const mailgun = (more: object) => kinds('mailgun', { 'event-data': mailgunError(june, more) });
  expect(mailgun({})).toEqual(['hard']);
  expect(mailgun({ severity: 'temporary' })).toEqual([]);
  expect(mailgun({ event: 'complained' })).toEqual(['complaint']);
  expect(mailgun({ event: 'delivered' })).toEqual([]);
  const text = (code: number, message: string) => mailgun({ 'delivery-status': { code, message } });
  expect(text(552, '5.2.2 mailbox full')).toEqual(['soft']);
  expect(text(550, '5.7.1 blocked for spam')).toEqual(['soft']);
  expect(text(605, 'Not delivering to previously bounced address')).toEqual(['hard']);

  const sendgrid = (more: object) => kinds('sendgrid', [sendgridBounce(june, more)]);
  expect(sendgrid({})).toEqual(['hard']);
  expect(sendgrid({ type: 'blocked', reason: '550 blocked' })).toEqual(['soft']);
  expect(sendgrid({ event: 'dropped', reason: 'Bounced Address' })).toEqual(['hard']);
  expect(sendgrid({ event: 'dropped', reason: 'Unsubscribed Address' })).toEqual([]);
  expect(sendgrid({ event: 'spamreport' })).toEqual(['complaint']);
  expect(sendgrid({ event: 'deferred' })).toEqual([]);

  const postmark = (more: object) => kinds('postmark', postmarkBounce(june, more));
  expect(postmark({})).toEqual(['hard']);
  expect(postmark({ Type: 'SoftBounce' })).toEqual(['soft']);
  expect(postmark({ Type: 'Transient' })).toEqual([]);
  expect(postmark({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' })).toEqual(['complaint']);
  expect(postmark({ RecordType: 'Delivery' })).toEqual([]);

  const resend = (more: object, type = 'email.bounced') =>
    kinds('resend', { ...resendBounce(june, more), type });
  expect(resend({})).toEqual(['hard']);
  expect(resend({ bounce: { type: 'Transient', message: 'mailbox full' } })).toEqual(['soft']);
  expect(resend({}, 'email.complained')).toEqual(['complaint']);
  expect(resend({}, 'email.delivered')).toEqual([]);

  const ses = (notification: object) => kinds('ses', { Message: JSON.stringify(notification) });
  expect(ses(sesBounce(june))).toEqual(['hard']);
  expect(ses(sesBounce(june, { bounceType: 'Transient' }))).toEqual(['soft']);
  const complaint = { complainedRecipients: [{ emailAddress: june.address }] };
  expect(ses({ notificationType: 'Complaint', complaint, mail: {} })).toEqual(['complaint']);
  expect(ses({ notificationType: 'Delivery', mail: {} })).toEqual([]);
});

function send(db: Parameters<typeof receiveWebhook>[0]['db'], provider: string, call: SignedCall, now = NOW) {
  const receiving = {
    db,
    provider,
    key: keys[provider] ?? '',
    now,
    outbound: amazon(),
    siteHost: 'maple.example',
  };
  return receiveWebhook(receiving, { headers: new Headers(call.headers), body: call.body });
}

const aboutEmail = ({ tag, address }: SeededEmail) => ({ address, messageId: `<${tag}.1@maple.example>` });

eachDatabase(
  'A bounce that a provider reports takes the subscriber off the list, once',
  async ({ database: { write } }) => {
    const emails = await seedEmails(
      write,
      names.map((name) => `${name}@example.org`),
      NOW,
    );
    for (const [at, name] of names.entries()) {
      const email = emails[at] as SeededEmail;
      const call = (calls[name] as (typeof calls)[string])(aboutEmail(email), NOW);
      expect(await send(write, name, call)).toEqual({ kind: 'received', recorded: 1 });
      expect(await readEmail(write, email)).toMatchObject({
        email: 'bounced',
        state: 'bounced',
        reason: 'hard',
      });
      expect(await send(write, name, call)).toEqual({ kind: 'received', recorded: 0 });
    }
    expect(await write.selectFrom('newsletter_bounce').select('id').execute()).toHaveLength(names.length);
  },
);

eachDatabase(
  'A signature of Mailgun counts once: it does not cover what the call reports',
  async ({ database: { write } }) => {
    const [one, two] = (await seedEmails(write, ['one@example.org', 'two@example.org'], NOW)) as [
      SeededEmail,
      SeededEmail,
    ];
    await send(write, 'mailgun', mailgunCall(mailgunError(aboutEmail(one)), NOW));
    const copied = mailgunCall(mailgunError(aboutEmail(two)), NOW);
    expect(await send(write, 'mailgun', copied)).toEqual({ kind: 'received', recorded: 0 });
    expect(await readEmail(write, two)).toMatchObject({ state: 'active' });
  },
);

eachDatabase(
  'Bounces of other emails of the site are not about the newsletter',
  async ({ database: { write } }) => {
    const [email] = (await seedEmails(write, [june.address], NOW)) as [SeededEmail];
    const password = {
      address: june.address,
      messageId: '<2f1b6c1e-7c3e-4b0e-9d52-1f0f5f6c7a11@maple.example>',
    };
    const call = mailgunCall(mailgunError(password), NOW);
    expect(await send(write, 'mailgun', call)).toEqual({ kind: 'received', recorded: 0 });
    expect(await readEmail(write, email)).toMatchObject({ email: 'sent', state: 'active' });
    // Without a Message-ID, only an email of the last days counts.
    const late = NOW + 8 * 24 * HOUR;
    expect(await send(write, 'postmark', postmarkCall(postmarkBounce(june)), late)).toEqual({
      kind: 'received',
      recorded: 0,
    });
  },
);
