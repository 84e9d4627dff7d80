import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MailRow } from '#app/platform/database/tables/operation-tables.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import type { MailFault } from './mail-error.ts';
import { mailQueued } from './mail-queue.server.ts';

/** How long the text of a failed email is stored, and it can be retried. */
const RETRY_MS = 7 * DAY_MS;
/** How long the record of an email is stored. */
export const REMEMBERED_MS = 30 * DAY_MS;

/** An email that is waiting or failed. `recipient` is deleted after seven days, and then it can't be retried. */
export type UnsentMail = Pick<MailRow, 'id' | 'kind' | 'recipient' | 'attempts' | 'queuedAt' | 'reply'> & {
  state: 'waiting' | 'failed' | 'bounced';
  trouble: MailFault | null;
};

type QueueState = { waiting: number; sent: number; troubled: UnsentMail[] };

const SHOWN = 100;

/**
 * The state of the queue: how many are waiting, how many were sent in the last 30 days, and the newest 100 that are
 * waiting or failed.
 */
export async function readQueueState(db: ReadDb): Promise<QueueState> {
  const counts = await db
    .selectFrom('mail')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const countOf = (...states: MailRow['state'][]) =>
    counts.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + Number(count), 0);
  return {
    waiting: countOf('queued', 'sending'),
    sent: countOf('sent'),
    troubled: await listUnsentMails(db),
  };
}

async function listUnsentMails(db: ReadDb): Promise<UnsentMail[]> {
  const rows = await db
    .selectFrom('mail')
    .select(['id', 'kind', 'recipient', 'state', 'attempts', 'queuedAt', 'trouble', 'reply'])
    .where('state', 'in', ['queued', 'sending', 'failed', 'bounced'])
    .orderBy('queuedAt', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute();
  return rows.map(({ state, trouble, ...row }) => ({
    ...row,
    state: state === 'failed' || state === 'bounced' ? state : 'waiting',
    trouble: trouble as MailFault | null,
  }));
}

/**
 * Puts an email that is waiting, failed or bounced at the head of the queue, with 48 hours from now. `now` is UTC epoch
 * milliseconds. False when there is none with this id, or its text was deleted.
 */
export async function retryMail(db: WriteDb, id: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mail')
    .set({ state: 'queued', attempts: 0, nextAttemptAt: 0, queuedAt: now, settledAt: null })
    .where('id', '=', id)
    .where('state', 'in', ['queued', 'failed', 'bounced'])
    .where('letter', 'is not', null)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 1n) mailQueued.publish(undefined);
  return numUpdatedRows === 1n;
}

/**
 * Deletes the texts of failed emails seven days after they failed, and their records after 30 days. `now` is UTC epoch
 * milliseconds.
 */
export async function removeOldMails(db: WriteDb, now: number): Promise<void> {
  await db
    .deleteFrom('mail')
    .where('settledAt', '<', now - REMEMBERED_MS)
    .execute();
  await db
    .updateTable('mail')
    .set({ recipient: null, letter: null, reply: null })
    .where('settledAt', '<', now - RETRY_MS)
    .where('letter', 'is not', null)
    .execute();
}
