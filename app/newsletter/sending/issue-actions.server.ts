/** What can be done with an issue: scheduling, approving, sending, stopping, and sending unknown emails again. */
import { channel } from 'node:diagnostics_channel';
import type { Updateable } from 'kysely';
import { isEmpty } from '#app/newsletter/issues/edition.ts';
import { isOpen } from '#app/newsletter/issues/issue.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { type IssueContext, resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { IssueRow } from '#app/platform/database/tables/newsletter-tables.ts';
import { heldFor, inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';

/**
 * What became of an action on an issue. `settled`: it is in a state in which the action changes nothing, such as a
 * second Send. `empty`: there is nothing in it. `late`: the time has passed.
 */
export type SendingOutcome = { kind: 'done' | 'missing' | 'settled' | 'empty' | 'late' };

/** How late an issue can begin to be sent, and how long temporary problems are retried. */
export const LATE_MS = 6 * HOUR_MS;

/** Called for the sender of this process, if there is one: an issue can be sent, or soon will be. */
export const issueDue = channel('belfry:issue-due');

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

/** Pauses an issue. Emails that are on their way are finished. */
export function stopSending(db: WriteDb, { now }: { now: number }, id: string): Promise<SendingOutcome> {
  return pauseIssue(db, id, { heldAt: now, heldFor: 'stopped' });
}

/** `late`: emails could not be sent for hours; a person decides whether the issue is still worth sending. */
export function pauseIssue(
  db: WriteDb,
  id: string,
  pause: { heldAt: number; heldFor: 'stopped' | 'late' },
): Promise<SendingOutcome> {
  return change(db, id, ['sending'], pause, 'is');
}

/** Continues a paused issue, also one that a restore has paused: it counts as due now. */
export async function resumeSending(
  db: WriteDb,
  { now }: { now: number },
  id: string,
): Promise<SendingOutcome> {
  const outcome = await change(db, id, ['sending'], { heldAt: null, heldFor: null, sendAt: now }, 'is not');
  if (outcome.kind === 'done') issueDue.publish(undefined);
  return outcome;
}

/** Changes an issue in one of these states; with `held`, only if its pause is, or is not, null. */
function change(
  db: WriteDb,
  id: string,
  states: IssueRow['state'][],
  values: Updateable<IssueRow>,
  held?: 'is' | 'is not',
): Promise<SendingOutcome> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('newsletter_issue')
      .set(values)
      .where('id', '=', id)
      .where('state', 'in', states)
      .$if(held !== undefined, (query) => query.where('heldAt', held ?? 'is', null))
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n ? { kind: 'done' } : outcomeOfNone(transaction, id);
  });
}

/** Why an update of this issue changed nothing. */
async function outcomeOfNone(db: WriteDb, id: string): Promise<SendingOutcome> {
  const row = await db.selectFrom('newsletter_issue').select('id').where('id', '=', id).executeTakeFirst();
  return { kind: row ? 'settled' : 'missing' };
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

/**
 * Begins to send an issue: its content is kept as it is now, and it gets its number and the address of its web edition.
 * The job of the sender does the rest. However many people press Send at once, one begins it, and for the others it is
 * `settled`. `empty`: there is nothing in it, and nothing is sent.
 */
export async function startSending(db: WriteDb, context: IssueContext, id: string): Promise<SendingOutcome> {
  const outcome = await inTransaction(db, async (transaction): Promise<SendingOutcome> => {
    // One issue begins at a time, so that numbers have no gaps. Until then nobody changes this one.
    await lockName(transaction, 'newsletter-start');
    const row = transaction.selectFrom('newsletter_issue').select('id').where('id', '=', id);
    await row.modifyEnd(heldFor(transaction, 'update', 'newsletter_issue')).execute();
    const issue = await findIssue(transaction, id);
    if (!issue) return { kind: 'missing' };
    if (!isOpen(issue)) return { kind: 'settled' };
    const edition = await resolveIssue(transaction, context, { ...issue, sendAt: null });
    if (isEmpty(edition)) return { kind: 'empty' };
    const number = await nextNumber(transaction);
    await transaction
      .updateTable('newsletter_issue')
      .set({
        state: 'sending',
        number,
        slug: await freeSlug(transaction, edition.day),
        subject: edition.subject,
        edition: JSON.stringify({ ...edition, number }),
        sendAt: context.now,
        startedAt: null,
      })
      .where('id', '=', id)
      .execute();
    return { kind: 'done' };
  });
  if (outcome.kind === 'done') issueDue.publish(undefined);
  return outcome;
}

async function nextNumber(db: WriteDb): Promise<number> {
  const { last } = await db
    .selectFrom('newsletter_issue')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** The day, or '2026-11-20-2' for its second issue. */
async function freeSlug(db: WriteDb, day: string): Promise<string> {
  for (let turn = 1; ; turn++) {
    const slug = turn === 1 ? day : `${day}-${turn}`;
    const taken = db.selectFrom('newsletter_issue').select('id').where('slug', '=', slug);
    if (!(await taken.executeTakeFirst())) return slug;
  }
}
