import { isAddressDisabled } from '#app/people/accounts/disabled-accounts.server.ts';
import { removeUser } from '#app/people/accounts/user-store.server.ts';
import { clearSignInCounters } from '#app/people/sign-in/sign-in-counters.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';

/** Thrown when another account has verified the address. The transaction must be rolled back. */
export class AddressTakenError extends Error {
  override name = 'AddressTakenError';
}

export type Ownership = { userId: string; address: string; now: number };

/** Records that an unverified account claims the address. Several may; a claim grants nothing. */
export async function claimAddress(db: WriteDb, { userId, address, now }: Ownership): Promise<void> {
  await db
    .insertInto('address_claim')
    .values({ userId, address, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ address, createdAt: now }))
    .execute();
}

/**
 * Orders those who verify the same address at the same moment: must be called before any other change of the
 * verification, because each would wait for the other's locks.
 */
export async function takeTurn(db: WriteDb, address: string): Promise<void> {
  await db.updateTable('address_claim').set({ address }).where('address', '=', address).execute();
  await db.updateTable('verified_address').set({ address }).where('address', '=', address).execute();
}

/** `secret` is the site's. */
export type Proving = Ownership & { secret: string };

/**
 * Makes the account the holder of the address, because its user has just verified it. The only function that writes
 * `verified_address`. Deletes every other account that claims the address with everything that refers to it, ends every
 * link emailed to it, and resets its failed logins. Must be called in the transaction of the
 * verification. Throws AddressTakenError when another account holds the address, or a disabled one holds or claims it:
 * otherwise its owner could simply open another.
 */
export async function proveAddress(db: WriteDb, { userId, address, now, secret }: Proving): Promise<void> {
  await db
    .deleteFrom('verified_address')
    .where('userId', '=', userId)
    .where('address', '<>', address)
    .execute();
  if (await isAddressDisabled(db, address)) throw new AddressTakenError('a disabled account has the address');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('verified_address')
    .values({ address, userId, provedAt: now })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({ provedAt: now }).where('verified_address.userId', '=', userId),
    )
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw new AddressTakenError('the address is held by another account');
  await removeClaims(db, userId, address);
  await db.deleteFrom('address_proof').where('address', '=', address).execute();
  await clearSignInCounters(db, secret, address);
}

async function removeClaims(db: WriteDb, userId: string, address: string): Promise<void> {
  await db.deleteFrom('address_claim').where('userId', '=', userId).execute();
  const claims = await db
    .selectFrom('address_claim')
    .select('userId')
    .where('address', '=', address)
    .orderBy('userId')
    .execute();
  for (const claim of claims) await removeUser(db, claim.userId);
}
