import type { WriteDb } from '#app/platform/database/handles.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import {
  CLAIM_MS,
  changeClaimed,
  claimDue,
  dueAt,
  type Ledger,
  nextAttemptOf,
} from './email-claim.server.ts';
import { type MailError, TROUBLES_OF_THE_WAY } from './mail-error.ts';
import type { Letter } from './mail-queue.server.ts';

const mails: Ledger<'id'> = {
  table: 'mail',
  key: 'id',
  longestWaitMs: 4 * HOUR_MS,
  giveUpMs: 48 * HOUR_MS,
  leastAttempts: 8,
};

/** An email claimed by one sender. `attempts` counts this one. */
export type ClaimedMail = { id: string; attempts: number; queuedAt: number; letter: Letter };

/** Whether any email is due at `now` (UTC epoch milliseconds): cheap enough to check every few seconds. */
export async function hasDueMail(db: WriteDb, now: number): Promise<boolean> {
  return (await findDue(db, now, [])) !== undefined;
}

/**
 * Claims the next due email; undefined when there is none. `busy` are the emails this sender is already working on: they
 * are not claimed again, however the clock jumps.
 */
export async function claimNextMail(
  db: WriteDb,
  now: number,
  busy: readonly string[] = [],
): Promise<ClaimedMail | undefined> {
  const claimed = await claimDue(db, mails, now, () => findDue(db, now, busy));
  if (!claimed) return undefined;
  const { id, attempts, queuedAt, kind, recipient, letter } = claimed;
  return { id, attempts, queuedAt, letter: { to: recipient, kind, ...JSON.parse(letter ?? '{}') } };
}

/** An email whose sender has crashed is due when the claim has expired: it is sent again. */
async function findDue(db: WriteDb, now: number, busy: readonly string[]) {
  for (const [state, longest] of [
    ['queued', mails.longestWaitMs],
    ['sending', CLAIM_MS],
  ] as const) {
    const due = await db
      .selectFrom('mail')
      .select(['id', 'attempts', 'state', 'queuedAt', 'kind', 'recipient', 'letter'])
      .where('state', '=', state)
      .where(dueAt(now, longest))
      .$if(busy.length > 0, (query) => query.where('id', 'not in', [...busy]))
      .orderBy('nextAttemptAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (due) return due;
  }
  return undefined;
}

/** The email was sent: its text and recipient are deleted. */
export async function markSent(db: WriteDb, mail: ClaimedMail, now: number): Promise<void> {
  const erased = { recipient: null, letter: null, trouble: null, reply: null };
  await changeClaimed(db, mails, mail, { state: 'sent', settledAt: now, ...erased });
}

/**
 * The email was not sent. A permanent refusal marks it as bounced; otherwise it is retried later, and fails after 48
 * hours. Returns its new state.
 */
export async function markUnsent(
  db: WriteDb,
  mail: ClaimedMail,
  { trouble, reply, retryAfterMs }: MailError,
  now: number,
): Promise<'queued' | 'failed' | 'bounced'> {
  const attempt = { attempts: mail.attempts, since: mail.queuedAt, now, retryAfterMs };
  const next = nextAttemptOf(mails, attempt);
  const state = trouble === 'refused' ? 'bounced' : next === undefined ? 'failed' : 'queued';
  const settledAt = state === 'queued' ? null : now;
  await changeClaimed(db, mails, mail, { state, trouble, reply, settledAt, nextAttemptAt: next ?? 0 });
  return state;
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
