/** https://postmarkapp.com/developer/webhooks/webhooks-overview */
import { isSame, type Provider, type ProviderEvent, statusIn, textAt } from './provider.ts';

const HARD = new Set(['HardBounce', 'BadEmailAddress']);
const SOFT = new Set([
  'SoftBounce',
  'DnsError',
  'Blocked',
  'SpamNotification',
  'DMARCPolicy',
  'Undeliverable',
]);

export const postmark: Provider = {
  /** The key is `user:password`, as in the address of the webhook: Postmark signs nothing. */
  isGenuine({ headers }, { key }) {
    const [, credentials = ''] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(headers.get('Authorization') ?? '') ?? [];
    return isSame(Buffer.from(credentials, 'base64').toString(), key);
  },
  read(body) {
    const type = textAt(body, 'Type');
    const reply = `${type}: ${textAt(body, 'Details') || textAt(body, 'Description')}`;
    const address = textAt(body, 'Email');
    const facts = { address, messageIds: [], status: statusIn(reply), reply };
    const kind = kindOf(textAt(body, 'RecordType'), type);
    return kind ? [{ ...facts, kind }] : [];
  },
};

function kindOf(record: string, type: string): ProviderEvent['kind'] | undefined {
  if (record === 'SpamComplaint' || (record === 'Bounce' && type === 'SpamComplaint')) return 'complaint';
  if (record !== 'Bounce') return undefined;
  if (HARD.has(type)) return 'hard';
  return SOFT.has(type) ? 'soft' : undefined;
}
