/** https://resend.com/docs/webhooks/verify-webhooks-requests, and https://docs.svix.com/receiving/verifying-payloads/how-manual */
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import {
  headerIn,
  hmacOf,
  isSame,
  isWithin,
  kindOfBounce,
  listAt,
  type Provider,
  statusIn,
  textAt,
} from './provider.ts';

/** Svix signs each attempt again. */
const WINDOW_MS = 5 * MINUTE_MS;

export const resend: Provider = {
  /** The key is the signing secret: `whsec_` and base64. */
  isGenuine({ headers, body }, { key, now }) {
    const [id, timestamp, signatures] = ['svix-id', 'svix-timestamp', 'svix-signature'].map(
      (name) => headers.get(name) ?? '',
    ) as [string, string, string];
    if (id === '' || !isWithin(timestamp, now, WINDOW_MS)) return false;
    const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
    if (secret.length === 0) return false;
    const expected = `v1,${hmacOf(secret, `${id}.${timestamp}.${body}`).toString('base64')}`;
    return signatures
      .split(' ', 10)
      .map((signature) => isSame(signature, expected))
      .includes(true);
  },
  read(body) {
    const type = textAt(body, 'type');
    const messageIds = [
      textAt(body, 'data', 'message_id'),
      headerIn(listAt(body, 'data', 'headers'), 'message-id'),
    ];
    const addresses = listAt(body, 'data', 'to').filter((address) => typeof address === 'string');
    const reply =
      textAt(body, 'data', 'bounce', 'message') || textAt(body, 'data', 'suppressed', 'message') || type;
    const status = statusIn(reply);
    const isPermanent = textAt(body, 'data', 'bounce', 'type') === 'Permanent';
    const kind =
      type === 'email.bounced'
        ? kindOfBounce(isPermanent, '', reply)
        : ({ 'email.complained': 'complaint', 'email.suppressed': 'hard' } as const)[type];
    return kind ? addresses.map((address) => ({ kind, status, reply, address, messageIds })) : [];
  },
};
