import { isEmpty } from '#app/newsletter/issues/edition.ts';
import { isOpen } from '#app/newsletter/issues/issue.ts';
import { findIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { type IssueContext, resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { heldFor, inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { issueDue } from './pause-sending.server.ts';
import type { SendingOutcome } from './sending-outcome.ts';

/**
 * Begins to send an issue: its content is kept as it is now, and it gets its number and the address of its web edition.
 * The job of the sender does the rest. However many people press Send at once, one begins it, and for the others it is
 * `settled`. `empty`: there is nothing in it, and nothing is sent.
 */
export async function startSending(db: WriteDb, context: IssueContext, id: string): Promise<SendingOutcome> {
  const outcome = await inTransaction(db, async (transaction): Promise<SendingOutcome> => {
    // One issue begins at a time, so that numbers have no gaps. Until then nobody changes this one.
    await lockName(transaction, 'newsletter-start');
    const row = transaction.selectFrom('newsletter_issue').select('id').where('id', '=', id);
    await row.modifyEnd(heldFor(transaction, 'update', 'newsletter_issue')).execute();
    const issue = await findIssue(transaction, id);
    if (!issue) return { kind: 'missing' };
    if (!isOpen(issue)) return { kind: 'settled' };
    const edition = await resolveIssue(transaction, context, { ...issue, sendAt: null });
    if (isEmpty(edition)) return { kind: 'empty' };
    const number = await nextNumber(transaction);
    await transaction
      .updateTable('newsletter_issue')
      .set({
        state: 'sending',
        number,
        slug: await freeSlug(transaction, edition.day),
        subject: edition.subject,
        edition: JSON.stringify({ ...edition, number }),
        sendAt: context.now,
        startedAt: null,
      })
      .where('id', '=', id)
      .execute();
    return { kind: 'done' };
  });
  if (outcome.kind === 'done') issueDue.publish(undefined);
  return outcome;
}

async function nextNumber(db: WriteDb): Promise<number> {
  const { last } = await db
    .selectFrom('newsletter_issue')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

/** The day, or '2026-11-20-2' for its second issue. */
async function freeSlug(db: WriteDb, day: string): Promise<string> {
  for (let turn = 1; ; turn++) {
    const slug = turn === 1 ? day : `${day}-${turn}`;
    const taken = db.selectFrom('newsletter_issue').select('id').where('slug', '=', slug);
    if (!(await taken.executeTakeFirst())) return slug;
  }
}
