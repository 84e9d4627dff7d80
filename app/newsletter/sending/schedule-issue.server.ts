/** When an issue is sent, and who has approved it. */
import type { Updateable } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { IssueRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { LATE_MS, type SendingOutcome } from './sending-outcome.ts';

/**
 * Schedules a draft, or moves a scheduled issue, to `at` (UTC epoch milliseconds). The person who does this approves
 * it. `late`: the time passed more than six hours ago.
 */
export async function scheduleIssue(
  db: WriteDb,
  { now }: { now: number },
  id: string,
  at: number,
): Promise<SendingOutcome> {
  if (at < now - LATE_MS) return { kind: 'late' };
  return change(db, id, ['draft', 'scheduled'], { state: 'scheduled', sendAt: at, approvedAt: now });
}

/** Approves a scheduled issue: it is sent at its time, with its present content. */
export function approveIssue(db: WriteDb, { now }: { now: number }, id: string): Promise<SendingOutcome> {
  return change(db, id, ['scheduled'], { approvedAt: now });
}

/** Makes a scheduled issue a draft, which is sent only when someone sends or schedules it. */
export function unscheduleIssue(db: WriteDb, id: string): Promise<SendingOutcome> {
  return change(db, id, ['scheduled'], { state: 'draft', sendAt: null, approvedAt: null, unreviewed: null });
}

/** A scheduled issue is not sent, for this reason. */
export function expireIssue(
  db: WriteDb,
  { now }: { now: number },
  id: string,
  endedFor: 'late' | 'skipped' | 'empty' | 'canceled',
): Promise<SendingOutcome> {
  return change(db, id, ['scheduled'], { state: 'expired', finishedAt: now, endedFor });
}

async function change(
  db: WriteDb,
  id: string,
  states: IssueRow['state'][],
  values: Updateable<IssueRow>,
): Promise<SendingOutcome> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_issue')
    .set(values)
    .where('id', '=', id)
    .where('state', 'in', states)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? { kind: 'done' } : outcomeOfNone(db, id);
}

/** Why an update of this issue changed nothing. */
export async function outcomeOfNone(db: WriteDb, id: string): Promise<SendingOutcome> {
  const row = await db.selectFrom('newsletter_issue').select('id').where('id', '=', id).executeTakeFirst();
  return { kind: row ? 'settled' : 'missing' };
}
