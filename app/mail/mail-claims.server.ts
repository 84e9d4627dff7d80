import type { WriteDb } from '#app/database/handles.ts';
import type { MailRow } from '#app/database/tables.ts';
import type { Letter } from './mail-queue.server.ts';
import { LONGEST_WAIT_MS, type MailError, nextAttemptOf, TROUBLES_OF_THE_WAY } from './mail-trouble.ts';

/** How long a sender has for a mail it claimed. After that it counts as crashed, and the mail goes once more. */
export const CLAIM_MS = 120_000;

// More than the clocks of two nodes differ.
const SET_BACK_MS = 60 * 60_000;

/** A mail that one sender has for itself until its claim ends. `attempts` counts this one. */
export type ClaimedMail = { id: string; attempts: number; queuedAt: number; letter: Letter };

/** Whether any mail is due at `now` (UTC epoch milliseconds): cheap enough to be asked every few seconds. */
export async function hasDueMail(db: WriteDb, now: number): Promise<boolean> {
  return (await findDue(db, now, [])) !== undefined;
}

/**
 * Takes the next due mail for 120 seconds; undefined when there is none. Of several senders one gets it. `busy` are the
 * mails this sender already has in hand: they are not taken again, however the clock jumps.
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
 * A time further ahead than any wait can be means that the clock was set back: such a mail is due as well. `sending`
 * mails are due when their sender let the claim run out.
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

/** The mail has gone: what it said and to whom is forgotten. */
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
 * The mail has not gone. Refused for good it is marked bounced; else it is tried again later, and given up after 48
 * hours. Answers what became of it.
 */
export async function markTroubled(
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

/** Only who still has the claim says what became of a mail. */
async function settle(db: WriteDb, mail: ClaimedMail, values: Partial<MailRow>): Promise<void> {
  await db
    .updateTable('mail')
    .set(values)
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where('state', '=', 'sending')
    .execute();
}

/** The way is free again: mails that waited for it go now, not at the end of their wait. */
export async function hurryWaitingMails(db: WriteDb): Promise<void> {
  await db
    .updateTable('mail')
    .set({ nextAttemptAt: 0 })
    .where('state', '=', 'queued')
    .where('trouble', 'in', TROUBLES_OF_THE_WAY)
    .execute();
}
