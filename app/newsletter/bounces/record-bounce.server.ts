import { markBounce } from '#app/newsletter/subscribers/mark-bounce.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { oneLine } from './report-fields.ts';

export type NewBounce = {
  /** The email that came back. */
  tag: string;
  kind: 'hard' | 'soft' | 'complaint';
  status?: string | undefined;
  reply?: string | undefined;
  /** 'smtp', 'mailbox', or the provider whose webhook reported it. */
  via: string;
};

/** `unknown`: no email has this tag. `known`: it was recorded before, and nothing changed. */
export type Recorded = 'recorded' | 'known' | 'unknown';

/**
 * Records that an email bounced or that its recipient complained, at most once per email and kind, however often and
 * over however many ways it is reported. The email counts as bounced, and `markBounce` decides about the subscriber.
 */
export function recordBounce(db: WriteDb, bounce: NewBounce, now: number): Promise<Recorded> {
  const { tag, kind, status, via } = bounce;
  const reply = oneLine(bounce.reply ?? '') || null;
  return inTransaction(db, async (transaction) => {
    const email = await transaction
      .selectFrom('newsletter_recipient')
      .select(['issue', 'subscriber'])
      .where('tag', '=', tag)
      .executeTakeFirst();
    if (!email) return 'unknown';
    const added = await transaction
      .insertInto('newsletter_bounce')
      .values({ id: `${tag}:${kind}`, at: now, kind, ...email, via, status: status ?? null, reply })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return 'known';
    if (kind !== 'complaint') await markUndelivered(transaction, tag, reply);
    await markBounce(transaction, email.subscriber, { kind, reply }, now);
    return 'recorded';
  });
}

/** An email that the mail server refused at once stays `refused`. */
async function markUndelivered(db: WriteDb, tag: string, reply: string | null): Promise<void> {
  await db
    .updateTable('newsletter_recipient')
    .set({ state: 'bounced', reply })
    .where('tag', '=', tag)
    .where('state', 'in', ['sent', 'unknown', 'sending'])
    .execute();
}
