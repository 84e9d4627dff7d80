import { type Edition, topicsOf } from '#app/newsletter/issues/edition.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { type IssueContext, resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SubscriberRow } from '#app/platform/database/tables/newsletter-tables.ts';
import type { Frequency, NewsletterPlan } from '#app/town/newsletter/newsletter-plan.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';

/** Who would get the issue, and who would not and why: each subscriber counts once, unsubscribed ones not at all. */
type Forecast = {
  willGet: number;
  /** Have not confirmed their address. */
  unconfirmed: number;
  bounced: number;
  /** Get only topics that the issue has nothing of. */
  otherTopics: number;
  /** Get the newsletter at another frequency. */
  otherFrequency: number;
};

/** The subscribers by what they chose, which all forecasts need. */
export type Groups = { plan: NewsletterPlan; groups: Group[] };

type Group = Pick<SubscriberRow, 'state' | 'frequency' | 'topics'> & { count: number };

export async function findGroups(db: ReadDb): Promise<Groups> {
  const groups = await db
    .selectFrom('newsletter_subscriber')
    .select(['state', 'frequency', 'topics', ({ fn }) => fn.countAll<number>().as('count')])
    .where('state', '<>', 'unsubscribed')
    .groupBy(['state', 'frequency', 'topics'])
    .execute();
  return { plan: await findNewsletterPlan(db), groups };
}

/** How many people get urgent notices by email. */
export async function countUrgent(db: ReadDb): Promise<number> {
  const { groups } = await findGroups(db);
  const wanting = groups.filter(
    ({ state, topics }) => state === 'active' && topics.split(' ').includes('urgent'),
  );
  return wanting.reduce((sum, { count }) => sum + Number(count), 0);
}

/** The forecast for an issue that is not sent yet. */
export async function forecast(db: ReadDb, context: IssueContext, issue: Issue): Promise<Forecast> {
  return forecastFor(await findGroups(db), issue, await resolveIssue(db, context, issue));
}

/** The same for an issue whose content and subscribers have been read. */
export function forecastFor({ plan, groups }: Groups, issue: Issue, edition: Edition): Forecast {
  const available = topicsOf(edition);
  const frequencies: string[] = frequenciesOf(issue, plan);
  const result = { willGet: 0, unconfirmed: 0, bounced: 0, otherTopics: 0, otherFrequency: 0 };
  for (const { state, frequency, topics, count } of groups) {
    const wanted = topics.split(' ');
    const kind =
      state === 'waiting'
        ? 'unconfirmed'
        : state === 'bounced'
          ? 'bounced'
          : !frequencies.includes(frequency)
            ? 'otherFrequency'
            : available.some((topic) => wanted.includes(topic))
              ? 'willGet'
              : 'otherTopics';
    result[kind] += Number(count);
  }
  return result;
}

/**
 * Which subscribers an issue is for. Who chose the daily newsletter gets the weekly one while there is no daily one, so
 * that nobody who subscribed gets nothing.
 */
export function frequenciesOf(
  { audience }: Pick<Issue, 'audience'>,
  { daily }: Pick<NewsletterPlan, 'daily'>,
): Frequency[] {
  if (audience === 'everyone') return ['weekly', 'daily'];
  if (audience === 'daily') return ['daily'];
  return daily.on ? ['weekly'] : ['weekly', 'daily'];
}
