import type { Edition } from '#app/newsletter/issues/edition.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import type { Letter } from '#app/platform/mail/mail-queue.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

type Ready = { issue: Issue & { edition: Edition }; town: Town; url: string };

/** To the administrator: an automatic issue is built, and can be reviewed until its time. */
export function readyLetter(to: string, { issue, town, url }: Ready): Letter {
  const { title, subject } = issue.edition;
  const sendAt = issue.sendAt ?? 0;
  const when = `${formatLongDate(sendAt, town)}, ${formatTime(sendAt, town)}`;
  const otherwise =
    issue.unreviewed === 'skip'
      ? 'If nobody approves it by then, it is not sent.'
      : 'If nobody changes that, it is sent then.';
  return {
    to,
    kind: 'issue-ready',
    subject: `Ready for review: ${title}`,
    paragraphs: [`An issue of ${title} is ready: “${subject}”.`, `It is scheduled for ${when}. ${otherwise}`],
    action: { label: 'Review the issue', url: `${url}/admin/newsletter/${issue.id}` },
  };
}
