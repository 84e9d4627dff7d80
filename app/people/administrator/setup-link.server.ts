import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';

const LIFETIME_MS = DAY_MS;

/**
 * Creates the one-time link for creating the administrator, and returns its token; any earlier link ends. Only a hash
 * of it is stored. Call it at startup without an administrator. `now` is UTC epoch milliseconds; the link is valid for
 * 24 hours from then.
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

/** Whether the token opens the set-up page at `now`. Reading does not use it up. */
export async function isSetupLink(db: ReadDb, token: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('setup_link')
    .select('id')
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses the link up. True for exactly one of any number of concurrent calls. */
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
