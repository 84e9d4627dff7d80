import { createHash, randomUUID } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { isEmailAddress } from './email-address.ts';

/** The kinds of emails; each says in plain words why it was sent. */
export type MailKind =
  | 'verify-address'
  | 'reset-password'
  | 'address-changed'
  | 'password-changed'
  | 'google-linked'
  | 'passkey-added'
  | 'passkey-removed'
  | 'recovery-codes'
  | 'new-sign-in'
  | 'account-exists'
  | 'mail-cap'
  | 'confirm-newsletter'
  | 'newsletter-known'
  | 'issue-ready'
  | 'successor'
  | 'invitation'
  | 'invitation-declined'
  | 'administrator-offer'
  | 'administrator-transferred'
  | 'waiting'
  | 'trouble'
  | 'trouble-over'
  | 'newsletter-test'
  | 'suggestion-received'
  | 'suggestion-decided'
  | 'test';

/**
 * An email as text only, which is escaped wherever it is shown. `action` is the one thing the reader can do, `footnote`
 * small print below.
 */
export type Letter = {
  to: string;
  kind: MailKind;
  subject: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footnote?: string;
  /** Of a test of the newsletter: the issue, whose content is sent instead. */
  issue?: string;
};

/** Called for the sender of this process, if there is one: something was queued, or soon will be. */
export const mailQueued = channel('belfry:mail-queued');

/**
 * Queues an email in the caller's transaction. It is sent after the transaction, never inside a request. `now`
 * is UTC epoch milliseconds. Throws RangeError for an address outside the narrow grammar and for an action that
 * is not a web address. With `onceFor`, nothing is queued if an email was queued for the same text before, by any
 * process, until its record is deleted 30 days after it was sent.
 */
export async function queueMail(db: WriteDb, letter: Letter, now: number, onceFor?: string): Promise<void> {
  const { to, kind, ...content } = letter;
  if (!isEmailAddress(to)) throw new RangeError('an email needs a valid address');
  if (content.action && !/^https?:$/.test(URL.parse(content.action.url)?.protocol ?? '')) {
    throw new RangeError('the action of an email must be a web address');
  }
  await db
    .insertInto('mail')
    .values({
      id: onceFor === undefined ? randomUUID() : idFor(onceFor),
      kind,
      recipient: to,
      letter: JSON.stringify(content),
      state: 'queued',
      attempts: 0,
      // At once, whatever the clock does until then.
      nextAttemptAt: 0,
      queuedAt: now,
    })
    .$if(onceFor !== undefined, (query) => query.onConflict((conflict) => conflict.column('id').doNothing()))
    .execute();
  mailQueued.publish(undefined);
}

/** Whether an email was queued once for this text. */
export async function wasQueuedFor(db: ReadDb, onceFor: string): Promise<boolean> {
  const row = await db.selectFrom('mail').select('id').where('id', '=', idFor(onceFor)).executeTakeFirst();
  return row !== undefined;
}

/** The same for the same text, in the form of all ids. */
function idFor(text: string): string {
  const hash = createHash('sha256').update(text).digest('hex');
  return [
    [0, 8],
    [8, 12],
    [12, 16],
    [16, 20],
    [20, 32],
  ]
    .map(([from, to]) => hash.slice(from, to))
    .join('-');
}

/**
 * Withdraws what is waiting for an address, and deletes address and text of what could not be sent. `now` is UTC epoch
 * milliseconds.
 */
export async function withdrawMailsTo(db: WriteDb, to: string, now: number): Promise<void> {
  await db
    .updateTable('mail')
    .set({ state: 'withdrawn', recipient: null, letter: null, settledAt: now })
    .where('recipient', '=', to)
    .where('state', 'in', ['queued', 'sending', 'failed', 'bounced'])
    .execute();
}
