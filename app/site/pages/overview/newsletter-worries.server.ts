import { findSendingError } from '#app/newsletter/sending/sending-error.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { mailFaultWords } from '#app/platform/mail/mail-words.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';

/** Something about the newsletter that needs the administrator, and where to see to it. */
export type NewsletterWorry = { text: string; href: string; link: string };

/** For how long emails of unknown outcome are worth mentioning. */
const RECENT_MS = 7 * DAY_MS;

/** Issues that wait for approval, sending that is paused or fails, and emails that did not arrive lately. */
export async function findNewsletterWorries(db: ReadDb, town: Town, now: number): Promise<NewsletterWorry[]> {
  const issues = await db
    .selectFrom('newsletter_issue')
    .select(['id', 'subject', 'state', 'unreviewed', 'approvedAt', 'sendAt', 'heldAt'])
    .where('state', 'in', ['scheduled', 'sending'])
    .orderBy('sendAt')
    .orderBy('id')
    .execute();
  return [
    ...issues.flatMap(({ id, subject, state, unreviewed, approvedAt, sendAt, heldAt }) => {
      const href = `/admin/newsletter/${id}`;
      if (state === 'sending')
        return heldAt === null ? [] : [{ text: `Sending “${subject}” is paused.`, href, link: 'See why' }];
      if (unreviewed === null || approvedAt !== null || sendAt === null) return [];
      const then = unreviewed === 'send' ? 'is sent anyway' : 'is skipped';
      const until = `${formatLongDate(sendAt, town)}, ${formatTime(sendAt, town)}`;
      const text = `The newsletter “${subject}” waits for your OK until ${until}. Without it, it ${then}.`;
      return [{ text, href, link: 'Review it' }];
    }),
    ...(await findTrouble(
      db,
      issues.some(({ state }) => state === 'sending'),
    )),
    ...(await countLost(db, town, now)),
  ];
}

/** Why the mail server takes no newsletters at the moment, while one is being sent. */
async function findTrouble(db: ReadDb, isSending: boolean): Promise<NewsletterWorry[]> {
  const found = isSending ? await findSendingError(db) : undefined;
  if (!found) return [];
  return [
    {
      text: `The newsletter can’t be sent: ${mailFaultWords[found.trouble]}`,
      href: '/admin/newsletter',
      link: 'See it',
    },
  ];
}

/** Of the last issue that was finished lately. */
async function countLost(db: ReadDb, town: Town, now: number): Promise<NewsletterWorry[]> {
  const last = await db
    .selectFrom('newsletter_issue')
    .select(['id', 'subject', 'finishedAt'])
    .where('state', '=', 'sent')
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last || (last.finishedAt ?? 0) < now - RECENT_MS) return [];
  const rows = await db
    .selectFrom('newsletter_recipient')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .where('issue', '=', last.id)
    .where('state', 'in', ['unknown', 'bounced', 'refused'])
    .groupBy('state')
    .execute();
  const counts = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  const number = new Intl.NumberFormat(town.locale);
  const words = (['unknown', 'bounced', 'refused'] as const).flatMap((state) => {
    const count = counts.get(state) ?? 0;
    return count === 0
      ? []
      : [`${number.format(count)} ${state === 'unknown' ? 'with unknown outcome' : state}`];
  });
  if (words.length === 0) return [];
  const text = `Of the newsletter “${last.subject}”, some emails did not certainly arrive: ${words.join(', ')}.`;
  return [{ text, href: `/admin/newsletter/${last.id}`, link: 'See the delivery log' }];
}
