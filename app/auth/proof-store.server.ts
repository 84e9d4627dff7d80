import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import type { AddressProofRow } from '#app/database/tables.ts';
import { createToken, hashOfToken } from './random-token.server.ts';

const MINUTE_MS = 60 * 1000;

/** How long a mailed link lives. */
export const PROOF_LIFETIMES_MS = {
  verify: 24 * 60 * MINUTE_MS,
  change: 24 * 60 * MINUTE_MS,
  reset: 30 * MINUTE_MS,
} as const;

/**
 * What a mailed link proves: that its user reads the mail of `address`. `userId` is the account it is about; without one
 * the user gets an account of their own.
 */
export type AddressProof = Omit<AddressProofRow, 'tokenHash' | 'expiresAt'>;

/** Makes the link's token, 256 random bits that are kept hashed. `now` is UTC epoch milliseconds. */
export async function createProof(db: WriteDb, proof: AddressProof, now: number): Promise<string> {
  const token = createToken();
  const expiresAt = now + PROOF_LIFETIMES_MS[proof.kind];
  await db
    .insertInto('address_proof')
    .values({ ...proof, tokenHash: hashOfToken(token), expiresAt })
    .execute();
  return token;
}

/** What the link would prove at `now`. Looking does not use it up: mail scanners look at every link. */
export async function findProof(db: ReadDb, token: string, now: number): Promise<AddressProof | undefined> {
  return db
    .selectFrom('address_proof')
    .select(['kind', 'address', 'userId'])
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Uses the link up. True for exactly one of however many try at once. */
export async function redeemProof(db: WriteDb, token: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('address_proof')
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Ends every link that was mailed about the account, but for those to the address `except`. */
export async function removeProofs(
  db: WriteDb,
  userId: string,
  { except = '' }: { except?: string } = {},
): Promise<void> {
  await db.deleteFrom('address_proof').where('userId', '=', userId).where('address', '<>', except).execute();
}

export async function purgeProofs(db: WriteDb, now: number): Promise<void> {
  await db.deleteFrom('address_proof').where('expiresAt', '<=', now).execute();
}
