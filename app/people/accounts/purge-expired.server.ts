import { purgeProofs } from '#app/people/addresses/proof-store.server.ts';
import { purgeChallenges } from '#app/people/passkeys/challenge.server.ts';
import { purgeSessions } from '#app/people/sessions/session-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';

/**
 * Deletes sessions, emailed links and used challenges that have expired at `now` (UTC epoch milliseconds). They have no
 * effect before that either: call it occasionally, from one process or several.
 */
export async function purgeExpired(db: WriteDb, now: number): Promise<void> {
  await purgeSessions(db, now);
  await purgeProofs(db, now);
  await purgeChallenges(db, now);
}
