import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { Subscriber } from './subscriber.ts';
import { findLink } from './subscriber-links.server.ts';
import { saveConsent, setState } from './subscriber-store.server.ts';

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
