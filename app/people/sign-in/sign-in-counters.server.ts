import type { WriteDb } from '#app/platform/database/handles.ts';
import { forgetTries, subjectOf } from '#app/platform/throttle/throttle.server.ts';

/**
 * Resets the failed logins at an address: its owner has just verified it, or the operator has set a new password, and
 * earlier attempts of strangers must not block them.
 */
export async function clearSignInCounters(db: WriteDb, secret: string, address: string): Promise<void> {
  for (const limit of ['account', 'claim'] as const) await forgetTries(db, subjectOf(secret, limit, address));
}
