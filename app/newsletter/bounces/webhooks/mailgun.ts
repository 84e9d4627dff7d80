/** https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
import { HOUR_MS } from '#app/platform/time/durations.ts';
import {
  hmacOf,
  isSame,
  isWithin,
  kindOfBounce,
  type Provider,
  type ProviderEvent,
  parseJson,
  statusIn,
  textAt,
} from './provider.ts';

/** Mailgun retries for eight hours. */
const WINDOW_MS = 9 * HOUR_MS;

export const mailgun: Provider = {
  isGenuine({ body }, { key, now }) {
    const signed = parseJson(body);
    const [timestamp, token, signature] = ['timestamp', 'token', 'signature'].map((name) =>
      textAt(signed, 'signature', name),
    ) as [string, string, string];
    return (
      token !== '' &&
      isWithin(timestamp, now, WINDOW_MS) &&
      isSame(hmacOf(key, `${timestamp}${token}`).toString('hex'), signature)
    );
  },
  onceOf: (body) => textAt(body, 'signature', 'token'),
  read: (body) => readEvent(body),
};

function readEvent(body: unknown): ProviderEvent[] {
  const of = (...path: string[]) => textAt(body, 'event-data', ...path);
  const about = { address: of('recipient'), messageIds: [of('message', 'headers', 'message-id')] };
  if (of('event') === 'complained')
    return [{ ...about, kind: 'complaint', status: undefined, reply: 'complained' }];
  // Mailgun itself tries again after a temporary failure.
  if (of('event') !== 'failed' || of('severity') !== 'permanent') return [];
  if (of('reason') === 'suppress-unsubscribe') return [];
  const kind = of('reason') === 'suppress-complaint' ? 'complaint' : undefined;
  const status = of('delivery-status', 'enhanced-code');
  const text = of('delivery-status', 'message') || of('delivery-status', 'description') || of('reason');
  const reply = `${of('delivery-status', 'code')} ${text}`.trim();
  return [
    {
      ...about,
      kind: kind ?? kindOfBounce(of('reason') !== 'old', status, withoutOwnCodes(reply)),
      status: statusIn(status) ?? statusIn(text),
      reply,
    },
  ];
}

/** Codes from 600 are Mailgun's own: 605 is an address that bounced before. */
function withoutOwnCodes(reply: string): string {
  return reply.replace(/^[0-46-9]\d\d /, '');
}
