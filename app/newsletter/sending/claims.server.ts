/** Claim, send, mark: each email has one row, which one sender at a time can claim, and which is settled once. */
import type { ExpressionBuilder, Updateable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { RecipientRow } from '#app/platform/database/tables/newsletter-tables.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { MailError } from '#app/platform/mail/mail-error.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { LATE_MS } from './sending-outcome.ts';

const LONGEST_WAIT_MS = HOUR_MS;
/** More than the clocks of two nodes differ. */
const SET_BACK_MS = HOUR_MS;
const CLAIM_MS = 2 * MINUTE_MS;
/** A clock that jumps ahead must not make all waiting emails fail at their first problem. */
const LEAST_ATTEMPTS = 5;

/** An email that one sender has claimed. `attempts` counts this one. */
export type ClaimedEmail = Pick<RecipientRow, 'issue' | 'address' | 'subscriber' | 'domain' | 'tag'> & {
  attempts: number;
};

/** Those that wait and are due at `now`. A time further ahead than any wait means that the clock was set back. */
function dueAt(now: number) {
  return (eb: ExpressionBuilder<Tables, 'newsletter_recipient'>) =>
    eb.or([eb('nextAttemptAt', '<=', now), eb('nextAttemptAt', '>', now + LONGEST_WAIT_MS + SET_BACK_MS)]);
}

/** The domains of the emails of an issue that are due, by name. */
export async function listDueDomains(db: ReadDb, issue: string, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('newsletter_recipient')
    .select('domain')
    .distinct()
    .where('issue', '=', issue)
    .where('state', '=', 'queued')
    .where(dueAt(now))
    .orderBy('domain')
    .execute();
  return rows.map(({ domain }) => domain);
}

/**
 * Claims the next due email to this domain; undefined when there is none, or the issue is paused. Of several senders
 * one gets it.
 */
export async function claimNext(
  db: WriteDb,
  { issue, domain, now }: { issue: string; domain: string; now: number },
): Promise<ClaimedEmail | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('newsletter_recipient')
      .select(['tag', 'attempts'])
      .where('issue', '=', issue)
      .where('state', '=', 'queued')
      .where('domain', '=', domain)
      .where(dueAt(now))
      .orderBy('nextAttemptAt')
      .orderBy('address')
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const claimed = await db
      .updateTable('newsletter_recipient')
      .set({ state: 'sending', attempts: due.attempts + 1, nextAttemptAt: now + CLAIM_MS })
      .where('tag', '=', due.tag)
      .where('state', '=', 'queued')
      .where('attempts', '=', due.attempts)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('newsletter_issue')
            .select('id')
            .where('id', '=', issue)
            .where('state', '=', 'sending')
            .where('heldAt', 'is', null),
        ),
      )
      .returning(['issue', 'address', 'subscriber', 'domain', 'tag', 'attempts'])
      .executeTakeFirst();
    if (claimed) return claimed;
    if (!(await isRunning(db, issue))) return undefined;
  }
}

/** The issues that are being sent and not paused, the one that began first first. */
export function listRunning(db: ReadDb): Promise<{ id: string; startedAt: number | null }[]> {
  return db
    .selectFrom('newsletter_issue')
    .select(['id', 'startedAt'])
    .where('state', '=', 'sending')
    .where('heldAt', 'is', null)
    .orderBy('number')
    .execute();
}

/** Whether the issue has emails that are due or were left by a sender that is gone, or has none left at all. */
export async function hasDueEmails(db: ReadDb, issue: string, now: number): Promise<boolean> {
  const open = db.selectFrom('newsletter_recipient').select('tag').where('issue', '=', issue).limit(1);
  if (await open.where('state', '=', 'sending').executeTakeFirst()) return true;
  const queued = open.where('state', '=', 'queued');
  if (await queued.where(dueAt(now)).executeTakeFirst()) return true;
  return !(await queued.executeTakeFirst());
}

/** When the issue was started or resumed: UTC epoch milliseconds. */
export async function findStart(db: ReadDb, id: string): Promise<number> {
  const issue = db.selectFrom('newsletter_issue').select(['startedAt', 'sendAt']).where('id', '=', id);
  const { startedAt = 0, sendAt = 0 } = (await issue.executeTakeFirst()) ?? {};
  return Math.max(startedAt ?? 0, sendAt ?? 0);
}

/** When an email of the issue was accepted or refused, or is tried next: the last of these; 0 before the first. */
export async function findLastMove(db: ReadDb, id: string): Promise<number> {
  const last = (['sent', 'refused', 'queued', 'sending'] as const).map((state) =>
    db
      .selectFrom('newsletter_recipient')
      .select('nextAttemptAt as at')
      .where('issue', '=', id)
      .where('state', '=', state)
      .orderBy('nextAttemptAt', 'desc')
      .limit(1)
      .executeTakeFirst(),
  );
  return Math.max(0, ...(await Promise.all(last)).map((row) => row?.at ?? 0));
}

/** Whether the issue is being sent and not paused. */
export async function isRunning(db: ReadDb, issue: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletter_issue')
    .select('id')
    .where('id', '=', issue)
    .where('state', '=', 'sending')
    .where('heldAt', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * The mail server accepted it, with this response. Also corrects a claim that was given up meanwhile, and keeps it from
 * being sent again if a person has asked for that.
 */
export function markSent(db: WriteDb, email: ClaimedEmail, reply: string, now: number): Promise<void> {
  const sent = { state: 'sent' as const, reply, trouble: null, ...settledAt(now) };
  return settle(db, email, sent, ['sending', 'unknown', 'queued']);
}

/** Nobody knows whether it arrived. It is never sent again automatically. */
export function markUnknown(db: WriteDb, email: ClaimedEmail, error: MailError, now: number): Promise<void> {
  return settle(db, email, { state: 'unknown', ...wordsOf(error), ...settledAt(now) });
}

export function markRefused(db: WriteDb, email: ClaimedEmail, error: MailError, now: number): Promise<void> {
  return settle(db, email, { state: 'refused', ...wordsOf(error), ...settledAt(now) });
}

/** The subscriber is no longer one, or no longer wants what the issue has. */
export function markWithdrawn(db: WriteDb, email: ClaimedEmail, now: number): Promise<void> {
  return settle(db, email, { state: 'withdrawn', trouble: null, reply: null, ...settledAt(now) });
}

/**
 * Certainly not sent, for a reason that may pass: it is tried again after a minute, then after twice as long each time,
 * up to an hour. Six hours after the issue was started, it is refused. Returns its new state.
 */
export async function markDeferred(
  db: WriteDb,
  email: ClaimedEmail,
  error: MailError,
  { startedAt, now }: { startedAt: number; now: number },
): Promise<'queued' | 'refused'> {
  const next = now + Math.min(MINUTE_MS * 2 ** (email.attempts - 1), LONGEST_WAIT_MS);
  if (next > startedAt + LATE_MS && email.attempts >= LEAST_ATTEMPTS) {
    await markRefused(db, email, error, now);
    return 'refused';
  }
  await requeue(db, email, { ...wordsOf(error), nextAttemptAt: next });
  return 'queued';
}

/** Certainly not sent, and not for a reason of its own: it is the next again. */
export function release(db: WriteDb, email: ClaimedEmail): Promise<void> {
  return requeue(db, email, { nextAttemptAt: 0 });
}

async function requeue(db: WriteDb, email: ClaimedEmail, values: Updateable<RecipientRow>): Promise<void> {
  await db
    .updateTable('newsletter_recipient')
    .set({ ...values, state: 'queued' })
    .where('tag', '=', email.tag)
    .where('attempts', '=', email.attempts)
    .where('state', '=', 'sending')
    .execute();
}

/** Only the last claim can settle an email. */
async function settle(
  db: WriteDb,
  email: ClaimedEmail,
  values: Updateable<RecipientRow>,
  states: RecipientRow['state'][] = ['sending', 'unknown'],
): Promise<void> {
  await db
    .updateTable('newsletter_recipient')
    .set(values)
    .where('tag', '=', email.tag)
    .where('attempts', '=', email.attempts)
    .where('state', 'in', states)
    .execute();
}

/** Lists of settled emails are in the order of `nextAttemptAt`, which has an index. */
function settledAt(now: number) {
  return { settledAt: now, nextAttemptAt: now };
}

function wordsOf({ trouble, reply }: MailError) {
  return { trouble, reply };
}

/** Emails that were refused wait again until `at` (UTC epoch milliseconds), because it was not their fault. */
export async function requeueRefused(db: WriteDb, tags: readonly string[], at: number): Promise<void> {
  await db
    .updateTable('newsletter_recipient')
    .set({ state: 'queued', settledAt: null, nextAttemptAt: at })
    .where('tag', 'in', [...tags])
    .where('state', '=', 'refused')
    .execute();
}

/**
 * Gives up the claims of senders that are gone: the outcome is unknown. Only the holder of the sender's lease may call
 * this, and before it claims anything. A former holder that still runs corrects what it knows.
 */
export async function giveUpClaims(db: WriteDb, issue: string, now: number): Promise<void> {
  await db
    .updateTable('newsletter_recipient')
    .set({ state: 'unknown', trouble: 'unknown', reply: null, ...settledAt(now) })
    .where('issue', '=', issue)
    .where('state', '=', 'sending')
    .execute();
}

/** The issue is sent once no email is waiting; then this says so, and whether it did. `now` is UTC epoch milliseconds. */
export function finishIssue(db: WriteDb, issue: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('newsletter_issue')
      .set({ state: 'sent', finishedAt: now, heldAt: null, heldFor: null })
      .where('id', '=', issue)
      .where('state', '=', 'sending')
      .where('startedAt', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('newsletter_recipient')
              .select('tag')
              .where('issue', '=', issue)
              .where('state', 'in', ['queued', 'sending']),
          ),
        ),
      )
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}
