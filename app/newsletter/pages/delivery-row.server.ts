import type { Delivery } from '#app/newsletter/sending/recipient-store.server.ts';
import type { RecipientRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { mailFaultWords } from '#app/platform/mail/mail-words.ts';
import { formatShortDate, formatTime, townDayOf } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { Badge } from './state-words.ts';

/** A line of the delivery log. */
export type DeliveryRow = {
  key: string;
  /** 'm…@valleynet.example', different for each row of a page. */
  address: string;
  /** The page of the subscriber. */
  href: string;
  badge: Badge;
  when: string;
  /** What the mail server said, or what happens next. */
  response: string;
  /** Where an email of unknown outcome can be sent again; null for all others. */
  resend: string | null;
};

type Context = { issue: string; town: Town; now: number };

const badges: Record<RecipientRow['state'], Badge> = {
  queued: { label: 'Waiting', tone: 'is-quiet' },
  sending: { label: 'Waiting', tone: 'is-quiet' },
  sent: { label: 'Delivered', tone: 'is-success' },
  refused: { label: 'Refused', tone: 'is-danger' },
  unknown: { label: 'Unknown', tone: 'is-warning' },
  bounced: { label: 'Bounced later', tone: 'is-danger' },
  withdrawn: { label: 'Withdrawn', tone: 'is-quiet' },
};

/** `address` is how the address is shown. */
export function deliveryRowOf(row: Delivery, address: string, context: Context): DeliveryRow {
  const { subscriber, state, settledAt, unsubscribedAt } = row;
  const at = unsubscribedAt ?? settledAt;
  return {
    key: subscriber,
    address,
    href: `/admin/newsletter/subscribers/${subscriber}`,
    badge: unsubscribedAt === null ? badges[state] : { label: 'Unsubscribed', tone: 'is-quiet' },
    when: at === null ? '' : momentWords(at, context),
    response: responseOf(row, context),
    resend:
      state === 'unknown'
        ? `/admin/newsletter/${context.issue}/resend?${new URLSearchParams({ subscriber })}`
        : null,
  };
}

function responseOf(row: Delivery, context: Context): string {
  const { state, settledAt, unsubscribedAt, reply, trouble } = row;
  if (unsubscribedAt !== null && settledAt !== null)
    return `Delivered at ${momentWords(settledAt, context)}, then unsubscribed from the email`;
  const said = reply ? ` The server said: “${reply}”` : '';
  switch (state) {
    case 'sent':
      return 'Accepted';
    case 'unknown':
      return 'Connection lost before a reply. It may have arrived, so we won’t resend it.';
    case 'withdrawn':
      return 'No longer subscribed when its turn came';
    case 'bounced':
      return `Returned after the server had accepted it.${said}`;
    case 'refused':
      return `${trouble ? mailFaultWords[trouble] : 'Refused.'}${said}`;
    default:
      return waitingWords(row, context);
  }
}

function waitingWords({ state, trouble, nextAttemptAt, reply }: Delivery, context: Context): string {
  if (state === 'sending') return 'Being sent now';
  if (!trouble) return '';
  const again =
    nextAttemptAt > context.now ? ` We’ll try again at ${momentWords(nextAttemptAt, context)}.` : '';
  return `${mailFaultWords[trouble]}${again}${reply ? ` The server said: “${reply}”` : ''}`;
}

/** '5:11 PM' today, otherwise 'Nov 20, 2026, 5:11 PM'. */
function momentWords(at: number, { town, now }: Context): string {
  const time = formatTime(at, town);
  const isToday = townDayOf(at, town.timeZone) === townDayOf(now, town.timeZone);
  return isToday ? time : `${formatShortDate(at, town)}, ${time}`;
}
