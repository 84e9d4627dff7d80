/** Emails the administrator what would otherwise only be seen by looking at the site. */

import { findStreak, type Success, successes } from '#app/moving/backup/backup-streak.server.ts';
import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { type Letter, queueMail, wasQueuedFor } from '#app/platform/mail/mail-queue.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import type { Town } from '#app/town/town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { backupErrorEmail, issueLetter, recoveryLetter } from './error-emails.ts';

/** `now` is UTC epoch milliseconds. */
type Reporting = { settings: Settings; now: number };

/** `onceFor` names what it is about: there is at most one email for it. */
type Report = { onceFor: string; content: Omit<Letter, 'to'> };

/**
 * Queues one email to the administrator when backups, their copies or their tests begin to fail, one when they work
 * again, and one for each issue of the newsletter that is paused because it is late or was not sent. Each is queued
 * once, whichever process looks and however often. Not without an administrator, and not while the jobs wait after a
 * restore.
 */
export async function reportErrors(db: WriteDb, { settings, now }: Reporting): Promise<void> {
  if (await findPause(db)) return;
  const administrator = await findAdministrator(db, settings);
  if (!administrator) return;
  const context = { town: await findTown(db), url: settings.url, now };
  const reports = [...(await listBackupReports(db, context)), ...(await listIssueReports(db, context))];
  for (const { onceFor, content } of reports)
    await queueMail(db, { ...content, to: administrator.email }, now, onceFor);
}

type Context = { town: Town; url: string; now: number };

/** A success that came between two looks is still found among the last of them. */
const GOOD_ONES = 4;

async function listBackupReports(db: ReadDb, context: Context): Promise<Report[]> {
  const reports: Report[] = [];
  for (const success of successes) {
    const { failed, good } = await findStreak(db, success, context.now, GOOD_ONES);
    if (failed)
      reports.push({
        onceFor: failureAfter(success, good[0]),
        content: backupErrorEmail(success, failed, good[0], context),
      });
    for (const [index, run] of good.slice(0, GOOD_ONES - 1).entries()) {
      const failure = failureAfter(success, good[index + 1]);
      if (await wasQueuedFor(db, failure))
        reports.push({ onceFor: `over ${failure}`, content: recoveryLetter(success, run, context) });
    }
  }
  return reports;
}

/** Failures are one as long as there is no success: they are named after the last one before. */
function failureAfter(success: Success, good: { id: string } | undefined): string {
  return `${success} failed after ${good?.id ?? 'none'}`;
}

/** An issue that was not sent is old news then, for instance after a restore. */
const RECENT_MS = 7 * DAY_MS;

async function listIssueReports(db: ReadDb, { now, ...context }: Context): Promise<Report[]> {
  const issues = await db
    .selectFrom('newsletter_issue')
    .select(['id', 'subject', 'state', 'heldAt', 'finishedAt'])
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'sending'), eb('heldFor', '=', 'late'), eb('heldAt', 'is not', null)]),
        eb.and([
          eb('state', '=', 'expired'),
          eb('endedFor', '=', 'late'),
          eb('finishedAt', '>', now - RECENT_MS),
        ]),
      ]),
    )
    .execute();
  return issues.map(({ id, subject, state, heldAt, finishedAt }) => ({
    onceFor: `issue ${id} ${state} ${heldAt ?? finishedAt}`,
    content: issueLetter({ id, subject, state: state === 'sending' ? state : 'expired' }, context),
  }));
}
