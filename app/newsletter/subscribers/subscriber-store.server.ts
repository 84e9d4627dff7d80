import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
  readCursor,
} from '#app/platform/database/lists/paginate.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import {
  type Consent,
  type Frequency,
  type Preferences,
  readTopics,
  type Subscriber,
  type SubscriberState,
  type Topic,
  writeTopics,
} from './subscriber.ts';
import {
  findHolderId,
  hashAddress,
  insertSubscribers,
  newRow,
  saveOptIns,
  subscriberColumns,
  toSubscriber,
} from './subscriber-rows.server.ts';

/**
 * By id, by the account, or by address in any spelling; undefined if there is none. An erased one is also found by its
 * former address.
 */
export async function findSubscriber(
  db: ReadDb,
  by: { id: string } | { userId: string } | { email: string },
): Promise<Subscriber | undefined> {
  const address = 'email' in by ? parseEmailAddress(by.email) : undefined;
  if ('email' in by && !address) return undefined;
  const row = await db
    .selectFrom('newsletter_subscriber')
    .select(subscriberColumns)
    .$if('id' in by, (query) => query.where('id', '=', (by as { id: string }).id))
    .$if('userId' in by, (query) => query.where('userId', '=', (by as { userId: string }).userId))
    .$if(address !== undefined, (query) => query.where('addressHash', '=', hashAddress(address ?? '')))
    .executeTakeFirst();
  return row && toSubscriber(row);
}

/** `q` is how the address begins. Without `q` the newest come first, with `state` those who changed last. */
export type SubscriberFilter = {
  q?: string | undefined;
  state?: SubscriberState | undefined;
  isFlagged?: boolean | undefined;
};

/** One page by keyset; `after` is the cursor `next` of the page before. */
export function listSubscribers(
  db: ReadDb,
  { after, limit, ...filter }: SubscriberFilter & { after?: string | null; limit: number },
): Promise<Page<Subscriber>> {
  return pageSubscribers(db, filter, { limit, after: readCursor(after, orderOf(filter)) });
}

/** The same with a page's request, whose cursors are of `orderOf(filter)`. */
export async function pageSubscribers(
  db: ReadDb,
  filter: SubscriberFilter,
  request: PageRequest,
): Promise<Page<Subscriber>> {
  const { state, isFlagged } = filter;
  const prefix = prefixOf(filter);
  const query = db
    .selectFrom('newsletter_subscriber')
    .select(subscriberColumns)
    .$if(prefix !== '', (rows) =>
      // The last character of Unicode: everything that begins with the prefix is before it.
      rows.where('address', '>=', prefix).where('address', '<', `${prefix}\u{10ffff}`),
    )
    .$if(state !== undefined, (rows) => rows.where('state', '=', state as SubscriberState))
    .$if(isFlagged === true, (rows) => rows.where('flag', 'is not', null));
  const { items, ...page } = await paginateWalking(query, orderOf(filter), request);
  return { ...page, items: items.map(toSubscriber) };
}

function prefixOf({ q = '' }: SubscriberFilter): string {
  return parseEmailAddress(q) ?? q.trim().toLowerCase();
}

/** The order of the filtered list. */
export function orderOf(filter: SubscriberFilter): ListOrder {
  const { state } = filter;
  if (prefixOf(filter)) return { column: 'address', direction: 'asc', kind: 'string' };
  return { column: state ? 'stateAt' : 'createdAt', direction: 'desc', kind: 'number' };
}

export type SubscriberCounts = Record<SubscriberState, number> & { flagged: number };

/** How many there are in each state, and how many active or waiting ones have a flag. */
export async function countSubscribers(db: ReadDb): Promise<SubscriberCounts> {
  const rows = await db
    .selectFrom('newsletter_subscriber')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const { count } = await db
    .selectFrom('newsletter_subscriber')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('flag', 'is not', null)
    .executeTakeFirstOrThrow();
  const counts = Object.fromEntries(rows.map(({ state, count: each }) => [state, Number(each)]));
  return { waiting: 0, active: 0, unsubscribed: 0, bounced: 0, ...counts, flagged: Number(count) };
}

/** How many of those who get the newsletter get it since `since` (UTC epoch milliseconds) or later. */
export async function countActiveSince(db: ReadDb, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_subscriber')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'active')
    .where('stateAt', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type ActiveSubscriber = { id: string; address: string; topics: Topic[]; frequency: Frequency };

/**
 * The subscribers who get an issue, by id: those with one of the frequencies, after the id `after`. Call `syncMembers`
 * first.
 */
export async function listActive(
  db: ReadDb,
  { frequencies, after = '', limit }: { frequencies: readonly Frequency[]; after?: string; limit: number },
): Promise<ActiveSubscriber[]> {
  const rows = await db
    .selectFrom('newsletter_subscriber')
    .select(['id', 'address', 'topics', 'frequency'])
    .where('state', '=', 'active')
    .where('address', 'is not', null)
    .where('frequency', 'in', [...frequencies])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ address, topics, ...row }) => ({
    ...row,
    address: address as string,
    topics: readTopics(topics),
  }));
}

type Adding = Partial<Preferences> & { email: string; consent: Consent; state?: 'active' };

/** `suppressed`: the person unsubscribed, or emails to the address bounced, and only the person can change that. */
type AddOutcome =
  | { kind: 'added' | 'known' | 'suppressed'; id: string }
  | { kind: 'invalid'; id?: undefined };

/**
 * Subscribes an address on the word of the administrator, who has the person's consent: for the API, the form and
 * imports. Sends nothing, and never subscribes anyone again. A subscriber who already is active keeps everything.
 */
export async function addSubscriber(db: WriteDb, adding: Adding, now: number): Promise<AddOutcome> {
  const address = parseEmailAddress(adding.email);
  if (!address) return { kind: 'invalid' };
  const row = await newRow({ ...adding, address, state: 'active' }, now);
  return inTransaction(db, async (transaction) => {
    const userId = await findHolderId(transaction, address);
    const [added] = await insertSubscribers(transaction, [{ ...row, userId }], now);
    if (added) {
      await saveOptIns(transaction, address, true);
      return { kind: 'added', id: added };
    }
    const known = await findSubscriber(transaction, { email: address });
    if (!known) throw new Error('the subscriber is gone');
    if (known.state === 'active') return { kind: 'known', id: known.id };
    if (known.state !== 'waiting') return { kind: 'suppressed', id: known.id };
    await saveConsent(transaction, known.id, adding.consent);
    await setState(transaction, known.id, 'active', null, now);
    return { kind: 'added', id: known.id };
  });
}

/** Records where and when the person agreed last. */
export async function saveConsent(db: WriteDb, id: string, { source, at }: Consent): Promise<void> {
  await db
    .updateTable('newsletter_subscriber')
    .set({ consentSource: source, consentAt: at })
    .where('id', '=', id)
    .execute();
}

/**
 * The only function that changes a subscriber's state. False when it has that state already, or was erased and is to
 * become active. The box on the page of the account that holds the address says the same afterwards.
 */
export function setState(
  db: WriteDb,
  id: string,
  state: 'active' | 'unsubscribed' | 'bounced',
  reason: string | null,
  now: number,
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const isActive = state === 'active';
    const row = await transaction
      .updateTable('newsletter_subscriber')
      .set({ state, reason, stateAt: now })
      .$if(isActive, (query) => query.set({ softBounces: 0, bouncedAt: null, bounceReply: null }))
      .where('id', '=', id)
      .where('state', '<>', state)
      .$if(isActive, (query) => query.where('address', 'is not', null))
      .returning('address')
      .executeTakeFirst();
    if (row?.address && state !== 'bounced') await saveOptIns(transaction, row.address, isActive);
    if (row?.address && isActive) await linkHolder(transaction, id, row.address);
    return row !== undefined;
  });
}

/** Notes whose account the address belongs to. No other subscriber belongs to that account any more. */
export async function linkHolder(db: WriteDb, id: string, address: string): Promise<void> {
  const userId = await findHolderId(db, address);
  if (userId)
    await db
      .updateTable('newsletter_subscriber')
      .set({ userId: null })
      .where('userId', '=', userId)
      .where('id', '<>', id)
      .execute();
  await db.updateTable('newsletter_subscriber').set({ userId }).where('id', '=', id).execute();
}

/** What the subscriber gets from now on. */
export async function savePreferences(
  db: WriteDb,
  id: string,
  { frequency, topics }: Preferences,
): Promise<void> {
  await db
    .updateTable('newsletter_subscriber')
    .set({ frequency, topics: writeTopics(topics) })
    .where('id', '=', id)
    .execute();
}

/**
 * Ends the subscription and deletes the address everywhere in the newsletter's tables. What remains are a hash,
 * which keeps imports from subscribing it again, and links that no longer lead to anybody.
 */
export function eraseSubscriber(db: WriteDb, id: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const row = await findSubscriber(transaction, { id });
    if (!row?.address) return false;
    await setState(transaction, id, 'unsubscribed', 'administrator', now);
    await saveOptIns(transaction, row.address, false);
    await eraseAddress(transaction, id);
    return true;
  });
}

/** Keeps only the hash; a trigger deletes the address in the other tables of the newsletter. */
export async function eraseAddress(db: WriteDb, id: string): Promise<void> {
  await db
    .updateTable('newsletter_subscriber')
    .set({ address: null, userId: null })
    .where('id', '=', id)
    .execute();
}
