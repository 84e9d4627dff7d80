/** https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/getting-started-event-webhook-security-features */
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { isWithin, kindOfBounce, type Provider, type ProviderEvent, statusIn, textAt } from './provider.ts';

/** SendGrid retries for 24 hours. */
const WINDOW_MS = 25 * HOUR_MS;

export const sendgrid: Provider = {
  isGenuine({ headers, body }, { key, now }) {
    const signature = headers.get('X-Twilio-Email-Event-Webhook-Signature') ?? '';
    const timestamp = headers.get('X-Twilio-Email-Event-Webhook-Timestamp') ?? '';
    const publicKey = publicKeyOf(key);
    if (!publicKey || !isWithin(timestamp, now, WINDOW_MS)) return false;
    return verify('sha256', Buffer.from(timestamp + body), publicKey, Buffer.from(signature, 'base64'));
  },
  read: (body) => (Array.isArray(body) ? body.flatMap(readEvent) : []),
};

/** The verification key of SendGrid's settings: base64 of a key for ECDSA, with or without the lines of PEM. */
function publicKeyOf(key: string): KeyObject | undefined {
  const der = Buffer.from(key.replace(/-----[^-]+-----/g, ''), 'base64');
  try {
    const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return publicKey.asymmetricKeyType === 'ec' ? publicKey : undefined;
  } catch {
    return undefined;
  }
}

/** Why SendGrid did not even try. */
const DROPPED: Record<string, ProviderEvent['kind']> = {
  'Bounced Address': 'hard',
  Invalid: 'hard',
  'Spam Reporting Address': 'complaint',
};

function readEvent(event: unknown): ProviderEvent[] {
  const of = (name: string) => textAt(event, name);
  const reason = of('reason');
  const facts = {
    address: of('email'),
    messageIds: [of('smtp-id')],
    status: statusIn(of('status')) ?? statusIn(reason),
    reply: reason || of('event'),
  };
  if (of('event') === 'spamreport') return [{ ...facts, kind: 'complaint' }];
  const dropped = of('event') === 'dropped' ? DROPPED[reason] : undefined;
  if (dropped) return [{ ...facts, kind: dropped }];
  if (of('event') !== 'bounce') return [];
  return [{ ...facts, kind: kindOfBounce(of('type') !== 'blocked', of('status'), reason) }];
}
