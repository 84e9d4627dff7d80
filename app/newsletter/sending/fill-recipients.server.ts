import { randomBytes } from 'node:crypto';
import { topicsOf } from '#app/newsletter/issues/edition.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { type ActiveSubscriber, listActive } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { domainOf } from '#app/platform/mail/mail-sender.ts';
import type { Topic } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { frequenciesOf } from './forecast.server.ts';

const SLICE = 500;

/** An issue whose content is kept. */
type StartedIssue = Pick<Issue, 'id' | 'audience'> & { edition: NonNullable<Issue['edition']> };

/**
 * Creates the row of each email of an issue, one per address, in slices; then the issue counts as started. After a crash
 * it continues, and rows that are there stay as they are. `now` is UTC epoch milliseconds.
 */
export async function fillRecipients(
  db: WriteDb,
  issue: StartedIssue,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<void> {
  await syncMembers(db, now, signal);
  const frequencies = frequenciesOf(issue, await findNewsletterPlan(db));
  const available = topicsOf(issue.edition);
  for (let after = ''; !signal.aborted; ) {
    const subscribers = await listActive(db, { frequencies, after, limit: SLICE });
    const rows = subscribers.flatMap((subscriber) => recipientRowsOf(issue.id, subscriber, available));
    // An address that has a row keeps it: nobody gets an issue twice.
    if (rows.length > 0)
      await db
        .insertInto('newsletter_recipient')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['issue', 'address']).doNothing())
        .execute();
    const last = subscribers.at(-1);
    if (subscribers.length === SLICE && last) after = last.id;
    else return markStarted(db, issue.id, now);
  }
}

/** The row of the email to a subscriber, who wants at least one of the topics. Its tag is random and survives changes of case. */
function recipientRowsOf(issue: string, { id, address, topics }: ActiveSubscriber, available: Topic[]) {
  const wanted = available.filter((topic) => topics.includes(topic));
  if (wanted.length === 0) return [];
  const tag = randomBytes(12).toString('hex');
  const state = 'queued' as const;
  return { issue, address, subscriber: id, topics: wanted.join(' '), domain: domainOf(address), tag, state };
}

async function markStarted(db: WriteDb, id: string, now: number): Promise<void> {
  await db
    .updateTable('newsletter_issue')
    .set({ startedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('startedAt', 'is', null)
    .execute();
}
