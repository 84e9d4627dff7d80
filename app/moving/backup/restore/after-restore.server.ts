import { sql } from 'kysely';
import { replaySuppressions } from '#app/moving/backup/suppression.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { pauseSchedules } from '#app/town/schedule-pause.server.ts';

const SECRETS = [
  'session',
  'api_token',
  'address_proof',
  'recovery_code',
  'passkey_challenge',
  'setup_link',
  'throttle',
] as const;

type Restoring = {
  /** When it is restored, and when the backup was made: UTC epoch milliseconds. */
  now: number;
  madeAt: number;
  /** The highest change counter the town had before. */
  highestCounter: number;
};

/**
 * What has to be done with every restored town before anyone uses it: no one is logged in, tokens and links are
 * invalid, waiting emails are not sent, the newsletter sends nothing twice, users who opted out or left stay that way, cached pages are invalid, and
 * scheduled tasks wait for the administrator. Passwords and passkeys stay; recovery codes do not, because one used
 * since the backup would work again. Returns how many users it opted out or removed.
 */
export async function finishRestore(
  db: WriteDb,
  { now, madeAt, highestCounter }: Restoring,
): Promise<number> {
  for (const table of SECRETS) await db.deleteFrom(table).execute();
  await db
    .updateTable('mail')
    .set({ state: 'withdrawn', settledAt: now, recipient: null, letter: null })
    .where('state', 'in', ['queued', 'sending', 'failed', 'bounced'])
    .execute();
  await lockNewsletter(db, now);
  const affected = await replaySuppressions(db);
  // Above everything that a page was ever rendered from here.
  await db
    .updateTable('collection_revision')
    .set({ revision: sql`"revision" + ${highestCounter + 1}` })
    .execute();
  await pauseSchedules(db, { now, madeAt });
  return affected;
}

/**
 * Issues that were being sent when the backup was made, or due since, may have been sent meanwhile. The emails that
 * waited count as unknown, and are not sent again; due issues become drafts; and occasions of the schedule that have
 * passed are not made up for.
 */
async function lockNewsletter(db: WriteDb, now: number): Promise<void> {
  const sending = db.selectFrom('newsletter_issue').select('id').where('state', '=', 'sending');
  await db
    .updateTable('newsletter_recipient')
    .set({ state: 'unknown', trouble: 'unknown', settledAt: now, nextAttemptAt: now })
    .where('issue', 'in', sending)
    .where('state', 'in', ['queued', 'sending'])
    .execute();
  await db
    .updateTable('newsletter_issue')
    .set({ heldAt: now, heldFor: 'restored', startedAt: sql`coalesce("startedAt", ${now})` })
    .where('state', '=', 'sending')
    .execute();
  await db
    .updateTable('newsletter_issue')
    .set({ state: 'draft', sendAt: null, approvedAt: null, unreviewed: null })
    .where('state', '=', 'scheduled')
    .where('sendAt', '<=', now)
    .execute();
  await db.deleteFrom('newsletter_setting').where('name', 'in', ['schedule', 'trouble']).execute();
}
