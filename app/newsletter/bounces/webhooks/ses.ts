/**
 * Amazon SES over SNS. https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html and
 * https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html
 */
import { verify, X509Certificate } from 'node:crypto';
import type { Outbound } from '#app/platform/outbound/outbound.server.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import {
  headerIn,
  isSame,
  kindOfBounce,
  listAt,
  type Provider,
  type ProviderEvent,
  parseJson,
  statusIn,
  textAt,
  valueAt,
} from './provider.ts';

/** SNS retries for an hour unless its settings say otherwise, at most for a day. */
const WINDOW_MS = 25 * HOUR_MS;
const MOST_CERTIFICATES = 10;

export const ses: Provider = {
  /** The key is the topic's ARN: `arn:aws:sns:us-east-1:123456789012:bounces`. */
  async isGenuine({ body }, { key, now, outbound }) {
    const message = parseJson(body);
    const age = now - Date.parse(textAt(message, 'Timestamp'));
    if (!isSame(textAt(message, 'TopicArn'), key) || !(age <= WINDOW_MS && age >= -15 * MINUTE_MS))
      return false;
    const algorithm = { 1: 'sha1', 2: 'sha256' }[textAt(message, 'SignatureVersion')];
    const address = ownAddress(textAt(message, 'SigningCertURL'), key);
    if (!algorithm || !address?.pathname.endsWith('.pem')) return false;
    const { publicKey } = await findCertificate(address.href, outbound);
    return verify(algorithm, Buffer.from(signedText(message)), publicKey, signatureOf(message));
  },
  async confirm(body, { key, outbound }) {
    if (textAt(body, 'Type') === 'UnsubscribeConfirmation') return true;
    if (textAt(body, 'Type') !== 'SubscriptionConfirmation') return false;
    const address = ownAddress(textAt(body, 'SubscribeURL'), key);
    if (address) await outbound.ask({ url: address.href });
    return true;
  },
  read: (body) => readNotification(parseJson(valueAt(body, 'Message'))),
};

function signatureOf(message: unknown): Buffer {
  return Buffer.from(textAt(message, 'Signature'), 'base64');
}

/** An https address of the SNS of the topic's region; undefined for everything else. */
function ownAddress(text: string, topic: string): URL | undefined {
  const [, partition, service, region] = topic.split(':', 4);
  const ending = partition === 'aws-cn' ? 'amazonaws.com.cn' : 'amazonaws.com';
  const url = URL.parse(text);
  const isOwn =
    service === 'sns' &&
    url?.protocol === 'https:' &&
    url.host === `sns.${region}.${ending}` &&
    url.username === '';
  return isOwn ? url : undefined;
}

const SIGNED: Record<string, string[]> = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
};

/** What SNS signs: names and values of some fields, each on a line. */
function signedText(message: unknown): string {
  const names = SIGNED[textAt(message, 'Type')] ?? SIGNED.SubscriptionConfirmation ?? [];
  return names
    .flatMap((name) => {
      const value = valueAt(message, name);
      return typeof value === 'string' ? [`${name}\n${value}\n`] : [];
    })
    .join('');
}

const certificates = new Map<string, X509Certificate>();

/** Fetched once by each process. Rejects when it can't be fetched: then SNS tries again later. */
async function findCertificate(url: string, outbound: Outbound): Promise<X509Certificate> {
  const known = certificates.get(url);
  if (known) return known;
  const { status, body } = await outbound.ask({ url });
  if (status !== 200) throw new Error(`the certificate of Amazon SNS can't be fetched: ${status}`);
  const certificate = new X509Certificate(body);
  if (certificates.size >= MOST_CERTIFICATES) certificates.clear();
  certificates.set(url, certificate);
  return certificate;
}

function readNotification(notification: unknown): ProviderEvent[] {
  const type = textAt(notification, 'notificationType') || textAt(notification, 'eventType');
  const returnPath = textAt(notification, 'mail', 'source');
  const messageIds = [
    textAt(notification, 'mail', 'commonHeaders', 'messageId'),
    headerIn(listAt(notification, 'mail', 'headers'), 'message-id'),
  ];
  if (type === 'Complaint') {
    const about = textAt(notification, 'complaint', 'complaintFeedbackType');
    if (about === 'not-spam') return [];
    return listAt(notification, 'complaint', 'complainedRecipients').map((recipient) => ({
      kind: 'complaint',
      status: undefined,
      reply: about || 'complaint',
      address: textAt(recipient, 'emailAddress'),
      messageIds,
      returnPath,
    }));
  }
  if (type !== 'Bounce') return [];
  const isPermanent = textAt(notification, 'bounce', 'bounceType') === 'Permanent';
  return listAt(notification, 'bounce', 'bouncedRecipients').map((recipient) => {
    const status = textAt(recipient, 'status');
    const reply = textAt(recipient, 'diagnosticCode') || textAt(notification, 'bounce', 'bounceSubType');
    return {
      kind: kindOfBounce(isPermanent, status, reply),
      status: statusIn(status) ?? statusIn(reply),
      reply,
      address: textAt(recipient, 'emailAddress'),
      messageIds,
      returnPath,
    };
  });
}
