import type { WriteDb } from '#app/database/handles.ts';
import { clearSignInCounters } from './sign-in-counters.server.ts';
import { removeUser } from './user-store.server.ts';

/** Thrown when somebody else has proved to hold the address. Nothing of the transaction may last. */
export class AddressTakenError extends Error {
  override name = 'AddressTakenError';
}

export type Ownership = { userId: string; address: string; now: number };

/** Notes that an unproven account says to have the address. Several may; it gives no right to anything. */
export async function claimAddress(db: WriteDb, { userId, address, now }: Ownership): Promise<void> {
  await db
    .insertInto('address_claim')
    .values({ userId, address, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ address, createdAt: now }))
    .execute();
}

/**
 * Lets those who prove one address in the same moment go one after the other: to be called before anything else of the
 * proof is changed, where each would wait for what the other holds.
 */
export async function takeTurn(db: WriteDb, address: string): Promise<void> {
  await db.updateTable('address_claim').set({ address }).where('address', '=', address).execute();
  await db.updateTable('verified_address').set({ address }).where('address', '=', address).execute();
}

/** `secret` is the site's. */
export type Proving = Ownership & { secret: string };

/**
 * Makes the account the holder of the address, because whoever acts for it has just proved to read its mail or is
 * vouched for. The only function that writes `verified_address`. Every other account that claims the address is removed
 * with its password, sessions and all else that refers to it, every link mailed to it ends, and failed sign-ins
 * at it are forgotten. To be called in the transaction of the proof. Throws AddressTakenError when another account holds the address.
 */
export async function proveAddress(db: WriteDb, { userId, address, now, secret }: Proving): Promise<void> {
  await db
    .deleteFrom('verified_address')
    .where('userId', '=', userId)
    .where('address', '<>', address)
    .execute();
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
