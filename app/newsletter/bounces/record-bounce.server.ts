import { setState } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { oneLine, type Trace } from './report.ts';

type NewBounce = {
  /** The email that came back. */
  tag: string;
  kind: 'hard' | 'soft' | 'complaint';
  status?: string | undefined;
  reply?: string | undefined;
  /** 'smtp', 'mailbox', or the provider whose webhook reported it. */
  via: string;
};

/** `unknown`: no email has this tag. `known`: it was recorded before, and nothing changed. */
type Recorded = 'recorded' | 'known' | 'unknown';

/**
 * Records that an email bounced or that its recipient complained, at most once per email and kind, however often and
 * over however many ways it is reported. The email counts as bounced, and `markBounce` decides about the subscriber.
 */
export function recordBounce(db: WriteDb, bounce: NewBounce, now: number): Promise<Recorded> {
  const { tag, kind, status, via } = bounce;
  const reply = oneLine(bounce.reply ?? '') || null;
  return inTransaction(db, async (transaction) => {
    const email = await transaction
      .selectFrom('newsletter_recipient')
      .select(['issue', 'subscriber'])
      .where('tag', '=', tag)
      .executeTakeFirst();
    if (!email) return 'unknown';
    const added = await transaction
      .insertInto('newsletter_bounce')
      .values({ id: `${tag}:${kind}`, at: now, kind, ...email, via, status: status ?? null, reply })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return 'known';
    if (kind !== 'complaint') await markUndelivered(transaction, tag, reply);
    await markBounce(transaction, email.subscriber, { kind, reply }, now);
    return 'recorded';
  });
}

/** An email that the mail server refused at once stays `refused`. */
async function markUndelivered(db: WriteDb, tag: string, reply: string | null): Promise<void> {
  await db
    .updateTable('newsletter_recipient')
    .set({ state: 'bounced', reply })
    .where('tag', '=', tag)
    .where('state', 'in', ['sent', 'unknown', 'sending'])
    .execute();
}

/** This many soft bounces in a row suppress an address. */
export const MOST_SOFT_BOUNCES = 5;

/** How long after sending a bounce can still come back. */
const BOUNCES_WITHIN_MS = 3 * DAY_MS;

/** `reply` is what the mail server said. */
type Bounce = { kind: 'hard' | 'soft' | 'complaint'; reply: string | null };

/**
 * An email to the subscriber came back: a hard bounce suppresses the address at once, the fifth soft one in a row, too,
 * and a complaint unsubscribes. Soft bounces are in a row unless an issue that was sent after the last one did not
 * bounce within three days. Only an active subscriber changes. Returns the state afterwards; undefined when there is no
 * such subscriber.
 */
export function markBounce(db: WriteDb, subscriber: string, { kind, reply }: Bounce, now: number) {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .updateTable('newsletter_subscriber')
      // Holds the row: bounces at the same moment are counted one after the other.
      .set(({ ref }) => ({ softBounces: ref('softBounces') }))
      .where('id', '=', subscriber)
      .returning(['state', 'softBounces', 'bouncedAt'])
      .executeTakeFirst();
    if (row?.state !== 'active') return row?.state;
    if (kind === 'complaint') {
      await setState(transaction, subscriber, 'unsubscribed', 'complaint', now);
      return 'unsubscribed';
    }
    const hasArrived =
      row.bouncedAt !== null && (await hasArrivedSince(transaction, subscriber, row.bouncedAt, now));
    const softBounces = kind === 'hard' ? 0 : hasArrived ? 1 : row.softBounces + 1;
    await transaction
      .updateTable('newsletter_subscriber')
      .set({ softBounces, bouncedAt: now, bounceReply: reply === null ? null : plainLine(reply, 500) })
      .where('id', '=', subscriber)
      .execute();
    if (kind === 'soft' && softBounces < MOST_SOFT_BOUNCES) return 'active';
    await setState(transaction, subscriber, 'bounced', kind, now);
    return 'bounced';
  });
}

async function hasArrivedSince(db: ReadDb, subscriber: string, at: number, now: number): Promise<boolean> {
  const arrived = await db
    .selectFrom('newsletter_recipient')
    .select('issue')
    .where('subscriber', '=', subscriber)
    .where('state', '=', 'sent')
    .where('settledAt', '>', at)
    .where('settledAt', '<', now - BOUNCES_WITHIN_MS)
    .limit(1)
    .executeTakeFirst();
  return arrived !== undefined;
}

/** A report that names only the subscriber is about an email that was sent at most this long ago. */
const RECENT_MS = 7 * DAY_MS;

/** An email of the newsletter that a report may be about. */
type BouncedEmail = { tag: string; address: string };

/**
 * The email that a report names: by a tag, or else the last one to the subscriber whose token it contains. Undefined for
 * reports about anything else, which then change nothing.
 */
export async function findReportedEmail(
  db: ReadDb,
  { tags, tokens }: Trace,
): Promise<BouncedEmail | undefined> {
  for (const tag of tags) {
    const email = await db
      .selectFrom('newsletter_recipient')
      .select(['tag', 'address'])
      .where('tag', '=', tag)
      .executeTakeFirst();
    if (email) return email;
  }
  for (const token of tokens) {
    const link = await db
      .selectFrom('newsletter_link')
      .select('subscriber')
      .where('token', '=', token)
      .executeTakeFirst();
    const email = link && (await findLastEmail(db, link.subscriber, 0));
    if (email) return email;
  }
  return undefined;
}

/**
 * The last email to this normalized address, if it was sent in the last seven days before `now`; for a complaint,
 * whenever it was sent.
 */
export async function findEmailTo(
  db: ReadDb,
  address: string,
  { isComplaint, now }: { isComplaint: boolean; now: number },
): Promise<BouncedEmail | undefined> {
  const subscriber = await db
    .selectFrom('newsletter_subscriber')
    .select('id')
    .where('address', '=', address)
    .executeTakeFirst();
  return subscriber && findLastEmail(db, subscriber.id, isComplaint ? 0 : now - RECENT_MS);
}

function findLastEmail(db: ReadDb, subscriber: string, since: number): Promise<BouncedEmail | undefined> {
  return db
    .selectFrom('newsletter_recipient')
    .select(['tag', 'address'])
    .where('subscriber', '=', subscriber)
    .where('settledAt', '>=', since)
    .where('state', 'in', ['sent', 'unknown', 'bounced'])
    .orderBy('settledAt', 'desc')
    .orderBy('tag')
    .limit(1)
    .executeTakeFirst();
}
