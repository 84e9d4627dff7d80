/** Brings a copy of a town to another moment, with the functions that the site itself uses. */

import { publishDueItems } from '#app/items/drafts/publish-due-items.server.ts';
import { startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { closeDuePolls } from '#app/polls/close-poll.server.ts';
import { finishSealing } from '#app/polls/votes/ballot-sealing.server.ts';
import { goBack, type Journey } from './go-back.server.ts';

/** Changes the copy so that it is as the town is at the moment. Throws the signal's reason when it fires. */
export async function bringToMoment(db: WriteDb, journey: Journey): Promise<void> {
  const { moment, now, collections, signal } = journey;
  if (moment < now) await goBack(db, journey);
  signal.throwIfAborted();
  await publishDueItems(db, collections, moment, signal);
  await closeDuePolls(db, moment, signal);
  await finishSealing(db, signal);
  await sendDueIssues(db, journey);
  signal.throwIfAborted();
}

/** Issues that are scheduled are in the archive from their time on. Nobody sends them: a copy has no jobs. */
async function sendDueIssues(db: WriteDb, { moment, town }: Journey): Promise<void> {
  const due = await db
    .selectFrom('newsletter_issue')
    .select(['id', 'sendAt'])
    .where('state', '=', 'scheduled')
    .where('sendAt', '<=', moment)
    .where(({ eb, or }) =>
      or([eb('unreviewed', 'is', null), eb('unreviewed', '=', 'send'), eb('approvedAt', 'is not', null)]),
    )
    .orderBy('sendAt')
    .execute();
  for (const { id, sendAt } of due) await startSending(db, { town, now: sendAt ?? moment }, id);
}
