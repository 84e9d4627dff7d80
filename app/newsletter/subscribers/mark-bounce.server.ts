import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { setState } from './subscriber-store.server.ts';

/** This many soft bounces in a row suppress an address. */
export const MOST_SOFT_BOUNCES = 5;

/** How long after sending a bounce can still come back. */
const BOUNCES_WITHIN_MS = 3 * DAY_MS;

/** `reply` is what the mail server said. */
export type Bounce = { kind: 'hard' | 'soft' | 'complaint'; reply: string | null };

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
