import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { SubscriberRow } from '#app/platform/database/tables/newsletter-tables.ts';
import {
  type Consent,
  defaultPreferences,
  type Preferences,
  readTopics,
  type Subscriber,
  writeTopics,
} from './subscriber.ts';

/** All columns that a `Subscriber` is made of. */
export const subscriberColumns = [
  'newsletter_subscriber.id',
  'newsletter_subscriber.address',
  'newsletter_subscriber.addressHash',
  'newsletter_subscriber.state',
  'newsletter_subscriber.reason',
  'newsletter_subscriber.stateAt',
  'newsletter_subscriber.topics',
  'newsletter_subscriber.frequency',
  'newsletter_subscriber.userId',
  'newsletter_subscriber.flag',
  'newsletter_subscriber.consentSource',
  'newsletter_subscriber.consentAt',
  'newsletter_subscriber.createdAt',
  'newsletter_subscriber.bouncedAt',
  'newsletter_subscriber.bounceReply',
] as const;

export function toSubscriber({ topics, ...row }: Omit<SubscriberRow, 'softBounces'>): Subscriber {
  return { ...row, topics: readTopics(topics) };
}

type NewSubscriber = Partial<Preferences> & {
  /** As `parseEmailAddress` returns it. */
  address: string;
  state: 'waiting' | 'active';
  consent: Consent;
  userId?: string | null;
};

/** The row of a new subscriber, which nothing has stored yet. */
export async function newRow(subscriber: NewSubscriber, now: number) {
  const { address, state, consent, userId = null } = subscriber;
  const { topics, frequency } = { ...defaultPreferences, ...subscriber };
  return {
    id: randomUUID(),
    address,
    addressHash: hashAddress(address),
    state,
    reason: null,
    stateAt: now,
    topics: writeTopics(topics),
    frequency,
    userId,
    flag: await findFlag(address),
    consentSource: consent.source,
    consentAt: consent.at,
    createdAt: now,
    bouncedAt: null,
    bounceReply: null,
  };
}

type SubscriberValues = Omit<SubscriberRow, 'softBounces'>;

/**
 * Stores new subscribers, each with the secret of the links in its emails: a backup from before the first email has it,
 * so that the email's links work after a restore. Those whose address is known are left out. Returns the ids
 * of the others.
 */
export async function insertSubscribers(
  db: WriteDb,
  rows: SubscriberValues[],
  now: number,
): Promise<string[]> {
  if (rows.length === 0) return [];
  const added = await db
    .insertInto('newsletter_subscriber')
    .values(rows)
    .onConflict((conflict) => conflict.column('addressHash').doNothing())
    .returning('id')
    .execute();
  const links = added.map(({ id }) => ({
    token: newToken(),
    subscriber: id,
    createdAt: now,
    revokedAt: null,
  }));
  if (links.length > 0) await db.insertInto('newsletter_link').values(links).execute();
  return added.map(({ id }) => id);
}

/** 128 random bits for the links of a subscriber's emails. */
export function newToken(): string {
  return randomBytes(16).toString('base64url');
}

/** The account whose verified address it is. */
export async function findHolderId(db: ReadDb, address: string): Promise<string | null> {
  const row = await db
    .selectFrom('verified_address')
    .select('userId')
    .where('address', '=', address)
    .executeTakeFirst();
  return row?.userId ?? null;
}

/** The same for many addresses. */
export async function findHolderIds(db: ReadDb, addresses: string[]): Promise<Map<string, string>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('verified_address')
    .select(['address', 'userId'])
    .where('address', 'in', addresses)
    .execute();
  return new Map(rows.map(({ address, userId }) => [address, userId]));
}

/** Checks the boxes of these accounts. */
export async function saveOptInsOf(db: WriteDb, userIds: string[]): Promise<void> {
  if (userIds.length === 0) return;
  await db
    .updateTable('site_user')
    .set({ newsletterOptIn: 1 })
    .where('id', 'in', userIds)
    .where('newsletterOptIn', '=', 0)
    .execute();
}

/** Makes the box on the account page say what is true. Also of accounts that have not verified the address yet. */
export async function saveOptIns(db: WriteDb, address: string, optIn: boolean): Promise<void> {
  const value = optIn ? 1 : 0;
  await db
    .updateTable('site_user')
    .set({ newsletterOptIn: value })
    .where('newsletterOptIn', '<>', value)
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('verified_address').select('userId').where('address', '=', address)),
        // A stranger's claim is never opted in.
        ...(optIn
          ? []
          : [eb('id', 'in', selectFrom('address_claim').select('userId').where('address', '=', address))]),
      ]),
    )
    .execute();
}

/** Read by several people, or by a program (RFC 2142 and what is usual). */
const ROLES = new Set(
  `abuse admin administrator all billing contact everyone ftp hello help hostmaster info inquiries jobs list mail
  mailer-daemon marketing media news newsletter no-reply noc noreply office orders postmaster press privacy root sales
  security service shop spam staff subscribe support team unsubscribe usenet webmaster www`.split(/\s+/),
);

let disposable: Promise<Set<string>> | undefined;

async function loadDisposable(): Promise<Set<string>> {
  const { default: checker } = await import('mailchecker');
  return checker.blacklist();
}

/**
 * What is unusual about an address (`parseEmailAddress`): it belongs to a role, or to a provider of throwaway mailboxes.
 * Such an address may subscribe; the list shows the flag. The list of providers (1 MB) is loaded on first use.
 */
export async function findFlag(address: string): Promise<SubscriberRow['flag']> {
  const [local = '', domain = ''] = address.split('@');
  if (ROLES.has(local.split('+')[0] ?? '')) return 'role';
  disposable ??= loadDisposable();
  const providers = await disposable;
  const labels = domain.split('.');
  return labels.some((_, at) => providers.has(labels.slice(at).join('.'))) ? 'disposable' : null;
}

/**
 * By what an address stays on or off the list after it was erased: the SHA-256, in hex, of the address as
 * `parseEmailAddress` returns it. The same on every site and after every restore.
 */
export function hashAddress(address: string): string {
  return createHash('sha256').update(`belfry-newsletter:${address}`).digest('hex');
}
