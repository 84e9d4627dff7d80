import type { Issue } from '#app/newsletter/issues/issue.ts';
import { issueOrder, listIssues } from '#app/newsletter/issues/issue-store.server.ts';
import { unapprovedWords } from '#app/newsletter/pages/composer/load-composer.server.ts';
import { countRecipientsOf, type RecipientCounts } from '#app/newsletter/sending/recipient-store.server.ts';
import { countSubscribers } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { readCursor } from '#app/platform/database/lists/paginate.server.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { formatLongDate, formatShortDate } from '#app/platform/time/town-time.ts';
import { newsletterNameOf } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import type { Town } from '#app/town/town.ts';
import { findObstacles } from './issue-obstacles.server.ts';
import { reviewWords, scheduleWords, timeWords } from './plan-words.ts';
import { badgeOf } from './state-words.ts';

type Args = Parameters<typeof writeContext>[0] & { url: URL };

const MOST_OPEN = 20;
const PAGE = 10;

/** What `/admin/newsletter` shows. */
export function loadNewsletter(args: Args) {
  const requestContext = writeContext(args);
  const { town, now, services } = requestContext;
  const query = args.url.searchParams;
  return inSnapshot(requestContext.read, async (db) => {
    const plan = await findNewsletterPlan(db);
    const open = await listIssues(db, { states: ['draft', 'scheduled'] }, { limit: MOST_OPEN });
    const past = await listIssues(
      db,
      { states: ['sending', 'sent', 'expired'] },
      { limit: PAGE, after: readCursor(query.get('after'), issueOrder) },
    );
    const counts = await countRecipientsOf(
      db,
      past.items.map(({ id }) => id),
    );
    const pause = await findPause(db);
    return {
      name: newsletterNameOf(plan, town),
      open: open.items.map((issue) => openRowOf(issue, town)),
      past: past.items.map((issue) => pastRowOf(issue, counts.get(issue.id), town)),
      next: past.next && `/admin/newsletter?after=${encodeURIComponent(past.next)}#issues`,
      isFirst: !query.has('after'),
      subscribers: await describeSubscribers(db, town),
      schedule: { times: scheduleWords(plan, town.locale), review: reviewWords[plan.review] },
      obstacles: await findObstacles(db, services.settings),
      pausedSince: pause ? formatLongDate(pause.now, town) : null,
      removed: query.has('removed'),
      today: formatLongDate(now, town),
    };
  });
}

export type NewsletterPage = Awaited<ReturnType<typeof loadNewsletter>>;
export type OpenRow = ReturnType<typeof openRowOf>;
export type PastRow = ReturnType<typeof pastRowOf>;

function openRowOf(issue: Issue, town: Town) {
  const { id, subject, version, sendAt, unreviewed, approvedAt, state, createdAt } = issue;
  const isScheduled = state === 'scheduled' && sendAt !== null;
  return {
    id,
    subject,
    version: String(version),
    badge: badgeOf(issue),
    when: isScheduled ? timeWords(sendAt, town) : `Built ${formatLongDate(createdAt, town)}`,
    unapproved:
      isScheduled && unreviewed !== null && approvedAt === null
        ? unapprovedWords(unreviewed, sendAt, town)
        : null,
  };
}

function pastRowOf(issue: Issue, counts: RecipientCounts | undefined, town: Town) {
  const number = new Intl.NumberFormat(town.locale);
  const at = issue.startedAt ?? issue.finishedAt ?? issue.createdAt;
  return {
    id: issue.id,
    number: issue.number,
    subject: issue.subject,
    badge: badgeOf(issue),
    when: formatShortDate(at, town),
    delivered: issue.state === 'expired' ? '' : number.format(counts?.sent ?? 0),
    recipients: issue.state === 'expired' ? '' : number.format(counts?.recipients ?? 0),
    trouble: troubleOf(counts, number),
  };
}

/** '5 refused, 3 unknown' */
function troubleOf(counts: RecipientCounts | undefined, number: Intl.NumberFormat): string {
  if (!counts) return '';
  const { refused, bounced, unknown } = counts;
  return [
    [refused, 'refused'],
    [bounced, 'bounced'],
    [unknown, 'unknown'],
  ]
    .filter(([count]) => Number(count) > 0)
    .map(([count, word]) => `${number.format(Number(count))} ${word}`)
    .join(', ');
}

async function describeSubscribers(db: ReadDb, town: Town) {
  const { active, waiting, unsubscribed, bounced } = await countSubscribers(db);
  const number = new Intl.NumberFormat(town.locale);
  return {
    count: number.format(active),
    rest: [
      waiting > 0 ? `${number.format(waiting)} not confirmed yet` : '',
      bounced > 0 ? `${number.format(bounced)} bounced` : '',
      unsubscribed > 0 ? `${number.format(unsubscribed)} unsubscribed` : '',
    ]
      .filter(Boolean)
      .join(', '),
  };
}
