import type { Issue } from '#app/newsletter/issues/issue.ts';
import {
  countRecipients,
  type Delivery,
  type DeliveryFilter,
  listDeliveries,
  type RecipientCounts,
} from '#app/newsletter/sending/recipient-store.server.ts';
import { findSendingError } from '#app/newsletter/sending/sending-error.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { RecipientRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { mailFaultWords } from '#app/platform/mail/mail-words.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { formatShortDate, formatTime, townDayOf } from '#app/platform/time/town-time.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { timeWords } from './plan-words.ts';
import { headingOf } from './require-issue.server.ts';
import { shortenAddresses } from './shorten-address.ts';
import { type Badge, badgeOf, endWords } from './state-words.ts';

const PAGE = 50;
/** Before this many emails are settled, their speed says little. */
const FEW = 20;

/** What the log can show, in its filters and, where they differ, in the tallies. */
const filters: { name: DeliveryFilter | 'all'; label: string; tally?: string; tone?: string }[] = [
  { name: 'all', label: 'All' },
  { name: 'sent', label: 'Delivered', tone: 'is-success' },
  { name: 'refused', label: 'Refused', tone: 'is-danger' },
  { name: 'bounced', label: 'Bounced later', tone: 'is-danger' },
  { name: 'unknown', label: 'Unknown', tone: 'is-warning' },
  { name: 'waiting', label: 'Waiting' },
  { name: 'withdrawn', label: 'Withdrawn', tally: 'Unsubscribed before', tone: 'is-quiet' },
  { name: 'unsubscribed', label: 'Unsubscribed', tally: 'Unsubscribed since', tone: 'is-quiet' },
];

const REFRESH_SECONDS = 15;

type Args = Parameters<typeof writeContext>[0] & { url: URL };

/** What became of each email of an issue. */
export function loadDeliveries(args: Args, issue: Issue) {
  const { read, town, now, viewer } = writeContext(args);
  const query = args.url.searchParams;
  const show = filters.find(({ name }) => name === query.get('show'))?.name ?? 'all';
  return inSnapshot(read, async (db) => {
    const counts = await countRecipients(db, issue.id);
    const page = await listDeliveries(db, issue.id, {
      state: show === 'all' ? undefined : show,
      after: query.get('after'),
      limit: PAGE,
    });
    const number = new Intl.NumberFormat(town.locale);
    const path = `/admin/newsletter/${issue.id}`;
    const settled = counts.recipients - counts.waiting;
    const shownFilters = filters.filter(({ name }) => name !== 'withdrawn' || counts.withdrawn > 0);
    const isFull = viewer.kind === 'admin';
    const shown = isFull
      ? shortenAddresses(page.items.map(({ address }) => address))
      : page.items.map((_, at) => `Subscriber ${number.format(at + 1)} on this page`);
    return {
      kind: 'deliveries' as const,
      id: issue.id,
      heading: await headingOf(db, town, issue),
      subject: issue.subject,
      badge: badgeOf(issue),
      /** 'Started at 5:00 PM, about 8 minutes left' */
      progress: await describeProgress(db, issue, counts, { town, now }),
      webEdition: issue.slug === null ? null : `/newsletter/${issue.slug}`,
      isSending: issue.state === 'sending',
      /** The page shows itself again this often; undefined if nothing changes. */
      refreshSeconds: issue.state === 'sending' && issue.heldAt === null ? REFRESH_SECONDS : undefined,
      /** Why sending is paused, why the mail server takes nothing, why the issue was not sent; null if that is not so. */
      held: issue.heldAt === null ? null : heldWords(issue, counts, town),
      trouble: issue.state === 'sending' ? await findTroubleWords(db, town, isFull) : null,
      ended: issue.state === 'expired' ? endWords(issue.endedFor) : null,
      settled,
      recipients: counts.recipients,
      summary: `${number.format(settled)} of ${number.format(counts.recipients)} ${counts.recipients === 1 ? 'subscriber' : 'subscribers'}`,
      // Those without 'Unsubscribed since' add up to the recipients.
      tallies: shownFilters.flatMap(({ name, label, tally = label, tone = '' }) =>
        name === 'all' ? [] : { label: tally, count: number.format(counts[name]), tone },
      ),
      unknown: { count: counts.unknown, words: number.format(counts.unknown) },
      filters: shownFilters.map(({ name, label }) => ({
        label,
        href: name === 'all' ? path : `${path}?show=${name}`,
        count: number.format(counts[name === 'all' ? 'recipients' : name]),
        isCurrent: name === show,
      })),
      rows: page.items.map((row, at) =>
        deliveryRowOf(row, shown[at] ?? '', { issue: issue.id, town, now, isFull }),
      ),
      next: page.next && nextHref(path, show, page.next),
      isFirst: !query.has('after'),
    };
  });
}

export type DeliveriesPage = Awaited<ReturnType<typeof loadDeliveries>>;

function nextHref(path: string, show: string, after: string): string {
  return `${path}?${new URLSearchParams({ ...(show === 'all' ? {} : { show }), after })}`;
}

type Moment = { town: Town; now: number };

async function describeProgress(
  db: ReadDb,
  { state, startedAt, finishedAt, heldAt }: Issue,
  counts: RecipientCounts,
  { town, now }: Moment,
): Promise<string> {
  if (state === 'expired') return finishedAt === null ? '' : timeWords(finishedAt, town);
  if (startedAt === null) return 'Preparing the list of subscribers';
  if (state === 'sent') return `Sent ${timeWords(finishedAt ?? startedAt, town)}`;
  const started = `Started at ${formatTime(startedAt, town)}`;
  if (heldAt !== null || counts.waiting === 0) return started;
  const { perMinute } = await findNewsletterPlan(db);
  return `${started}, ${leftWords(minutesLeft(counts, { elapsed: now - startedAt, perMinute }))} left`;
}

/** At the speed so far, or at first as fast as the settings allow. */
function minutesLeft(
  { recipients, waiting }: RecipientCounts,
  { elapsed, perMinute }: { elapsed: number; perMinute: number },
): number {
  const settled = recipients - waiting;
  const fastest = waiting / perMinute;
  return settled < FEW ? fastest : Math.max(fastest, (elapsed / settled) * (waiting / MINUTE_MS));
}

/** 'about 8 minutes' */
export function leftWords(minutes: number): string {
  if (minutes < 1) return 'less than a minute';
  if (minutes < 90)
    return `about ${Math.round(minutes) === 1 ? '1 minute' : `${Math.round(minutes)} minutes`}`;
  return `about ${Math.round(minutes / 60)} hours`;
}

/** Why the mail server takes nothing at the moment. */
async function findTroubleWords(db: ReadDb, town: Town, isFull: boolean): Promise<string | null> {
  const found = await findSendingError(db);
  if (!found) return null;
  const said = saidWords(found.reply, isFull);
  return `Since ${timeWords(found.at, town)}, nothing can be sent. ${mailFaultWords[found.trouble]}${said} We keep trying.`;
}

function heldWords({ heldAt, heldFor }: Issue, { recipients }: RecipientCounts, town: Town): string {
  const since = timeWords(heldAt ?? 0, town);
  if (heldFor === 'restored' && recipients === 0)
    return 'A backup was restored that was made before this issue had its list of subscribers. Anyone may have got it since, so it is sent to no one. Resume to finish it, and build a new issue if you want to send it again.';
  if (heldFor === 'restored')
    return 'A backup was restored while this issue was being sent. No one knows which of its emails were sent since the backup was made, so those are marked unknown. Resume to finish the issue; they are sent again only if you say so below, and then some people get it twice.';
  if (heldFor === 'late')
    return 'Emails could not be sent for hours. Resume if the issue is still worth sending.';
  return `Sending was stopped on ${since}. Resume to send the rest.`;
}

export type DeliveryRow = ReturnType<typeof deliveryRowOf>;

/** `isFull`: the reader may see subscribers' addresses, which mail servers often repeat. */
type Context = { issue: string; town: Town; now: number; isFull: boolean };

const badges: Record<RecipientRow['state'], Badge> = {
  queued: { label: 'Waiting', tone: 'is-quiet' },
  sending: { label: 'Waiting', tone: 'is-quiet' },
  sent: { label: 'Delivered', tone: 'is-success' },
  refused: { label: 'Refused', tone: 'is-danger' },
  unknown: { label: 'Unknown', tone: 'is-warning' },
  bounced: { label: 'Bounced later', tone: 'is-danger' },
  withdrawn: { label: 'Withdrawn', tone: 'is-quiet' },
};

/** A line of the delivery log. `address` is how the address is shown: different for each row of a page. */
function deliveryRowOf(row: Delivery, address: string, context: Context) {
  const { subscriber, state, settledAt, unsubscribedAt } = row;
  const at = unsubscribedAt ?? settledAt;
  return {
    key: subscriber,
    address,
    href: `/admin/newsletter/subscribers/${subscriber}`,
    badge: unsubscribedAt === null ? badges[state] : { label: 'Unsubscribed', tone: 'is-quiet' },
    when: at === null ? '' : momentWords(at, context),
    /** What the mail server said, or what happens next. */
    response: responseOf(row, context),
    /** Where an email of unknown outcome can be sent again. */
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
  const said = saidWords(reply, context.isFull);
  switch (state) {
    case 'sent':
      return 'Accepted';
    case 'unknown':
      return 'Connection lost before a reply. It may have arrived, so we won’t resend it.';
    case 'withdrawn':
      return reply ?? 'No longer subscribed when its turn came';
    case 'bounced':
      return `Returned after the server had accepted it.${said}`;
    case 'refused':
      return `${trouble ? mailFaultWords[trouble] : 'Refused.'}${said}`;
    default:
      return waitingWords(row, context);
  }
}

/** What a mail server said, without addresses for those who may not see them. */
function saidWords(reply: string | null | undefined, isFull: boolean): string {
  if (!reply) return '';
  return ` The server said: “${isFull ? reply : reply.replace(/[^\s<>()"',;:]*@[^\s<>()"',;:]*/g, '…')}”`;
}

function waitingWords({ state, trouble, nextAttemptAt, reply }: Delivery, context: Context): string {
  if (state === 'sending') return 'Being sent now';
  if (!trouble) return '';
  const again =
    nextAttemptAt > context.now ? ` We’ll try again at ${momentWords(nextAttemptAt, context)}.` : '';
  return `${mailFaultWords[trouble]}${again}${saidWords(reply, context.isFull)}`;
}

/** '5:11 PM' today, otherwise 'Nov 20, 2026, 5:11 PM'. */
function momentWords(at: number, { town, now }: Context): string {
  const time = formatTime(at, town);
  const isToday = townDayOf(at, town.timeZone) === townDayOf(now, town.timeZone);
  return isToday ? time : `${formatShortDate(at, town)}, ${time}`;
}
