/** Keeps the list of subscribers and the boxes on the account pages the same. */
import { saveNewsletterOptIn } from '#app/people/accounts/user-store.server.ts';
import type { AccountSubscriptions, OwnSubscription } from '#app/people/request/services.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { moveSubscription, subscribeAgain } from './move-subscription.server.ts';
import type { Consent, SubscriberState } from './subscriber.ts';
import { hashAddress, insertSubscribers, newRow, saveOptIns } from './subscriber-rows.server.ts';
import { eraseAddress, findSubscriber, linkHolder, setState } from './subscriber-store.server.ts';

const MEMBERS_OF_SLICE = 200;

/** Whether there are accounts that changed since the list was compared with them. */
export async function hasStaleMembers(db: ReadDb): Promise<boolean> {
  const stale = db.selectFrom('newsletter_member_stale').select('userId').limit(1);
  return (await stale.executeTakeFirst()) !== undefined;
}

/**
 * Compares the list with every account that changed: one with a verified address and the box checked subscribes, also
 * again after an unsubscribe, which had cleared the box; clearing the box unsubscribes. Bounced addresses stay bounced. A subscriber
 * without an account who creates one stays subscribed, and the box is checked. The subscription follows the account to
 * a new address. Call it before the list is used; a job calls it within seconds, too.
 */
export async function syncMembers(db: WriteDb, now: number, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await hasStaleMembers(db)))
    await inTransaction(db, (transaction) => syncSlice(transaction, now));
}

/** Checks or clears the box of an account, and brings the list in line in the same transaction. */
export function saveMemberChoice(db: WriteDb, userId: string, optIn: boolean, now: number): Promise<void> {
  return inTransaction(db, async (transaction) => {
    // Before, so that a subscription that is not linked yet is not taken for one of a new account.
    await syncUsers(transaction, [userId], now);
    await saveNewsletterOptIn(transaction, userId, optIn);
    await syncUsers(transaction, [userId], now);
  });
}

async function syncSlice(db: WriteDb, now: number): Promise<void> {
  const stale = await db
    .selectFrom('newsletter_member_stale')
    .select('userId')
    .orderBy('userId')
    .limit(MEMBERS_OF_SLICE)
    .execute();
  await syncUsers(
    db,
    stale.map(({ userId }) => userId),
    now,
  );
}

async function syncUsers(db: WriteDb, ids: string[], now: number): Promise<void> {
  if (ids.length === 0) return;
  // First, so that an account that changes meanwhile becomes stale again.
  await db.deleteFrom('newsletter_member_stale').where('userId', 'in', ids).execute();
  const members = await listMembers(db, ids);
  const addresses = members.flatMap(({ address }) => address ?? []);
  const atAddress = await listByAddress(db, addresses);
  const fresh = [];
  const moved = await findMovedConsents(
    db,
    members.flatMap(({ id, optIn, subscriber }) => (optIn && subscriber === null ? id : [])),
  );
  for (const member of members) {
    const row = member.address === null ? undefined : atAddress.get(hashAddress(member.address));
    const isNew = !row && member.subscriber === null;
    if (!isNew) await syncMember(db, member, row, now);
    else if (member.optIn && member.address !== null)
      fresh.push(await newMemberRow(member.id, member.address, now, moved.get(member.id)));
  }
  await insertSubscribers(db, fresh, now);
}

function consentOf(now: number): Consent {
  return { source: 'Checkbox of the account', at: now };
}

function newMemberRow(userId: string, address: string, now: number, consent = consentOf(now)) {
  return newRow({ address, state: 'active', consent, userId }, now);
}

type Member = {
  id: string;
  optIn: boolean;
  /** The verified one. */
  address: string | null;
  /** Of the subscriber that belongs to the account so far. */
  subscriber: string | null;
  state: SubscriberState | null;
};

async function listMembers(db: ReadDb, ids: string[]): Promise<Member[]> {
  const rows = await db
    .selectFrom('site_user')
    .leftJoin('verified_address', 'verified_address.userId', 'site_user.id')
    .leftJoin('newsletter_subscriber', 'newsletter_subscriber.userId', 'site_user.id')
    .select([
      'site_user.id',
      'site_user.newsletterOptIn',
      'verified_address.address',
      'newsletter_subscriber.id as subscriber',
      'newsletter_subscriber.state',
    ])
    .where('site_user.id', 'in', ids)
    .execute();
  return rows.map(({ newsletterOptIn, ...row }) => ({ ...row, optIn: newsletterOptIn === 1 }));
}

type Row = { id: string; addressHash: string; state: SubscriberState; reason: string | null };

async function listByAddress(db: ReadDb, addresses: string[]): Promise<Map<string, Row>> {
  if (addresses.length === 0) return new Map();
  const rows = await db
    .selectFrom('newsletter_subscriber')
    .select(['id', 'addressHash', 'state', 'reason'])
    .where('addressHash', 'in', addresses.map(hashAddress))
    .execute();
  return new Map(rows.map((row) => [row.addressHash, row]));
}

/** `row` is the subscriber with the account's verified address. */
async function syncMember(db: WriteDb, member: Member, row: Row | undefined, now: number): Promise<void> {
  const { id, address, optIn, subscriber, state } = member;
  if (subscriber && (address === null || subscriber === row?.id)) {
    if (!optIn || address === null) await leave(db, subscriber, state, now);
    else if (state !== 'active' && state !== 'bounced')
      await subscribeAgain(db, subscriber, address, consentOf(now), now);
    return;
  }
  if (address === null) return;
  if (subscriber) return followMember(db, { ...member, address, subscriber }, row, now);
  if (row) await linkHolder(db, row.id, address);
  if (row?.state === 'active') await saveOptIns(db, address, true);
  else if (!row && optIn) await insertSubscribers(db, [await newMemberRow(id, address, now)], now);
  else if (row && optIn && row.state !== 'bounced')
    await subscribeAgain(db, row.id, address, consentOf(now), now);
}

async function leave(db: WriteDb, id: string, state: SubscriberState | null, now: number): Promise<void> {
  if (state === 'active') await setState(db, id, 'unsubscribed', 'account', now);
}

type Following = Member & { address: string; subscriber: string };

/**
 * The account has a new address: the subscription goes there, unless someone unsubscribed there or emails bounced: only
 * an explicit choice changes that. What the former address refused stays behind.
 */
async function followMember(
  db: WriteDb,
  { id, optIn, state, address, subscriber }: Following,
  row: Row | undefined,
  now: number,
): Promise<void> {
  const isRefused = row?.state === 'bounced' || (row?.state === 'unsubscribed' && row.reason !== 'moved');
  const from = await findSubscriber(db, { id: subscriber });
  if (from && optIn && state === 'active' && !isRefused) {
    const to = await moveSubscription(db, from, address, now);
    return linkHolder(db, to, address);
  }
  await leave(db, subscriber, state, now);
  await eraseAddress(db, subscriber);
  if (isRefused) await saveNewsletterOptIn(db, id, false);
  // It is compared again, with the subscriber of the new address, if there is one.
  await db
    .insertInto('newsletter_member_stale')
    .values({ userId: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The newsletter's part of accounts. */
export const accountSubscriptions: AccountSubscriptions = {
  saveChoice: saveMemberChoice,
  find: findOwnSubscription,
};

async function findOwnSubscription(db: ReadDb, userId: string): Promise<OwnSubscription | null> {
  const found = await findSubscriber(db, { userId });
  if (!found) return null;
  const { address, state, frequency, topics, consentSource, consentAt, createdAt } = found;
  const consent = { source: consentSource, at: new Date(consentAt).toISOString() };
  return { address, state, frequency, topics, consent, since: new Date(createdAt).toISOString() };
}

/**
 * The kind of rows of `moved_item` with the consent of a person whose address is not confirmed yet: `itemId` is the
 * account, `tag` the instant in UTC epoch milliseconds, `takenHash` the source.
 */
export const MOVED_CONSENT = 'consents';

/** What these accounts agreed to in the system that they came from, by account. */
async function findMovedConsents(db: ReadDb, userIds: string[]): Promise<Map<string, Consent>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('moved_item')
    .select(['itemId', 'tag', 'takenHash'])
    .where('kind', '=', MOVED_CONSENT)
    .where('itemId', 'in', userIds)
    .execute();
  return new Map(
    rows.map(({ itemId, tag, takenHash }) => [itemId ?? '', { source: takenHash ?? '', at: Number(tag) }]),
  );
}
