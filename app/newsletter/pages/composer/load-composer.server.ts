import type { Issue } from '#app/newsletter/issues/issue.ts';
import { findObstacles } from '#app/newsletter/pages/issue-obstacles.server.ts';
import { timeWords, weekdaysWord } from '#app/newsletter/pages/plan-words.ts';
import { headingOf } from '#app/newsletter/pages/require-issue.server.ts';
import { forecast } from '#app/newsletter/sending/forecast.server.ts';
import type { writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  formatDayParts,
  formatTime,
  townTimeInDays,
  townTimeOf,
  weekdayOf,
  zoneNameOf,
} from '#app/platform/time/town-time.ts';
import type { NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import type { Town } from '#app/town/town.ts';
import type { ComposerValues } from './composer-page.ts';
import { countSamplesIn, findArrangement } from './shown-parts.server.ts';

type RequestContext = Pick<
  ReturnType<typeof writeContext>,
  'town' | 'now' | 'viewer' | 'services' | 'collections'
>;

/** The composer of an issue, as it was saved last. */
export async function loadComposer(db: ReadDb, requestContext: RequestContext, issue: Issue) {
  const { town, now, viewer } = requestContext;
  const { parts, order, preview, isEmpty } = await findArrangement(db, requestContext, issue);
  const usual = await findUsualTime(db, town, now);
  const { id, sendAt, unreviewed, approvedAt, state } = issue;
  const isScheduled = state === 'scheduled' && sendAt !== null;
  const values: ComposerValues = {
    subject: issue.subject,
    preview: issue.preview,
    note: issue.note,
    order,
    test: viewer.kind === 'visitor' ? '' : viewer.email,
    when: townTimeOf(isScheduled ? sendAt : usual.at, town.timeZone),
  };
  return {
    kind: 'composer' as const,
    id,
    /** 'The Friday Bell, issue 48' */
    heading: await headingOf(db, town, issue),
    version: String(issue.version),
    values,
    /** The subject that is written automatically; null if an editor has written one. */
    automatic: issue.ownSubject ? null : issue.subject,
    /** The preview text that is written automatically; '' if an editor has written one. */
    usualPreview: issue.preview === '' ? preview : '',
    parts,
    builtFrom: `Built from what was published since ${formatDayParts(issue.sinceAt, town).monthDay}. The featured item leads with its picture.`,
    rebuildLabel: issue.audience === 'daily' ? 'Rebuild from today' : 'Rebuild from this week',
    isEmpty,
    samples: await countSamplesIn(db, requestContext, issue),
    /** Null for a draft. */
    scheduledFor: isScheduled ? timeWords(sendAt, town) : null,
    /** Null if it needs no approval or has it. */
    unapproved:
      isScheduled && unreviewed !== null && approvedAt === null
        ? unapprovedWords(unreviewed, sendAt, town)
        : null,
    forecast: await findForecast(db, town, now, issue),
    whenHint: `Town time (${zoneNameOf(town)}).${usual.words ? ` ${usual.words}` : ''}`,
    obstacles: await findObstacles(db, requestContext.services.settings),
    locale: town.locale,
  };
}

/** What the composer shows of an issue that can still be changed. */
export type ComposerPage = Awaited<ReturnType<typeof loadComposer>>;

/** What happens at `sendAt` if nobody approves the issue. */
export function unapprovedWords(unreviewed: 'send' | 'skip', sendAt: number, town: Town): string {
  const then = unreviewed === 'send' ? 'it is sent anyway' : 'it is skipped';
  return `This issue waits for your OK until ${timeWords(sendAt, town)}. Without it, ${then}.`;
}

/** When an issue is usually sent next, and 'Usually Fridays at 5:00 PM.'; '' without a weekly schedule. */
export async function findUsualTime(
  db: ReadDb,
  town: Town,
  now: number,
): Promise<{ at: number; words: string }> {
  const { weekly } = await findNewsletterPlan(db);
  const at = nextWeekly(weekly, town, now);
  const words = weekly.on ? `Usually ${weekdaysWord(weekly.weekday)} at ${formatTime(at, town)}.` : '';
  return { at, words };
}

/** The next time of the weekly issue after `now`, whether or not its schedule is on. */
function nextWeekly(
  { weekday, time }: Pick<NewsletterPlan['weekly'], 'weekday' | 'time'>,
  { timeZone }: Town,
  now: number,
): number {
  const days = (weekday - weekdayOf(now, timeZone) + 7) % 7;
  const at = townTimeInDays(now, days, time, timeZone);
  return at > now ? at : townTimeInDays(now, days + 7, time, timeZone);
}

/** Who would get the issue if it were sent now, in words. */
async function findForecast(db: ReadDb, town: Town, now: number, issue: Issue) {
  const counts = await forecast(db, { town, now }, issue);
  const { willGet, unconfirmed, bounced, otherTopics, otherFrequency } = counts;
  const number = new Intl.NumberFormat(town.locale);
  const gets = (count: number) => (count === 1 ? 'gets' : 'get');
  const reasons: [number, string][] = [
    [unconfirmed, unconfirmed === 1 ? 'has not confirmed the address' : 'have not confirmed their address'],
    [bounced, 'bounced permanently in an earlier issue'],
    [otherTopics, `${gets(otherTopics)} only topics that this issue has nothing of`],
    [otherFrequency, `${gets(otherFrequency)} the newsletter at another frequency`],
  ];
  return {
    willGet: `${number.format(willGet)} ${willGet === 1 ? 'subscriber' : 'subscribers'}`,
    others: reasons.flatMap(([count, words]) => (count > 0 ? { count: number.format(count), words } : [])),
  };
}
