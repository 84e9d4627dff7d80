import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { COOKIE_MS } from '#app/people/sessions/session-cookie.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';

/** How long a challenge is valid. A login page requests a new one before that. */
export const CHALLENGE_LIFETIME_MS = COOKIE_MS.passkey;

/**
 * What a challenge is for, and the browser that received it. For a logged-in user, `use` also names the account, so
 * that a challenge for one purpose or user is valid for nothing else.
 */
export type ChallengeBinding = { use: string; browser: string };

const RANDOM_BYTES = 16;
const INSTANT_BYTES = 6;
const MAC_BYTES = 32;

/**
 * A WebAuthn challenge: base64url of random bytes, the instant it expires, and a signature over both and the binding.
 * Nothing is stored, so requesting challenges fills no table. `now` is UTC epoch milliseconds.
 */
export function createChallenge(secret: string, binding: ChallengeBinding, now: number): string {
  const content = Buffer.alloc(RANDOM_BYTES + INSTANT_BYTES);
  randomBytes(RANDOM_BYTES).copy(content);
  content.writeUIntBE(now + CHALLENGE_LIFETIME_MS, RANDOM_BYTES, INSTANT_BYTES);
  return Buffer.concat([content, macOf(secret, binding, content)]).toString('base64url');
}

/**
 * Uses a challenge up. True once, for the binding it was created for and before it expires; then its hash is stored
 * until it would have expired anyway.
 */
export async function redeemChallenge(
  db: WriteDb,
  { secret, challenge, binding, now }: RedeemedChallenge,
): Promise<boolean> {
  const bytes = Buffer.from(challenge, 'base64url');
  if (bytes.length !== RANDOM_BYTES + INSTANT_BYTES + MAC_BYTES) return false;
  const content = bytes.subarray(0, RANDOM_BYTES + INSTANT_BYTES);
  if (!timingSafeEqual(bytes.subarray(content.length), macOf(secret, binding, content))) return false;
  const expiresAt = content.readUIntBE(RANDOM_BYTES, INSTANT_BYTES);
  if (expiresAt <= now) return false;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey_challenge')
    // Of the bytes, because several texts decode to the same ones.
    .values({ challengeHash: createHash('sha256').update(bytes).digest('hex'), expiresAt })
    .onConflict((conflict) => conflict.column('challengeHash').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

type RedeemedChallenge = { secret: string; challenge: string; binding: ChallengeBinding; now: number };

/** Deletes used challenges that have expired: they are refused without being stored. */
export async function purgeChallenges(db: WriteDb, now: number): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expiresAt', '<=', now).execute();
}

function macOf(secret: string, { use, browser }: ChallengeBinding, content: Buffer): Buffer {
  return createHmac('sha256', secret)
    .update(`passkey challenge\n${use}\n${browser}\n`)
    .update(content)
    .digest();
}
