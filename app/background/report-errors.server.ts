import {
  findStreak,
  type StoredRun,
  type Success,
  successes,
} from '#app/moving/backup/backup-run-store.server.ts';
import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { type Letter, queueMail, wasQueuedFor } from '#app/platform/mail/mail-queue.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import type { Town } from '#app/town/town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import type { TimedTask } from './schedule.server.ts';

/** `now` is UTC epoch milliseconds. */
type Reporting = { settings: Settings; now: number };

/** `onceFor` names what it is about: there is at most one email for it. */
type Report = { onceFor: string; content: Content };

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

async function listIssueReports(db: ReadDb, context: Context): Promise<Report[]> {
  const issues = await db
    .selectFrom('newsletter_issue')
    .select(['id', 'subject', 'state', 'heldAt', 'finishedAt'])
    .where((eb) =>
      eb.or([
        eb.and([eb('state', '=', 'sending'), eb('heldFor', '=', 'late'), eb('heldAt', 'is not', null)]),
        eb.and([
          eb('state', '=', 'expired'),
          eb('endedFor', '=', 'late'),
          eb('finishedAt', '>', context.now - RECENT_MS),
        ]),
      ]),
    )
    .execute();
  return issues.map(({ id, subject, state, heldAt, finishedAt }) => ({
    onceFor: `issue ${id} ${state} ${heldAt ?? finishedAt}`,
    content: issueLetter({ id, subject, state: state === 'sending' ? state : 'expired' }, context),
  }));
}

/** Emails the administrator about failed backups and newsletters within ten minutes. */
export function reportErrorsTask({ write, now, settings }: Services): TimedTask {
  return {
    name: 'report-troubles',
    when: '9-59/10 * * * *',
    work: () => reportErrors(write, { settings, now: now() }),
  };
}

type Content = Omit<Letter, 'to'>;

const NOT_AGAIN = 'You get one email when it works again, and none about this until then.';

/** That backups, their copies or their tests began to fail. `good` is the last that worked. */
function backupErrorEmail(
  success: Success,
  failed: StoredRun,
  good: StoredRun | undefined,
  { town, url }: Context,
): Content {
  const { title } = town;
  const when = timeOf(failed, town);
  const last = good ? `The last one that worked is of ${timeOf(good, town)}.` : 'None has worked so far.';
  const why = failed.trouble ?? 'It has not finished.';
  const texts: Record<Success, { subject: string; first: string }> = {
    backup: { subject: `The backup of ${title} failed`, first: `The backup of ${when} failed. ${why}` },
    copy: { subject: `The backup of ${title} has a problem`, first: `The backup of ${when}: ${why}` },
    test: {
      subject: `The restore test of ${title} failed`,
      first: `On ${when} the newest backup was restored as a test, which failed. ${why}`,
    },
  };
  const { subject, first } = texts[success];
  const retry = success === 'backup' ? 'The site keeps trying. ' : '';
  return {
    kind: 'trouble',
    subject,
    paragraphs: [first, last, `${retry}${NOT_AGAIN}`],
    action: backups(url),
  };
}

/** That they work again, since `good`. */
function recoveryLetter(success: Success, good: StoredRun, { town, url }: Context): Content {
  const { title } = town;
  const when = timeOf(good, town);
  const texts: Record<Success, { subject: string; first: string }> = {
    backup: {
      subject: `Backups of ${title} work again`,
      first: `The backup of ${when} was made, restored and checked.`,
    },
    copy: {
      subject: `Backups of ${title} are complete again`,
      first: `The backup of ${when} and its copies have no problem.`,
    },
    test: {
      subject: `The restore test of ${title} passed again`,
      first: `On ${when} the newest backup was restored as a test, and all of it is good.`,
    },
  };
  const { subject, first } = texts[success];
  return { kind: 'trouble-over', subject, paragraphs: [first], action: backups(url) };
}

/** That an issue of the newsletter is paused or was not sent. */
function issueLetter(
  { id, subject, state }: { id: string; subject: string; state: 'sending' | 'expired' },
  { town, url }: Context,
): Content {
  const first =
    state === 'sending'
      ? `Emails of the issue “${subject}” could not be sent for hours, so sending was paused. Resume it if the issue is still worth sending.`
      : `The issue “${subject}” was not sent: the site could not send it within six hours of its time.`;
  return {
    kind: 'trouble',
    subject: `The newsletter of ${town.title} ${state === 'sending' ? 'is paused' : 'was not sent'}`,
    paragraphs: [first],
    action: { label: 'Open the issue', url: `${url}/admin/newsletter/${id}` },
  };
}

function backups(url: string) {
  return { label: 'Open Backups', url: `${url}/admin/backups` };
}

function timeOf({ at }: StoredRun, town: Town): string {
  return `${formatLongDate(Number(at), town)}, ${formatTime(Number(at), town)}`;
}
