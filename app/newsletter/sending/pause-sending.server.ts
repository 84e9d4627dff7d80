/** Pausing and continuing an issue that is being sent, and what a person can do about unknown outcomes. */
import { channel } from 'node:diagnostics_channel';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { outcomeOfNone } from './schedule-issue.server.ts';
import type { SendingOutcome } from './sending-outcome.ts';

/** Called for the sender of this process, if there is one: an issue can be sent, or soon will be. */
export const issueDue = channel('belfry:issue-due');

/** Pauses an issue. Emails that are on their way are finished. */
export async function stopSending(
  db: WriteDb,
  { now }: { now: number },
  id: string,
): Promise<SendingOutcome> {
  return pauseIssue(db, id, { heldAt: now, heldFor: 'stopped' });
}

/** `late`: emails could not be sent for hours; a person decides whether the issue is still worth sending. */
export async function pauseIssue(
  db: WriteDb,
  id: string,
  hold: { heldAt: number; heldFor: 'stopped' | 'late' },
): Promise<SendingOutcome> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_issue')
    .set(hold)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('heldAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n ? { kind: 'done' } : outcomeOfNone(db, id);
}

/** Continues a paused issue, also one that a restore has paused: it counts as due now. */
export async function resumeSending(
  db: WriteDb,
  { now }: { now: number },
  id: string,
): Promise<SendingOutcome> {
  const { numUpdatedRows } = await db
    .updateTable('newsletter_issue')
    .set({ heldAt: null, heldFor: null, sendAt: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('heldAt', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return outcomeOfNone(db, id);
  issueDue.publish(undefined);
  return { kind: 'done' };
}

/**
 * Sends the emails of unknown outcome again, or the one to `address`. Only a person may decide this: someone who
 * got the first one gets two.
 */
export function resendUnknown(
  db: WriteDb,
  { now }: { now: number },
  id: string,
  address?: string,
): Promise<SendingOutcome> {
  return inTransaction(db, async (transaction): Promise<SendingOutcome> => {
    const { numUpdatedRows: reopened } = await transaction
      .updateTable('newsletter_issue')
      .set((eb) => ({
        state: 'sending',
        finishedAt: null,
        sendAt: now,
        startedAt: eb.fn.coalesce('startedAt', 'builtAt'),
      }))
      .where('id', '=', id)
      .where('state', 'in', ['sending', 'sent'])
      .executeTakeFirstOrThrow();
    if (reopened === 0n) return outcomeOfNone(transaction, id);
    await transaction
      .updateTable('newsletter_recipient')
      .set({ state: 'queued', nextAttemptAt: 0, settledAt: null, trouble: null, reply: null })
      .where('issue', '=', id)
      .where('state', '=', 'unknown')
      .$if(address !== undefined, (query) => query.where('address', '=', address ?? ''))
      .execute();
    issueDue.publish(undefined);
    return { kind: 'done' };
  });
}
