import type { Caller, Slowed } from '#app/people/auth-context.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { takeMailTries } from '#app/people/sign-in/mail-limits.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { type Letter, queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { confirmPath, preferencesPath } from '#app/town/newsletter/newsletter-paths.ts';
import { findNewsletterName } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { createConfirmation, FORM_CONSENT } from './confirmations.server.ts';
import { defaultPreferences } from './subscriber.ts';
import { linkOf } from './subscriber-links.server.ts';
import { insertSubscribers, newRow } from './subscriber-rows.server.ts';
import { findSubscriber, savePreferences } from './subscriber-store.server.ts';

/** What the functions of the form work with: a visit has it. */
type Requesting = { services: Pick<Services, 'write' | 'auth' | 'settings'>; town: Town; now: number };

/** `sent` says nothing about the address: it is the same for everyone. */
type RequestOutcome = { kind: 'sent'; address: string } | { kind: 'refused'; problem: string } | Slowed;

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
 * With `only`, it is for urgent notices alone. Nobody learns from the outcome who is on the list. Emails are counted with all others that strangers can trigger:
 * per address, network and site.
 */
export async function requestSubscription(
  { services, town, now }: Requesting,
  email: string,
  caller: Caller,
  only?: 'urgent',
): Promise<RequestOutcome> {
  const address = parseEmailAddress(email);
  if (!address) return { kind: 'refused', problem: addressProblemOf(email) };
  // Before the transaction: the first time, it loads a list.
  const row = await newRow({ address, state: 'waiting', consent: { source: FORM_CONSENT, at: now } }, now);
  return queueLimited({ services, town, now }, address, caller, async (db, newsletter) => {
    await insertSubscribers(db, [row], now);
    return letterTo(db, address, newsletter, { now, only });
  });
}

/** Queues the email to an address, unless strangers have triggered too many to it. */
function queueLimited(
  { services, town, now }: Requesting,
  address: string,
  caller: Caller,
  write: (db: WriteDb, newsletter: NamedNewsletter) => Promise<Letter>,
): Promise<RequestOutcome> {
  return inTransaction(services.write, async (db) => {
    const waitMs = await takeMailTries(db, services.auth, address, caller);
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    const newsletter = { name: await findNewsletterName(db, town), url: services.settings.url };
    await queueMail(db, await write(db, newsletter), now);
    return { kind: 'sent', address };
  });
}

async function letterTo(
  db: WriteDb,
  address: string,
  newsletter: NamedNewsletter,
  { now, only }: { now: number; only: 'urgent' | undefined },
): Promise<Letter> {
  const subscriber = await findSubscriber(db, { email: address });
  if (!subscriber) throw new Error('the subscriber is gone');
  const { id, state, frequency } = subscriber;
  // Who gets nothing yet gets what was asked for last; who left gets what they had, unless only this was asked for.
  if (state === 'waiting' || (only && state !== 'active'))
    await savePreferences(db, id, { frequency, topics: only ? [only] : defaultPreferences.topics });
  if (state === 'active') return alreadySubscribedLetter(address, newsletter, await linkOf(db, id, now));
  // An address that waits longer than its first link lives is kept until the newest has expired.
  const token = await createConfirmation(db, { subscriber: id, address }, now);
  return only ? urgentLetter(address, newsletter, token) : confirmLetter(address, newsletter, token);
}

/**
 * Emails a link to the subscriber's new address; the newsletter goes to the old one until the link is used. The same for
 * every address, counted like `requestSubscription`.
 */
export async function requestAddressChange(
  requesting: Requesting,
  subscriber: string,
  email: string,
  caller: Caller,
): Promise<RequestOutcome> {
  const address = parseEmailAddress(email);
  if (!address) return { kind: 'refused', problem: addressProblemOf(email) };
  return queueLimited(requesting, address, caller, async (db, newsletter) => {
    const token = await createConfirmation(db, { subscriber, address }, requesting.now);
    return newAddressLetter(address, newsletter, token);
  });
}

/** The newsletter that an email is about: its name, and the site's public origin. */
type NamedNewsletter = { name: string; url: string };

/** To an address that someone entered in the form: nothing is sent there until the page's button is pressed. */
function confirmLetter(to: string, { name, url }: NamedNewsletter, token: string): Letter {
  return {
    to,
    kind: 'confirm-newsletter',
    subject: `Confirm your subscription to ${name}`,
    paragraphs: [
      `Someone (probably you) asked for ${name}, the newsletter of ${new URL(url).host}, at this address.`,
      'Open the page below and press its button to get it. Until then, we won’t send you anything.',
    ],
    action: { label: 'Confirm my subscription', url: url + confirmPath(token) },
    footnote:
      'The link works for seven days. If this wasn’t you, ignore this email, and you won’t get the newsletter.',
  };
}

/** The same, for urgent notices alone. */
function urgentLetter(to: string, newsletter: NamedNewsletter, token: string): Letter {
  const host = new URL(newsletter.url).host;
  return {
    ...confirmLetter(to, newsletter, token),
    subject: `Confirm urgent notices of ${host}`,
    paragraphs: [
      `Someone (probably you) asked for urgent notices of ${host} at this address: a few emails a year, at any hour.`,
      'Open the page below and press its button to get them. Until then, we won’t send you anything.',
    ],
    action: { label: 'Confirm urgent notices', url: newsletter.url + confirmPath(token) },
    footnote:
      'The link works for seven days. If this wasn’t you, ignore this email, and you won’t get anything.',
  };
}

/** To a subscriber whose address someone entered in the form again. */
function alreadySubscribedLetter(to: string, { name, url }: NamedNewsletter, token: string): Letter {
  return {
    to,
    kind: 'newsletter-known',
    subject: `You already get ${name}`,
    paragraphs: [
      `Someone (probably you) asked for ${name}, the newsletter of ${new URL(url).host}, at this address. You already get it, and nothing has changed.`,
      'If you don’t see it in your inbox, check your spam folder, or whether you chose to get it less often.',
    ],
    action: { label: 'Change what you get', url: url + preferencesPath(token) },
    footnote: 'Keep this email private: its link opens your preferences.',
  };
}

/** To the new address of a subscriber. */
function newAddressLetter(to: string, { name, url }: NamedNewsletter, token: string): Letter {
  return {
    to,
    kind: 'confirm-newsletter',
    subject: `Confirm your new address for ${name}`,
    paragraphs: [
      `A subscriber of ${name}, the newsletter of ${new URL(url).host}, wants to get it at this address from now on.`,
      'Open the page below and press its button if that was you. Until then, we won’t send you anything.',
    ],
    action: { label: 'Use this address', url: url + confirmPath(token) },
    footnote: 'The link works for seven days. If this wasn’t you, ignore this email.',
  };
}
