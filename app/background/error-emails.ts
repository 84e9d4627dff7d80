import type { StoredRun } from '#app/moving/backup/backup-run-store.server.ts';
import type { Success } from '#app/moving/backup/backup-streak.server.ts';
import type { Letter } from '#app/platform/mail/mail-queue.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

type Context = { town: Town; url: string };
type Content = Omit<Letter, 'to'>;

const NOT_AGAIN = 'You get one email when it works again, and none about this until then.';

/** That backups, their copies or their tests began to fail. `good` is the last that worked. */
export function backupErrorEmail(
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
export function recoveryLetter(success: Success, good: StoredRun, { town, url }: Context): Content {
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
export function issueLetter(
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
