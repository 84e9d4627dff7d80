import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { AddressProofRow } from '#app/platform/database/tables/operation-tables.ts';
import { DAY_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

/** How long an emailed link is valid. */
const PROOF_LIFETIMES_MS = {
  verify: DAY_MS,
  change: DAY_MS,
  reset: 30 * MINUTE_MS,
} as const;

/**
 * What an emailed link verifies: that its user reads the email of `address`. `userId` is the account it is about;
 * without one, the user gets a new account.
 */
export type AddressProof = Omit<AddressProofRow, 'tokenHash' | 'expiresAt'>;

/** Creates the link's token, 256 random bits that are stored as a hash. `now` is UTC epoch milliseconds. */
export async function createProof(db: WriteDb, proof: AddressProof, now: number): Promise<string> {
  const token = createToken();
  const expiresAt = now + PROOF_LIFETIMES_MS[proof.kind];
  await db
    .insertInto('address_proof')
    .values({ ...proof, tokenHash: hashOfToken(token), expiresAt })
    .execute();
  return token;
}

/** What the link would verify at `now`. Reading does not use it up: email scanners open every link. */
export async function findProof(db: ReadDb, token: string, now: number): Promise<AddressProof | undefined> {
  return db
    .selectFrom('address_proof')
    .select(['kind', 'address', 'userId'])
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** Whether a link that proves `address` for the account was emailed and can still be used at `now`. */
export async function hasOpenLink(
  db: ReadDb,
  { userId, address, now }: { userId: string; address: string; now: number },
): Promise<boolean> {
  const found = await db
    .selectFrom('address_proof')
    .select('tokenHash')
    .where('userId', '=', userId)
    .where('address', '=', address)
    .where('kind', '=', 'verify')
    .where('expiresAt', '>', now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses the link up. True for exactly one of any number of concurrent calls. */
export async function redeemProof(db: WriteDb, token: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('address_proof')
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Ends every link emailed about the account, except those to the address `except`. */
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
