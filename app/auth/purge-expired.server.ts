import type { WriteDb } from '#app/database/handles.ts';
import { purgeChallenges } from '#app/passkeys/challenge.server.ts';
import { purgeProofs } from './proof-store.server.ts';
import { purgeSessions } from './session-store.server.ts';

/**
 * Deletes sessions, emailed links and used challenges that have expired at `now` (UTC epoch milliseconds). They have no
 * effect before that either: call it occasionally, from one process or several.
 */
export async function purgeExpired(db: WriteDb, now: number): Promise<void> {
  await purgeSessions(db, now);
  await purgeProofs(db, now);
  await purgeChallenges(db, now);
}
