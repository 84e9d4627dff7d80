import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { Subscriber } from './subscriber.ts';
import { newToken, subscriberColumns, toSubscriber } from './subscriber-rows.server.ts';
import { saveConsent, setState } from './subscriber-store.server.ts';

/**
 * The secret for the links of a subscriber's emails: the newest that is not revoked, created if there is none. 128
 * random bits that are stored, so that it works for years, after a change of the site's secret and after a restore
 * (R-53).
 */
export async function linkOf(db: WriteDb, subscriber: string, now: number): Promise<string> {
  const newest = await db
    .selectFrom('newsletter_link')
    .select('token')
    .where('subscriber', '=', subscriber)
    .where('revokedAt', 'is', null)
    .orderBy('createdAt', 'desc')
    .orderBy('token')
    .limit(1)
    .executeTakeFirst();
  return newest?.token ?? createLink(db, subscriber, now);
}

async function createLink(db: WriteDb, subscriber: string, now: number): Promise<string> {
  const token = newToken();
  await db
    .insertInto('newsletter_link')
    .values({ token, subscriber, createdAt: now, revokedAt: null })
    .execute();
  return token;
}

/** Revokes all links of the subscriber and returns a new one. Revoked links still unsubscribe. */
export function renewLinks(db: WriteDb, subscriber: string, now: number): Promise<string> {
  return inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('newsletter_link')
      .set({ revokedAt: now })
      .where('subscriber', '=', subscriber)
      .where('revokedAt', 'is', null)
      .execute();
    return createLink(transaction, subscriber, now);
  });
}

/** `isRevoked`: it only unsubscribes. */
type FoundLink = { subscriber: Subscriber; isRevoked: boolean };

/** Whose link it is; undefined for a token that was cut off or made up. */
export async function findLink(db: ReadDb, token: string): Promise<FoundLink | undefined> {
  if (!/^[\w-]{22}$/.test(token)) return undefined;
  const row = await db
    .selectFrom('newsletter_link')
    .innerJoin('newsletter_subscriber', 'newsletter_subscriber.id', 'newsletter_link.subscriber')
    .select(subscriberColumns)
    .select('newsletter_link.revokedAt')
    .where('token', '=', token)
    .executeTakeFirst();
  if (!row) return undefined;
  const { revokedAt, ...subscriber } = row;
  return { subscriber: toSubscriber(subscriber), isRevoked: revokedAt !== null };
}

/**
 * Unsubscribes whom the link belongs to, also a revoked one; again, it changes nothing. Returns the subscriber as it was;
 * undefined for a token that is nobody's. `how` is the page's button or a one-click request (RFC 8058). Emails about the
 * account are not affected.
 */
export function unsubscribe(
  db: WriteDb,
  token: string,
  how: 'link' | 'one-click',
  now: number,
): Promise<Subscriber | undefined> {
  return inTransaction(db, async (transaction) => {
    const link = await findLink(transaction, token);
    if (!link) return undefined;
    const { id } = link.subscriber;
    if (await setState(transaction, id, 'unsubscribed', how, now)) await noteOnIssue(transaction, id, now);
    return link.subscriber;
  });
}

/** The newest issue that the subscriber got counts the unsubscribe. */
async function noteOnIssue(db: WriteDb, subscriber: string, now: number): Promise<void> {
  const newest = await db
    .selectFrom('newsletter_recipient')
    .select('tag')
    .where('subscriber', '=', subscriber)
    .where('state', '=', 'sent')
    .orderBy('settledAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) return;
  const row = db.updateTable('newsletter_recipient').set({ unsubscribedAt: now });
  await row.where('tag', '=', newest.tag).execute();
}

/** Undoes it at the person's own request; only with a link that is not revoked. False when there is nothing to undo. */
export function resubscribe(db: WriteDb, token: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const link = await findLink(transaction, token);
    if (!link || link.isRevoked || link.subscriber.state !== 'unsubscribed') return false;
    const { id } = link.subscriber;
    if (!(await setState(transaction, id, 'active', null, now))) return false;
    await saveConsent(transaction, id, { source: 'Resubscribed with the link of an email', at: now });
    return true;
  });
}
