import type { WriteDb } from '#app/platform/database/handles.ts';
import type { MailRow } from '#app/platform/database/tables/operation-tables.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { LONGEST_WAIT_MS, type MailError, nextAttemptOf, TROUBLES_OF_THE_WAY } from './mail-error.ts';
import type { Letter } from './mail-queue.server.ts';

/**
 * How long a sender's claim to an email lasts. After that the sender counts as crashed, and the email is sent again.
 */
export const CLAIM_MS = 2 * MINUTE_MS;

// More than the clocks of two nodes differ.
const SET_BACK_MS = HOUR_MS;

/** An email claimed by one sender. `attempts` counts this one. */
export type ClaimedMail = { id: string; attempts: number; queuedAt: number; letter: Letter };

/** Whether any email is due at `now` (UTC epoch milliseconds): cheap enough to check every few seconds. */
export async function hasDueMail(db: WriteDb, now: number): Promise<boolean> {
  return (await findDue(db, now, [])) !== undefined;
}

/**
 * Claims the next due email for 120 seconds; undefined when there is none. Of several senders one gets it. `busy` are
 * the emails this sender is already working on: they are not claimed again, however the clock jumps.
 */
export async function claimNextMail(
  db: WriteDb,
  now: number,
  busy: readonly string[] = [],
): Promise<ClaimedMail | undefined> {
  for (;;) {
    const due = await findDue(db, now, busy);
    if (!due) return undefined;
    const claimed = await db
      .updateTable('mail')
      .set({ state: 'sending', attempts: due.attempts + 1, nextAttemptAt: now + CLAIM_MS })
      .where('id', '=', due.id)
      .where('attempts', '=', due.attempts)
      .where('state', '=', due.state)
      .returning(['id', 'kind', 'recipient', 'letter', 'attempts', 'queuedAt'])
      .executeTakeFirst();
    if (claimed) return toClaimedMail(claimed);
  }
}

function toClaimedMail(row: Pick<MailRow, 'id' | 'kind' | 'recipient' | 'letter' | 'attempts' | 'queuedAt'>) {
  const { id, attempts, queuedAt, kind, recipient, letter } = row;
  return { id, attempts, queuedAt, letter: { to: recipient, kind, ...JSON.parse(letter ?? '{}') } as Letter };
}

type DueMail = Pick<MailRow, 'id' | 'attempts' | 'state'>;

/**
 * A time further ahead than any wait can be means that the clock was set back: such an email is due as well. `sending`
 * emails are due when their claim has expired.
 */
async function findDue(db: WriteDb, now: number, busy: readonly string[]): Promise<DueMail | undefined> {
  for (const [state, longest] of [
    ['queued', LONGEST_WAIT_MS],
    ['sending', CLAIM_MS],
  ] as const) {
    const candidates = db
      .selectFrom('mail')
      .select(['id', 'attempts', 'state'])
      .where('state', '=', state)
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(1)
      .$if(busy.length > 0, (query) => query.where('id', 'not in', [...busy]));
    const due =
      (await candidates.where('nextAttemptAt', '<=', now).executeTakeFirst()) ??
      (await candidates.where('nextAttemptAt', '>', now + longest + SET_BACK_MS).executeTakeFirst());
    if (due) return due;
  }
  return undefined;
}

/** The email was sent: its text and recipient are deleted. */
export async function markSent(db: WriteDb, mail: ClaimedMail, now: number): Promise<void> {
  await settle(db, mail, {
    state: 'sent',
    recipient: null,
    letter: null,
    trouble: null,
    reply: null,
    settledAt: now,
  });
}

/**
 * The email was not sent. A permanent refusal marks it as bounced; otherwise it is retried later, and fails after 48
 * hours. Returns its new state.
 */
export async function markUnsent(
  db: WriteDb,
  mail: ClaimedMail,
  { trouble, reply }: MailError,
  now: number,
): Promise<'queued' | 'failed' | 'bounced'> {
  const next = nextAttemptOf(mail.attempts, mail.queuedAt, now);
  const state = trouble === 'refused' ? 'bounced' : next === undefined ? 'failed' : 'queued';
  const settledAt = state === 'queued' ? null : now;
  await settle(db, mail, { state, trouble, reply, settledAt, nextAttemptAt: next ?? 0 });
  return state;
}

/** Only the current claim can change an email's state. */
async function settle(db: WriteDb, mail: ClaimedMail, values: Partial<MailRow>): Promise<void> {
  await db
    .updateTable('mail')
    .set(values)
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('state', '=', 'sending')
    .execute();
}

/** The problem is solved: emails that waited for it are sent now, not at the end of their wait. */
export async function hurryWaitingMails(db: WriteDb): Promise<void> {
  await db
    .updateTable('mail')
    .set({ nextAttemptAt: 0 })
    .where('state', '=', 'queued')
    .where('trouble', 'in', TROUBLES_OF_THE_WAY)
    .execute();
}
