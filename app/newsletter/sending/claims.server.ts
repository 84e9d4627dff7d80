/** Claim, send, mark: each email has one row, which one sender at a time can claim, and which is settled once. */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { RecipientRow } from '#app/platform/database/tables/newsletter-tables.ts';
import type { Tables } from '#app/platform/database/tables/tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import {
  changeClaimed,
  claimDue,
  dueAt as dueWithin,
  type Ledger,
  nextAttemptOf,
} from '#app/platform/mail/email-claim.server.ts';
import type { MailError } from '#app/platform/mail/mail-error.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { LATE_MS } from './issue-actions.server.ts';
import { findLastOf } from './recipient-store.server.ts';

const recipients: Ledger<'tag'> = {
  table: 'newsletter_recipient',
  key: 'tag',
  longestWaitMs: HOUR_MS,
  giveUpMs: LATE_MS,
  leastAttempts: 5,
};

/** An email that one sender has claimed. `attempts` counts this one. */
export type ClaimedEmail = Pick<RecipientRow, 'issue' | 'address' | 'subscriber' | 'domain' | 'tag'> & {
  attempts: number;
};

const dueAt = (now: number) => dueWithin(now, recipients.longestWaitMs);

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
export function claimNext(
  db: WriteDb,
  { issue, domain, now }: { issue: string; domain: string; now: number },
): Promise<ClaimedEmail | undefined> {
  const findDue = () =>
    db
      .selectFrom('newsletter_recipient')
      .select(['issue', 'address', 'subscriber', 'domain', 'tag', 'attempts', 'state'])
      .where('issue', '=', issue)
      .where('state', '=', 'queued')
      .where('domain', '=', domain)
      .where(dueAt(now))
      .where(runs(issue))
      .orderBy('nextAttemptAt')
      .orderBy('address')
      .limit(1)
      .executeTakeFirst();
  return claimDue(db, recipients, now, findDue, runs(issue));
}

/** Whether the issue is being sent and not paused, as a condition. */
function runs(issue: string): Expression<SqlBool> {
  const eb = expressionBuilder<Tables>();
  return eb.exists(
    eb
      .selectFrom('newsletter_issue')
      .select('id')
      .where('id', '=', issue)
      .where('state', '=', 'sending')
      .where('heldAt', 'is', null),
  );
}

/** The issues that are being sent and not paused: urgent notices, which have no number, then the one that began first. */
export async function listRunning(db: ReadDb): Promise<{ id: string; startedAt: number | null }[]> {
  const rows = await db
    .selectFrom('newsletter_issue')
    .select(['id', 'startedAt', 'number'])
    .where('state', '=', 'sending')
    .where('heldAt', 'is', null)
    .orderBy('number')
    .execute();
  return rows.toSorted((one, other) => (one.number ?? 0) - (other.number ?? 0));
}

/** Whether the issue is being sent and not paused. */
export async function isRunning(db: ReadDb, issue: string): Promise<boolean> {
  return (await listRunning(db)).some(({ id }) => id === issue);
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
  const states = ['sent', 'refused', 'queued', 'sending'] as const;
  const last = await Promise.all(states.map((state) => findLastOf(db, id, state)));
  return Math.max(0, ...last.map((at) => at ?? 0));
}

/**
 * The mail server accepted it, with this response. Also corrects a claim that was given up meanwhile, and keeps it from
 * being sent again if a person has asked for that.
 */
export async function markSent(db: WriteDb, email: ClaimedEmail, reply: string, now: number): Promise<void> {
  const sent = { state: 'sent' as const, reply, trouble: null, ...settledAt(now) };
  await changeClaimed(db, recipients, email, sent, ['sending', 'unknown', 'queued']);
}

/** Nobody knows whether it arrived. It is never sent again automatically. */
export function markUnknown(db: WriteDb, email: ClaimedEmail, error: MailError, now: number): Promise<void> {
  return finish(db, email, 'unknown', error, now);
}

export function markRefused(db: WriteDb, email: ClaimedEmail, error: MailError, now: number): Promise<void> {
  return finish(db, email, 'refused', error, now);
}

/** The subscriber is no longer one, or no longer wants what the issue has. */
export function markWithdrawn(db: WriteDb, email: ClaimedEmail, now: number): Promise<void> {
  return finish(db, email, 'withdrawn', { trouble: null, reply: null }, now);
}

/** A claim that was given up meanwhile is corrected. */
async function finish(
  db: WriteDb,
  email: ClaimedEmail,
  state: 'unknown' | 'refused' | 'withdrawn',
  { trouble, reply }: Pick<MailError, 'trouble' | 'reply'> | { trouble: null; reply: null },
  now: number,
): Promise<void> {
  const values = { state, trouble, reply, ...settledAt(now) };
  await changeClaimed(db, recipients, email, values, ['sending', 'unknown']);
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
  const next = nextAttemptOf(recipients, { attempts: email.attempts, since: startedAt, now });
  if (next === undefined) {
    await markRefused(db, email, error, now);
    return 'refused';
  }
  const { trouble, reply } = error;
  await changeClaimed(db, recipients, email, { state: 'queued', trouble, reply, nextAttemptAt: next });
  return 'queued';
}

/** Certainly not sent, and not for a reason of its own: it is the next again. */
export async function release(db: WriteDb, email: ClaimedEmail): Promise<void> {
  await changeClaimed(db, recipients, email, { state: 'queued', nextAttemptAt: 0 });
}

/** Lists of settled emails are in the order of `nextAttemptAt`, which has an index. */
function settledAt(now: number) {
  return { settledAt: now, nextAttemptAt: now };
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

/** The issue is sent once no email is waiting; then this says so. `now` is UTC epoch milliseconds. */
export function finishIssue(db: WriteDb, issue: string, now: number): Promise<void> {
  return inTransaction(db, async (transaction) => {
    await transaction
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
      .execute();
  });
}
