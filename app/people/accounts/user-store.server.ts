import { randomUUID } from 'node:crypto';
import { leaveVotes } from '#app/people/voters/votes-of-account.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/**
 * A user who can log in. `createdAt` is UTC epoch milliseconds; `email` is spelled as `parseEmailAddress` returns it.
 */
export type User = {
  id: string;
  email: string;
  /** Null if the user entered none. */
  name: string | null;
  /** The address is verified. Otherwise it is a claim, of which there may be several. */
  emailVerified: boolean;
  newsletterOptIn: boolean;
  createdAt: number;
  /** No way in opens it, as if it did not exist; only the operator can enable it. */
  isDisabled: boolean;
  /** The role that was given to the account; the administrator's is that of their address. */
  role: 'editor' | 'contributor' | null;
};

/** An account without an address, and its id: `claimAddress` or `proveAddress` gives it one. */
export async function addUser(
  db: WriteDb,
  { newsletterOptIn, now }: { newsletterOptIn: boolean; now: number },
): Promise<string> {
  const id = randomUUID();
  await db
    .insertInto('site_user')
    .values({ id, newsletterOptIn: newsletterOptIn ? 1 : 0, createdAt: now })
    .execute();
  return id;
}

export async function findUser(db: ReadDb, id: string): Promise<User | undefined> {
  const row = await users(db).where('site_user.id', '=', id).executeTakeFirst();
  return row && userOf(row);
}

/** The user who has verified the address; claims do not count. */
export async function findHolder(db: ReadDb, address: string): Promise<User | undefined> {
  const row = await users(db).where('verified_address.address', '=', address).executeTakeFirst();
  return row && userOf(row);
}

/** Whether an account claims the address without having verified it. */
export async function isClaimed(db: ReadDb, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('address_claim')
    .select('userId')
    .where('address', '=', address)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function saveNewsletterOptIn(db: WriteDb, id: string, newsletterOptIn: boolean): Promise<void> {
  await db
    .updateTable('site_user')
    .set({ newsletterOptIn: newsletterOptIn ? 1 : 0 })
    .where('id', '=', id)
    .execute();
}

/** `name` is as `parseAccountName` returns it. */
export async function saveName(db: WriteDb, id: string, name: string | null): Promise<void> {
  await db.updateTable('site_user').set({ name }).where('id', '=', id).execute();
}

/**
 * Deletes the account with its address, password, identities, sessions, votes in open polls and everything else that
 * refers to it. `former` prevents a second ballot of its owner where the first one is finalized. To be called in a
 * transaction.
 */
export async function removeUser(
  db: WriteDb,
  id: string,
  former?: Parameters<typeof leaveVotes>[2],
): Promise<void> {
  await leaveVotes(db, id, former);
  await db.deleteFrom('site_user').where('id', '=', id).execute();
}

type UserRow = {
  id: string;
  verified: string | null;
  claimed: string | null;
  name: string | null;
  newsletterOptIn: number;
  createdAt: number;
  disabledAt: number | null;
  role: User['role'];
};

function users(db: ReadDb) {
  return db
    .selectFrom('site_user')
    .leftJoin('verified_address', 'verified_address.userId', 'site_user.id')
    .leftJoin('address_claim', 'address_claim.userId', 'site_user.id')
    .select([
      'site_user.id',
      'site_user.name',
      'site_user.newsletterOptIn',
      'site_user.createdAt',
      'site_user.disabledAt',
      'site_user.role',
      'verified_address.address as verified',
      'address_claim.address as claimed',
    ]);
}

function userOf({
  id,
  verified,
  claimed,
  name,
  newsletterOptIn,
  createdAt,
  disabledAt,
  role,
}: UserRow): User {
  return {
    id,
    email: verified ?? claimed ?? '',
    name,
    emailVerified: verified !== null,
    newsletterOptIn: newsletterOptIn === 1,
    createdAt,
    isDisabled: disabledAt !== null,
    role,
  };
}
