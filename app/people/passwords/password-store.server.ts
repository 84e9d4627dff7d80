import { sql } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { methodPrefixOf } from './foreign-hash.ts';

/** A stored password, and since when: UTC epoch milliseconds, unchanged when it is only rehashed. */
export type KeptPassword = { hash: string; createdAt: number };

/** An account that a password may open. `isHolder`: it has verified the address. */
export type Candidate = KeptPassword & { userId: string; isHolder: boolean };

/**
 * All accounts with a password that hold or claim the address: the holder first, then the earliest claim. Without
 * disabled ones: no password opens them.
 */
export async function listCandidates(db: ReadDb, address: string): Promise<Candidate[]> {
  const holder = await db
    .selectFrom('verified_address')
    .innerJoin('password', 'password.userId', 'verified_address.userId')
    .innerJoin('site_user', 'site_user.id', 'verified_address.userId')
    .select(['password.userId', 'password.hash', 'password.createdAt'])
    .where('verified_address.address', '=', address)
    .where('site_user.disabledAt', 'is', null)
    .execute();
  const claimants = await db
    .selectFrom('address_claim')
    .innerJoin('password', 'password.userId', 'address_claim.userId')
    .innerJoin('site_user', 'site_user.id', 'address_claim.userId')
    .select(['password.userId', 'password.hash', 'password.createdAt'])
    .where('address_claim.address', '=', address)
    .where('site_user.disabledAt', 'is', null)
    .orderBy('address_claim.createdAt')
    .orderBy('address_claim.userId')
    .execute();
  return [
    ...holder.map((row) => ({ ...row, isHolder: true })),
    ...claimants.map((row) => ({ ...row, isHolder: false })),
  ];
}

/** Undefined when the user has no password, as after logging in with Google only. */
export function findPassword(db: ReadDb, userId: string): Promise<KeptPassword | undefined> {
  return db
    .selectFrom('password')
    .select(['hash', 'createdAt'])
    .where('userId', '=', userId)
    .executeTakeFirst();
}

const MOST_METHODS = 8;
/** After every character of a hash, in the order of bytes. */
const LAST = '~';

/**
 * A stored hash of each method of other systems that an account still has, at most eight. One indexed query for each
 * and one more, however many accounts were moved.
 */
export async function listForeignSamples(db: ReadDb): Promise<string[]> {
  const samples: string[] = [];
  let after = '';
  for (let step = 0; step < MOST_METHODS; step++) {
    const row = await db
      .selectFrom('password')
      .select('hash')
      // As the index `password_foreign` has it.
      .where(sql<boolean>`substr("hash", 1, 10) <> '$argon2id$'`)
      .where('hash', '>', after)
      .orderBy('hash')
      .limit(1)
      .executeTakeFirst();
    if (!row) break;
    const method = methodPrefixOf(row.hash);
    if (method) samples.push(row.hash);
    after = method ? method + LAST : row.hash;
  }
  return samples;
}

/**
 * Whether the account still has the password that was checked, which is then locked until the transaction ends: a
 * password replaced in between must not open anything.
 */
export async function lockPassword(db: WriteDb, userId: string, hash: string): Promise<boolean> {
  return replaceHash(db, userId, { from: hash, to: hash });
}

/** The same password with another hash. False when the password was changed. */
export async function replaceHash(
  db: WriteDb,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('password')
    .set({ hash: to })
    .where('userId', '=', userId)
    .where('hash', '=', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function removePassword(db: WriteDb, userId: string): Promise<void> {
  await db.deleteFrom('password').where('userId', '=', userId).execute();
}

export async function savePassword(
  db: WriteDb,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<void> {
  await db
    .insertInto('password')
    .values({ userId, hash, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, createdAt: now }))
    .execute();
}
