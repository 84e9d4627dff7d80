import type { Services } from '#app/people/request/services.server.ts';
import type { Caller, Slowed } from '#app/people/sign-in/desk.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { findNewsletterName } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { createConfirmation, FORM_CONSENT } from './confirmations.server.ts';
import { alreadySubscribedLetter, confirmLetter, newAddressLetter } from './newsletter-letters.ts';
import { linkOf } from './subscriber-links.server.ts';
import { insertSubscribers, newRow } from './subscriber-rows.server.ts';
import { findSubscriber } from './subscriber-store.server.ts';

/** What the functions of the form work with: a visit has it. */
export type Requesting = { services: Pick<Services, 'write' | 'auth' | 'settings'>; town: Town; now: number };

/** `sent` says nothing about the address: it is the same for everyone. */
export type RequestOutcome =
  | { kind: 'sent'; address: string }
  | { kind: 'refused'; problem: string }
  | Slowed;

/** What is wrong with an address that no one gets email at. */
export function addressProblemOf(text: string): string {
  if (text.trim() === '') return 'Enter your email address';
  if (text.trim().length > 254) return 'Enter an email address with at most 254 characters';
  if (/^\s*"/.test(text)) return 'Addresses with quotation marks are not supported. Enter another one';
  return 'Enter an email address, such as june@example.org';
}

/**
 * Emails a link that confirms the subscription. A subscriber instead gets an email that says they already get the
 * newsletter.
 * Nobody learns from the outcome who is on the list. Emails are counted with all others that strangers can trigger:
 * per address, network and site.
 */
export async function requestSubscription(
  { services, town, now }: Requesting,
  email: string,
  caller: Caller,
): Promise<RequestOutcome> {
  const address = parseEmailAddress(email);
  if (!address) return { kind: 'refused', problem: addressProblemOf(email) };
  const { auth, settings, write } = services;
  // Before the transaction: the first time, it loads a list.
  const consent = { source: FORM_CONSENT, at: now };
  const row = await newRow({ address, state: 'waiting', consent }, now);
  return inTransaction(write, async (db) => {
    const waitMs = await auth.takeMailTries(db, address, caller);
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    const name = await findNewsletterName(db, town);
    await insertSubscribers(db, [row], now);
    await queueLetter(db, address, { name, url: settings.url }, now);
    return { kind: 'sent', address };
  });
}

async function queueLetter(
  db: WriteDb,
  address: string,
  newsletter: { name: string; url: string },
  now: number,
): Promise<void> {
  const subscriber = await findSubscriber(db, { email: address });
  if (!subscriber) throw new Error('the subscriber is gone');
  const { id } = subscriber;
  if (subscriber.state === 'active') {
    const token = await linkOf(db, id, now);
    return queueMail(db, alreadySubscribedLetter(address, newsletter, token), now);
  }
  // An address that waits longer than its first link lives is kept until the newest has expired.
  const token = await createConfirmation(db, { subscriber: id, address }, now);
  return queueMail(db, confirmLetter(address, newsletter, token), now);
}

/**
 * Emails a link to the subscriber's new address; the newsletter goes to the old one until the link is used. The same for
 * every address, counted like `requestSubscription`.
 */
export async function requestAddressChange(
  { services, town, now }: Requesting,
  subscriber: string,
  email: string,
  caller: Caller,
): Promise<RequestOutcome> {
  const address = parseEmailAddress(email);
  if (!address) return { kind: 'refused', problem: addressProblemOf(email) };
  const { auth, settings, write } = services;
  return inTransaction(write, async (db) => {
    const waitMs = await auth.takeMailTries(db, address, caller);
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    const name = await findNewsletterName(db, town);
    const token = await createConfirmation(db, { subscriber, address }, now);
    await queueMail(db, newAddressLetter(address, { name, url: settings.url }, token), now);
    return { kind: 'sent', address };
  });
}
