import type { WriteDb } from '#app/database/handles.ts';
import { forgetTries, subjectOf } from '#app/throttle/throttle.server.ts';

/**
 * Forgets every failed sign-in at an address: its owner has just proved it, or the operator has set a new password, and
 * what strangers tried before must not keep them out.
 */
export async function clearSignInCounters(db: WriteDb, secret: string, address: string): Promise<void> {
  for (const limit of ['account', 'claim'] as const) await forgetTries(db, subjectOf(secret, limit, address));
}
