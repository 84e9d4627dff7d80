import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { createToken, hashOfToken } from './random-token.server.ts';

const LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Makes the one-time link that lets somebody create the administrator, and answers its token; any earlier link ends.
 * Only a hash of it is kept. To be called at a start without administrator. `now` is UTC epoch milliseconds; the link
 * lives for 24 hours from it.
 */
export async function createSetupLink(db: WriteDb, now: number): Promise<string> {
  const token = createToken();
  const link = { tokenHash: hashOfToken(token), expiresAt: now + LIFETIME_MS };
  await db
    .insertInto('setup_link')
    .values({ id: 1, ...link })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(link))
    .execute();
  return token;
}

/** Whether the token opens the set-up page at `now`. Looking does not use it up. */
export async function isSetupLink(db: ReadDb, token: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('setup_link')
    .select('id')
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the link up. True for exactly one of however many try at once. */
export async function redeemSetupLink(db: WriteDb, token: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('setup_link')
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Ends the link: an administrator exists. */
export async function removeSetupLink(db: WriteDb): Promise<void> {
  await db.deleteFrom('setup_link').execute();
}
