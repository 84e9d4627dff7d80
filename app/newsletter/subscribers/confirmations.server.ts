import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { ConfirmationRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { moveSubscription, subscribeAgain } from './move-subscription.server.ts';
import type { Subscriber } from './subscriber.ts';
import { linkOf } from './subscriber-links.server.ts';
import { hashAddress } from './subscriber-rows.server.ts';
import { findSubscriber } from './subscriber-store.server.ts';

/** How long the link of a confirmation email works, and how long an address waits for it. */
export const CONFIRMS_WITHIN_MS = 7 * DAY_MS;

/** Where subscribers agreed who used the form. */
export const FORM_CONSENT = 'Form on the website, confirmed by email';

/** Creates the token of a link to `address`: for a new subscription, or for the new address of a subscriber. */
export async function createConfirmation(
  db: WriteDb,
  { subscriber, address }: { subscriber: string; address: string },
  now: number,
): Promise<string> {
  const token = createToken();
  const row = { tokenHash: hashOfToken(token), subscriber, address, usedAt: null };
  await db
    .insertInto('newsletter_confirmation')
    .values({ ...row, createdAt: now, expiresAt: now + CONFIRMS_WITHIN_MS })
    .execute();
  return token;
}

/**
 * What a link of a confirmation email would do. `done`: it was used, and what it confirmed is so. `dead`: it has expired
 * (then `sentAt` may say when it was sent, UTC epoch milliseconds), was cut off, or its subscriber is gone.
 */
type ConfirmationLink =
  | { kind: 'open'; address: string; isChange: boolean; isUrgentOnly: boolean }
  | { kind: 'done'; address: string }
  | { kind: 'dead'; sentAt?: number };

/** Reading changes nothing: email scanners open every link. */
export async function findConfirmation(db: ReadDb, token: string, now: number): Promise<ConfirmationLink> {
  const row = await findRow(db, token);
  const subscriber = row && (await findSubscriber(db, { id: row.subscriber }));
  if (!row || !subscriber) return { kind: 'dead' };
  const { address, createdAt, expiresAt, usedAt } = row;
  if (usedAt !== null) {
    const current = await findSubscriber(db, { email: address });
    return current?.state === 'active' ? { kind: 'done', address } : { kind: 'dead' };
  }
  if (expiresAt <= now) return { kind: 'dead', sentAt: createdAt };
  const isChange = isAddressChange(row, subscriber);
  if (isChange && subscriber.state !== 'active') return { kind: 'dead' };
  return { kind: 'open', address, isChange, isUrgentOnly: subscriber.topics.join() === 'urgent' };
}

/** `token` opens the preferences. `done` when the link was used before, at the same moment or earlier. */
type ConfirmOutcome = { kind: 'confirmed'; token: string } | { kind: 'done' } | { kind: 'dead' };

/**
 * Subscribes the address, also again after an unsubscribe or a bounce, or makes it the subscriber's new address. The link
 * works once.
 */
export function confirm(db: WriteDb, token: string, now: number): Promise<ConfirmOutcome> {
  return inTransaction(db, async (transaction) => {
    const row = await transaction
      .updateTable('newsletter_confirmation')
      .set({ usedAt: now })
      .where('tokenHash', '=', hashOfToken(token))
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning(['subscriber', 'address'])
      .executeTakeFirst();
    const subscriber = row && (await findSubscriber(transaction, { id: row.subscriber }));
    if (!row || !subscriber) {
      const { kind } = await findConfirmation(transaction, token, now);
      return { kind: kind === 'done' ? 'done' : 'dead' };
    }
    const isChange = isAddressChange(row, subscriber);
    if (isChange && subscriber.state !== 'active') return { kind: 'dead' };
    const id = isChange
      ? await moveSubscription(transaction, subscriber, row.address, now)
      : await subscribe(transaction, subscriber.id, row.address, now);
    await transaction
      .updateTable('newsletter_confirmation')
      .set({ usedAt: now })
      .where('subscriber', '=', id)
      .where('usedAt', 'is', null)
      .execute();
    return { kind: 'confirmed', token: await linkOf(transaction, id, now) };
  });
}

async function subscribe(db: WriteDb, id: string, address: string, now: number): Promise<string> {
  await subscribeAgain(db, id, address, { source: FORM_CONSENT, at: now }, now);
  return id;
}

function isAddressChange(
  { address }: Pick<ConfirmationRow, 'address'>,
  { addressHash }: Subscriber,
): boolean {
  return hashAddress(address) !== addressHash;
}

function findRow(db: ReadDb, token: string) {
  return db
    .selectFrom('newsletter_confirmation')
    .select(['subscriber', 'address', 'createdAt', 'expiresAt', 'usedAt'])
    .where('tokenHash', '=', hashOfToken(token))
    .executeTakeFirst();
}

/**
 * Deletes links that were emailed more than seven days before `now`, and addresses that nobody confirmed in that time.
 */
export async function purgeUnconfirmed(db: WriteDb, now: number): Promise<void> {
  await db.deleteFrom('newsletter_confirmation').where('expiresAt', '<=', now).execute();
  await db
    .deleteFrom('newsletter_subscriber')
    .where('state', '=', 'waiting')
    .where('stateAt', '<=', now - CONFIRMS_WITHIN_MS)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_confirmation')
            .select('tokenHash')
            .whereRef('newsletter_confirmation.subscriber', '=', 'newsletter_subscriber.id'),
        ),
      ),
    )
    .execute();
}
