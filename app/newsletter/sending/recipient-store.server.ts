/** The ledger: one row for each email of an issue. */
import type { Selectable } from 'kysely';
import { countSubscribers } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type Cursor,
  decodeCursor,
  type ListOrder,
  type Page,
  paginate,
} from '#app/platform/database/lists/paginate.server.ts';
import type { RecipientRow } from '#app/platform/database/tables/newsletter-tables.ts';
import type { MailFault } from '#app/platform/mail/mail-error.ts';

/**
 * How many emails an issue has, and what became of them: `recipients` is the sum of the others but `unsubscribed`, which
 * counts those that got it and have unsubscribed since. `waiting` are not sent yet, `withdrawn` no longer subscribed.
 */
export const noRecipients = {
  recipients: 0,
  sent: 0,
  refused: 0,
  unknown: 0,
  bounced: 0,
  waiting: 0,
  withdrawn: 0,
  unsubscribed: 0,
};

export type RecipientCounts = typeof noRecipients;

export async function countRecipients(db: ReadDb, issue: string): Promise<RecipientCounts> {
  return (await countRecipientsOf(db, [issue])).get(issue) ?? noRecipients;
}

/** The same for several issues at once. */
export async function countRecipientsOf(
  db: ReadDb,
  issues: readonly string[],
): Promise<Map<string, RecipientCounts>> {
  const counts = new Map(issues.map((issue) => [issue, { ...noRecipients }]));
  if (issues.length === 0) return counts;
  const rows = await db
    .selectFrom('newsletter_recipient')
    .select(['issue', 'state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('issue', 'in', [...issues])
    .groupBy(['issue', 'state'])
    .execute();
  for (const { issue, state, count } of rows) {
    const known = counts.get(issue);
    if (!known) continue;
    known[state === 'queued' || state === 'sending' ? 'waiting' : state] += Number(count);
    known.recipients += Number(count);
  }
  const left = await db
    .selectFrom('newsletter_recipient')
    .select(['issue', ({ fn }) => fn.countAll<number>().as('count')])
    .where('issue', 'in', [...issues])
    .where('unsubscribedAt', 'is not', null)
    .groupBy('issue')
    .execute();
  for (const { issue, count } of left)
    Object.assign(counts.get(issue) ?? {}, { unsubscribed: Number(count) });
  return counts;
}

/** One line of the delivery log. Instants are UTC epoch milliseconds. */
export type Delivery = Pick<
  Selectable<RecipientRow>,
  'address' | 'subscriber' | 'state' | 'attempts' | 'settledAt' | 'reply' | 'unsubscribedAt'
> & {
  trouble: MailFault | null;
  /** When it is tried again; 0 for at once. Of a waiting one. */
  nextAttemptAt: number;
};

export type DeliveryFilter = Exclude<keyof RecipientCounts, 'recipients'>;

const columns = [
  'address',
  'subscriber',
  'state',
  'attempts',
  'nextAttemptAt',
  'settledAt',
  'trouble',
  'reply',
  'unsubscribedAt',
] as const;

/**
 * One page of the delivery log: all by address; those in a state or unsubscribed with the last change first. `after` is
 * the cursor `next` of the page before.
 */
export async function listDeliveries(
  db: ReadDb,
  issue: string,
  { state, after, limit }: { state?: DeliveryFilter | undefined; after?: string | null; limit: number },
): Promise<Page<Delivery>> {
  const order = orderOf(state);
  const start: Cursor | undefined = after ? decodeCursor(after, order.kind) : undefined;
  const rows = db
    .selectFrom('newsletter_recipient')
    .select([...columns, 'address as id'])
    .where('issue', '=', issue)
    .$if(state === 'unsubscribed', (query) => query.where('unsubscribedAt', 'is not', null))
    .$if(state !== undefined && state !== 'unsubscribed', (query) =>
      query.where('state', '=', state === 'waiting' ? 'queued' : (state as RecipientRow['state'])),
    );
  const page = await paginate(db.selectFrom(rows.as('delivery')).select([...columns, 'id']), order, {
    limit,
    after: start,
  });
  return { ...page, items: page.items.map(({ id: _, ...row }) => row as Delivery) };
}

function orderOf(state: DeliveryFilter | undefined): ListOrder {
  if (!state) return { column: 'address', direction: 'asc', kind: 'string' };
  if (state === 'unsubscribed') return { column: 'unsubscribedAt', direction: 'desc', kind: 'number' };
  // Of settled ones, it is the time at which they were settled.
  return { column: 'nextAttemptAt', direction: 'desc', kind: 'number' };
}

/** What a monitoring program needs to know about the newsletter. */
export type NewsletterFigures = {
  subscribers: Record<'waiting' | 'active' | 'unsubscribed' | 'bounced', number>;
  /** The emails of the issue that was started last, by what became of them; none before the first issue. */
  emails: Record<'sent' | 'refused' | 'unknown' | 'bounced' | 'waiting' | 'withdrawn', number> | undefined;
  /** When an email of that issue was accepted last: UTC epoch milliseconds. */
  lastSentAt: number | undefined;
  /** How many issues are being sent, and paused. */
  sending: number;
  held: number;
};

export async function readNewsletterFigures(db: ReadDb): Promise<NewsletterFigures> {
  const { flagged: _, ...subscribers } = await countSubscribers(db);
  const last = await db
    .selectFrom('newsletter_issue')
    .select('id')
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const running = await db
    .selectFrom('newsletter_issue')
    .select(['heldAt'])
    .where('state', '=', 'sending')
    .execute();
  const held = running.filter(({ heldAt }) => heldAt !== null).length;
  const figures = { subscribers, sending: running.length - held, held };
  if (!last) return { ...figures, emails: undefined, lastSentAt: undefined };
  const { recipients: _all, unsubscribed: _left, ...emails } = await countRecipients(db, last.id);
  return { ...figures, emails, lastSentAt: await findLastOf(db, last.id, 'sent') };
}

/** The last `nextAttemptAt` of the issue's emails in a state: of settled ones, when the last one was settled. */
export async function findLastOf(
  db: ReadDb,
  issue: string,
  state: RecipientRow['state'],
): Promise<number | undefined> {
  const row = await db
    .selectFrom('newsletter_recipient')
    .select('nextAttemptAt')
    .where('issue', '=', issue)
    .where('state', '=', state)
    .orderBy('nextAttemptAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAttemptAt;
}
