import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';

/** What a poll without an end has in its column `endsAt`. */
const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * Polls that were closed or archived after the moment are as before. Which ballots had been cast by then is not stored, to
 * keep votes secret, so a poll that was open then has none; it has those who had voted by then, to the hour.
 */
export function reopenPolls(db: WriteDb, moment: number): Promise<void> {
  return inTransaction(db, async (step) => {
    await step
      .updateTable('poll')
      .set({ archived: 0, archivedAt: null })
      .where('archivedAt', '>', moment)
      .execute();
    await step
      .updateTable('poll')
      .set(({ fn, ref, val }) => ({ closedAt: null, endsAt: fn.coalesce(ref('closesAt'), val(NO_END)) }))
      .where('closedAt', '>', moment)
      .execute();
    await step.deleteFrom('poll_closing').where('closedAt', '>', moment).execute();
    await step.deleteFrom('poll_note').where('at', '>', moment).execute();
    const open = step.selectFrom('poll').select('id').where('closedAt', 'is', null);
    for (const table of ['poll_ballot', 'poll_sealing'] as const)
      await step.deleteFrom(table).where('pollId', 'in', open).execute();
    await step.deleteFrom('poll_voter').where('pollId', 'in', open).where('votedAt', '>', moment).execute();
  });
}
