import { countSubscribers } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { countRecipients } from './recipient-store.server.ts';

/** What a monitoring program needs to know about the newsletter. */
export type NewsletterFigures = {
  subscribers: Record<'waiting' | 'active' | 'unsubscribed' | 'bounced', number>;
  /** The emails of the issue that was started last, by what became of them; none before the first issue. */
  emails: Record<'sent' | 'refused' | 'unknown' | 'bounced' | 'waiting' | 'withdrawn', number> | undefined;
  /** When an email of that issue was accepted last: UTC epoch milliseconds. */
  lastSentAt: number | undefined;
  /** How many issues are being sent, and paused. */
  sending: number;
  held: number;
};

export async function readNewsletterFigures(db: ReadDb): Promise<NewsletterFigures> {
  const { flagged: _, ...subscribers } = await countSubscribers(db);
  const last = await db
    .selectFrom('newsletter_issue')
    .select('id')
    .where('number', 'is not', null)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const running = await db
    .selectFrom('newsletter_issue')
    .select(['heldAt'])
    .where('state', '=', 'sending')
    .execute();
  const held = running.filter(({ heldAt }) => heldAt !== null).length;
  const figures = { subscribers, sending: running.length - held, held };
  if (!last) return { ...figures, emails: undefined, lastSentAt: undefined };
  const { recipients: _all, unsubscribed: _left, ...emails } = await countRecipients(db, last.id);
  return { ...figures, emails, lastSentAt: await findLastSent(db, last.id) };
}

async function findLastSent(db: ReadDb, issue: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('newsletter_recipient')
    .select('nextAttemptAt')
    .where('issue', '=', issue)
    .where('state', '=', 'sent')
    .orderBy('nextAttemptAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.nextAttemptAt;
}
