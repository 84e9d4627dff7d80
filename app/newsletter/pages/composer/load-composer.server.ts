import type { Issue } from '#app/newsletter/issues/issue.ts';
import { findForecast } from '#app/newsletter/pages/forecast-words.server.ts';
import { headingOf } from '#app/newsletter/pages/issue-heading.server.ts';
import { findObstacles } from '#app/newsletter/pages/issue-obstacles.server.ts';
import { timeWords } from '#app/newsletter/pages/time-words.ts';
import { findUsualTime } from '#app/newsletter/pages/usual-time.server.ts';
import type { writeContext } from '#app/people/request/context.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { formatDayParts, townTimeOf, zoneNameOf } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { ComposerPage, ComposerValues } from './composer-page.ts';
import { findArrangement } from './shown-parts.server.ts';

type RequestContext = Pick<ReturnType<typeof writeContext>, 'town' | 'now' | 'viewer' | 'services'>;

/** The composer of an issue, as it was saved last. */
export async function loadComposer(
  db: ReadDb,
  requestContext: RequestContext,
  issue: Issue,
): Promise<ComposerPage> {
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
    test: viewer.kind === 'admin' ? viewer.email : '',
    when: townTimeOf(isScheduled ? sendAt : usual.at, town.timeZone),
  };
  return {
    kind: 'composer',
    id,
    heading: await headingOf(db, town, issue),
    version: String(issue.version),
    values,
    automatic: issue.ownSubject ? null : issue.subject,
    usualPreview: issue.preview === '' ? preview : '',
    parts,
    builtFrom: `Built from what was published since ${formatDayParts(issue.sinceAt, town).monthDay}. The featured item leads with its picture.`,
    rebuildLabel: issue.audience === 'daily' ? 'Rebuild from today' : 'Rebuild from this week',
    isEmpty,
    scheduledFor: isScheduled ? timeWords(sendAt, town) : null,
    unapproved:
      isScheduled && unreviewed !== null && approvedAt === null
        ? unapprovedWords(unreviewed, sendAt, town)
        : null,
    forecast: await findForecast(db, town, now, issue),
    whenHint: `Town time (${zoneNameOf(town)}).${usual.words ? ` ${usual.words}` : ''}`,
    obstacles: await findObstacles(db, requestContext.services.settings),
    locale: town.locale,
    siteTitle: town.title,
  };
}

/** What happens at `sendAt` if nobody approves the issue. */
export function unapprovedWords(unreviewed: 'send' | 'skip', sendAt: number, town: Town): string {
  const then = unreviewed === 'send' ? 'it is sent anyway' : 'it is skipped';
  return `This issue waits for your OK until ${timeWords(sendAt, town)}. Without it, ${then}.`;
}
