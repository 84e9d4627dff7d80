import type { WriteDb } from '#app/platform/database/handles.ts';
import { domainOf } from '#app/platform/mail/mail-sender.ts';
import type { Consent, Subscriber } from './subscriber.ts';
import { linkOf } from './subscriber-links.server.ts';
import { findFlag, insertSubscribers, newRow } from './subscriber-rows.server.ts';
import {
  eraseAddress,
  findSubscriber,
  saveConsent,
  savePreferences,
  setState,
} from './subscriber-store.server.ts';

/**
 * The person gets the newsletter at `address` from now on, with the same preferences: returns the id of that subscriber,
 * who exists already or is new. Links in earlier emails unsubscribe it and open no preferences. Of the former address
 * only the hash remains, so that no import brings it back.
 */
export async function moveSubscription(
  db: WriteDb,
  from: Subscriber,
  address: string,
  now: number,
): Promise<string> {
  const { topics, frequency, createdAt } = from;
  const consent = { source: from.consentSource, at: from.consentAt };
  const row = await newRow({ address, state: 'waiting', topics, frequency, consent }, now);
  await insertSubscribers(db, [{ ...row, createdAt }], now);
  const erased = db.updateTable('newsletter_subscriber').set({ address, flag: row.flag });
  await erased.where('addressHash', '=', row.addressHash).where('address', 'is', null).execute();
  const to = await findSubscriber(db, { email: address });
  if (!to) throw new Error('the subscriber is gone');
  const links = db.updateTable('newsletter_link').set({ subscriber: to.id, revokedAt: now });
  await links.where('subscriber', '=', from.id).execute();
  // So that the link that asked for the move still says that it is done.
  const used = db.updateTable('newsletter_confirmation').set({ subscriber: to.id });
  await used.where('subscriber', '=', from.id).where('usedAt', 'is not', null).execute();
  await moveWaitingEmails(db, from.id, { id: to.id, address });
  await setState(db, from.id, 'unsubscribed', 'moved', now);
  await eraseAddress(db, from.id);
  if (to.state !== 'active') await savePreferences(db, to.id, from);
  await setState(db, to.id, 'active', null, now);
  return to.id;
}

/** An issue that is being sent, and has not been sent to the former address, is sent to the new one. */
async function moveWaitingEmails(
  db: WriteDb,
  from: string,
  { id, address }: { id: string; address: string },
): Promise<void> {
  const there = db.selectFrom('newsletter_recipient').select('issue').where('address', '=', address);
  await db
    .updateTable('newsletter_recipient')
    .set({ subscriber: id, address, domain: domainOf(address) })
    .where('subscriber', '=', from)
    .where('state', '=', 'queued')
    .where('issue', 'not in', there)
    .execute();
}

/**
 * Makes a subscriber active who waits, unsubscribed, bounced or was erased, because the person has just agreed. `address`
 * is the one that its hash is of.
 */
export async function subscribeAgain(
  db: WriteDb,
  id: string,
  address: string,
  consent: Consent,
  now: number,
): Promise<void> {
  const flag = await findFlag(address);
  await db.updateTable('newsletter_subscriber').set({ address, flag }).where('id', '=', id).execute();
  await saveConsent(db, id, consent);
  await setState(db, id, 'active', null, now);
  await linkOf(db, id, now);
}
