import { sql } from 'kysely';
import type { WriteDb } from '#app/database/handles.ts';
import { pauseSchedules } from './backup-settings.server.ts';
import { replaySuppressions } from './suppression.server.ts';

const SECRETS = [
  'session',
  'api_token',
  'address_proof',
  'recovery_code',
  'passkey_challenge',
  'setup_link',
  'throttle',
] as const;

export type Restoring = {
  /** When it is restored, and from when the backup is: UTC epoch milliseconds. */
  now: number;
  madeAt: number;
  /** The highest revision the town had before. */
  presentRevision: number;
};

/**
 * What has to be done with every restored town before anybody sees it: nobody is signed in, no token and no link
 * works, no mail that waited goes out, who opted out or left stays so, pages that were kept count no more, and what runs
 * by the calendar waits for the administrator. Passwords and passkeys stay; recovery codes do not, because one that has been
 * used since the backup would work again. Answers how many people it opted out or removed.
 */
export async function finishRestore(
  db: WriteDb,
  { now, madeAt, presentRevision }: Restoring,
): Promise<number> {
  for (const table of SECRETS) await db.deleteFrom(table).execute();
  await db
    .updateTable('mail')
    .set({ state: 'withdrawn', settledAt: now, recipient: null, letter: null })
    .where('state', 'in', ['queued', 'sending', 'failed', 'bounced'])
    .execute();
  const affected = await replaySuppressions(db);
  // Above everything that a page was ever made of here.
  await db
    .updateTable('collection_revision')
    .set({ revision: sql`"revision" + ${presentRevision + 1}` })
    .execute();
  await pauseSchedules(db, { now, madeAt });
  return affected;
}
