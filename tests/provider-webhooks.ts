/** Webhooks as providers of email send them. */
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { key as certificateKey } from './loopback-certificate.ts';

export type SignedCall = { headers: Record<string, string>; body: string };
export type Reported = { address: string; messageId: string };

const seconds = (now: number) => String(Math.floor(now / 1000));

export const MAILGUN_KEY = 'key-of-the-mailgun-domain';

export function mailgunCall(
  event: object,
  now: number,
  key = MAILGUN_KEY,
  token = 'a'.repeat(50),
): SignedCall {
  const timestamp = seconds(now);
  const signature = createHmac('sha256', key).update(`${timestamp}${token}`).digest('hex');
  const body = { signature: { timestamp, token, signature }, 'event-data': event };
  return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) };
}

export function mailgunError({ address, messageId }: Reported, more: object = {}) {
  return {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    recipient: address,
    message: { headers: { to: address, 'message-id': messageId.replace(/[<>]/g, '') } },
    'delivery-status': {
      code: 550,
      message: '5.1.1 The email account does not exist',
      'enhanced-code': '5.1.1',
    },
    ...more,
  };
}

const sendgridKeys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
export const SENDGRID_KEY = sendgridKeys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');

export function sendgridCall(events: object[], now: number): SignedCall {
  const body = JSON.stringify(events);
  const signature = sign('sha256', Buffer.from(seconds(now) + body), sendgridKeys.privateKey);
  return {
    headers: {
      'X-Twilio-Email-Event-Webhook-Signature': signature.toString('base64'),
      'X-Twilio-Email-Event-Webhook-Timestamp': seconds(now),
    },
    body,
  };
}

export function sendgridBounce({ address, messageId }: Reported, more: object = {}) {
  return {
    email: address,
    'smtp-id': messageId,
    event: 'bounce',
    type: 'bounce',
    status: '5.1.1',
    reason: '550 5.1.1 No such user',
    sg_event_id: 'Ym91bmNl',
    ...more,
  };
}

export const POSTMARK_KEY = 'belfry:a secret of the webhook';

export function postmarkCall(event: object, key = POSTMARK_KEY): SignedCall {
  return {
    headers: { Authorization: `Basic ${Buffer.from(key).toString('base64')}` },
    body: JSON.stringify(event),
  };
}

export function postmarkBounce({ address }: Pick<Reported, 'address'>, more: object = {}) {
  return {
    RecordType: 'Bounce',
    Type: 'HardBounce',
    MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
    Details: 'smtp;550 5.1.1 The email account that you tried to reach does not exist',
    Email: address,
    ...more,
  };
}

export const RESEND_KEY = `whsec_${Buffer.from('the signing secret of a webhook').toString('base64')}`;

export function resendCall(event: object, now: number, key = RESEND_KEY): SignedCall {
  const [id, timestamp, body] = ['msg_1', seconds(now), JSON.stringify(event)];
  const secret = Buffer.from(key.replace('whsec_', ''), 'base64');
  const signature = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
  const headers = {
    'svix-id': id,
    'svix-timestamp': timestamp,
    'svix-signature': `v1,${Buffer.alloc(32).toString('base64')} v1,${signature}`,
  };
  return { headers, body };
}

export function resendBounce({ address, messageId }: Reported, more: object = {}) {
  return {
    type: 'email.bounced',
    data: {
      email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
      to: [address],
      headers: [{ name: 'Message-ID', value: messageId }],
      bounce: { type: 'Permanent', subType: 'General', message: '550 5.1.1 user unknown' },
      ...more,
    },
  };
}

export const SES_KEY = 'arn:aws:sns:us-east-1:123456789012:bounces';

/** Signed with the key of the tests' certificate instead of Amazon's. */
export function snsCall(
  message: object | string,
  now: number,
  more: Record<string, string> = {},
): SignedCall {
  const fields: Record<string, string> = {
    Type: 'Notification',
    MessageId: 'f3c8d4a1-0000-5d7a-9f6e-1b2c3d4e5f60',
    TopicArn: SES_KEY,
    Message: typeof message === 'string' ? message : JSON.stringify(message),
    Timestamp: new Date(now).toISOString(),
    SignatureVersion: '2',
    SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123.pem',
    ...more,
  };
  const names =
    fields.Type === 'Notification'
      ? ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type']
      : ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'];
  const text = names.flatMap((name) => (fields[name] ? [`${name}\n${fields[name]}\n`] : [])).join('');
  const hash = fields.SignatureVersion === '1' ? 'sha1' : 'sha256';
  const signature = sign(hash, Buffer.from(text), certificateKey).toString('base64');
  return {
    headers: { 'Content-Type': 'text/plain; charset=UTF-8', 'x-amz-sns-message-type': fields.Type ?? '' },
    body: JSON.stringify({ ...fields, Signature: signature }),
  };
}

export function sesBounce({ address, messageId }: Reported, more: object = {}) {
  return {
    notificationType: 'Bounce',
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: address,
          action: 'failed',
          status: '5.1.1',
          diagnosticCode: 'smtp; 550 5.1.1 user unknown',
        },
      ],
      ...more,
    },
    mail: {
      source: 'news@maple.example',
      messageId: '0000014644fe5ef6-9a483358-9170',
      headers: [{ name: 'Message-ID', value: messageId }],
      commonHeaders: { messageId },
    },
  };
}
