import type { WriteDb } from '#app/database/handles.ts';
import { purgeChallenges } from '#app/passkeys/challenge.server.ts';
import { purgeProofs } from './proof-store.server.ts';
import { purgeSessions } from './session-store.server.ts';

/**
 * Removes sessions, mailed links and used challenges that no longer count at `now` (UTC epoch milliseconds). They have no
 * effect before it either: to be called now and then, by one process or several.
 */
export async function purgeExpired(db: WriteDb, now: number): Promise<void> {
  await purgeSessions(db, now);
  await purgeProofs(db, now);
  await purgeChallenges(db, now);
}
