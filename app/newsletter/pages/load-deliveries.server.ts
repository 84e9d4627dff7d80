import type { Issue } from '#app/newsletter/issues/issue.ts';
import {
  countRecipients,
  type DeliveryFilter,
  listDeliveries,
  type RecipientCounts,
} from '#app/newsletter/sending/recipient-store.server.ts';
import { findSendingError } from '#app/newsletter/sending/sending-error.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { mailFaultWords } from '#app/platform/mail/mail-words.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { formatTime } from '#app/platform/time/town-time.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { type DeliveryRow, deliveryRowOf } from './delivery-row.server.ts';
import { headingOf } from './issue-heading.server.ts';
import { shortenAddresses } from './shorten-address.ts';
import { type Badge, badgeOf, endWords } from './state-words.ts';
import { timeWords } from './time-words.ts';

const PAGE = 50;
/** Before this many emails are settled, their speed says little. */
const FEW = 20;

const filters: [DeliveryFilter | 'all', string][] = [
  ['all', 'All'],
  ['sent', 'Delivered'],
  ['refused', 'Refused'],
  ['bounced', 'Bounced later'],
  ['unknown', 'Unknown'],
  ['waiting', 'Waiting'],
  ['withdrawn', 'Withdrawn'],
  ['unsubscribed', 'Unsubscribed'],
];

const tones: Partial<Record<DeliveryFilter, string>> = {
  sent: 'is-success',
  refused: 'is-danger',
  bounced: 'is-danger',
  unknown: 'is-warning',
  withdrawn: 'is-quiet',
  unsubscribed: 'is-quiet',
};

export type DeliveriesPage = {
  kind: 'deliveries';
  id: string;
  heading: string;
  subject: string;
  badge: Badge;
  /** 'Started at 5:00 PM, about 8 minutes left' */
  progress: string;
  /** The path of the web edition; null without one. */
  webEdition: string | null;
  isSending: boolean;
  /** Why sending is paused; null if it is not. */
  held: string | null;
  /** Why the mail server takes nothing at the moment; null if it does. */
  trouble: string | null;
  /** Why the issue was not sent at all; null if it was. */
  ended: string | null;
  settled: number;
  recipients: number;
  summary: string;
  tallies: { label: string; count: string; tone: string }[];
  unknown: { count: number; words: string };
  filters: { label: string; href: string; count: string; isCurrent: boolean }[];
  rows: DeliveryRow[];
  next: string | null;
  isFirst: boolean;
  /** The page shows itself again this often; undefined if nothing changes. */
  refreshSeconds?: number | undefined;
  siteTitle: string;
};

const REFRESH_SECONDS = 15;

type Args = Parameters<typeof writeContext>[0] & { url: URL };

/** What became of each email of an issue. */
export function loadDeliveries(args: Args, issue: Issue): Promise<DeliveriesPage> {
  const { read, town, now } = writeContext(args);
  const query = args.url.searchParams;
  const show = filters.find(([name]) => name === query.get('show'))?.[0] ?? 'all';
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
    const shown = shortenAddresses(page.items.map(({ address }) => address));
    return {
      kind: 'deliveries',
      id: issue.id,
      heading: await headingOf(db, town, issue),
      subject: issue.subject,
      badge: badgeOf(issue),
      progress: await describeProgress(db, issue, counts, { town, now }),
      webEdition: issue.slug === null ? null : `/newsletter/${issue.slug}`,
      isSending: issue.state === 'sending',
      refreshSeconds: issue.state === 'sending' && issue.heldAt === null ? REFRESH_SECONDS : undefined,
      held: issue.heldAt === null ? null : heldWords(issue, counts, town),
      trouble: issue.state === 'sending' ? await findTroubleWords(db, town) : null,
      ended: issue.state === 'expired' ? endWords(issue.endedFor) : null,
      settled,
      recipients: counts.recipients,
      summary: `${number.format(settled)} of ${number.format(counts.recipients)} ${counts.recipients === 1 ? 'subscriber' : 'subscribers'}`,
      tallies: talliesOf(counts, number),
      unknown: { count: counts.unknown, words: number.format(counts.unknown) },
      filters: filters
        .filter(([name]) => name !== 'withdrawn' || counts.withdrawn > 0)
        .map(([name, label]) => ({
          label,
          href: name === 'all' ? path : `${path}?show=${name}`,
          count: number.format(counts[name === 'all' ? 'recipients' : name]),
          isCurrent: name === show,
        })),
      rows: page.items.map((row, at) => deliveryRowOf(row, shown[at] ?? '', { issue: issue.id, town, now })),
      next: page.next && nextHref(path, show, page.next),
      isFirst: !query.has('after'),
      siteTitle: town.title,
    };
  });
}

function nextHref(path: string, show: string, after: string): string {
  return `${path}?${new URLSearchParams({ ...(show === 'all' ? {} : { show }), after })}`;
}

/** Those without 'Unsubscribed since' add up to the recipients. */
function talliesOf(counts: RecipientCounts, number: Intl.NumberFormat) {
  return filters.flatMap(([name, label]) => {
    if (name === 'all' || (name === 'withdrawn' && counts.withdrawn === 0)) return [];
    const words = { unsubscribed: 'Unsubscribed since', withdrawn: 'Unsubscribed before' } as Record<
      string,
      string
    >;
    return [{ label: words[name] ?? label, count: number.format(counts[name]), tone: tones[name] ?? '' }];
  });
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
async function findTroubleWords(db: ReadDb, town: Town): Promise<string | null> {
  const found = await findSendingError(db);
  if (!found) return null;
  const said = found.reply ? ` The server said: “${found.reply}”` : '';
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
