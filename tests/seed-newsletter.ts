/** A newsletter to send: subscribers, an issue with one article, and one round of the sender. */

import type { Issue } from '#app/newsletter/issues/issue.ts';
import { buildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import {
  type IssueReport,
  type IssueSending,
  sendIssues,
} from '#app/newsletter/sending/send-issues.server.ts';
import { transportOf } from '#app/newsletter/sending/transport.server.ts';
import { writeTopics } from '#app/newsletter/subscribers/subscriber.ts';
import { hashAddress } from '#app/newsletter/subscribers/subscriber-rows.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { realStopwatch, type Stopwatch } from '#app/platform/database/lease.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import {
  defaultNewsletterPlan,
  type Frequency,
  type NewsletterPlan,
  type Topic,
} from '#app/town/newsletter/newsletter-plan.ts';
import { saveNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { seeding } from './seed-items.ts';

/** Friday, November 20, 2026, 5:00 PM in the town. */
export const SENT_AT = Date.UTC(2026, 10, 20, 22);

export const newsletterSite = { title: 'Maple Hollow Commons', url: 'https://maple.example' };

export type SeededSubscriber = { id: string; address: string; topics?: Topic[]; frequency?: Frequency };

/** Active subscribers, in slices. */
export async function seedSubscribers(write: WriteDb, people: readonly SeededSubscriber[]): Promise<void> {
  const rows = people.map(
    ({ id, address, topics = ['stories', 'events', 'polls'], frequency = 'weekly' }) => ({
      id,
      address,
      addressHash: hashAddress(address),
      state: 'active' as const,
      stateAt: SENT_AT,
      topics: writeTopics(topics),
      frequency,
      consentSource: 'Form on /newsletter',
      consentAt: SENT_AT,
      createdAt: SENT_AT,
    }),
  );
  for (let start = 0; start < rows.length; start += 500)
    await write
      .insertInto('newsletter_subscriber')
      .values(rows.slice(start, start + 500))
      .execute();
}

/** person-00001@example.org and so on, over `domains` domains. */
export function people(count: number, domains = 1): SeededSubscriber[] {
  return Array.from({ length: count }, (_, turn) => {
    const name = String(turn + 1).padStart(5, '0');
    const host = domains === 1 ? 'example.org' : `town${turn % domains}.example`;
    return { id: `subscriber-${name}`, address: `person-${name}@${host}` };
  });
}

/** As fast as possible, unless `plan` says otherwise. */
export function saveFastPlan(write: WriteDb, plan: Partial<NewsletterPlan> = {}): Promise<void> {
  const fast = { perMinute: 100_000, perDomainPerMinute: 100_000 };
  return saveNewsletterPlan(write, { ...defaultNewsletterPlan, ...fast, ...plan });
}

/** Builds an issue about one article and begins to send it. */
export async function seedIssue(write: WriteDb, now = SENT_AT): Promise<Issue> {
  const context = { town: defaultTown, now };
  await seeding(write, now).article('roof');
  const { issue } = await buildIssue(write, context, { by: null, audience: 'everyone' });
  await startSending(write, context, issue.id);
  return issue;
}

/** One round of the sender, to the mail server or API at `smtpUrl`; without one, to the folder. Returns its reports. */
export async function sendRound(
  db: WriteDb,
  {
    smtpUrl,
    dataFolder = '/nowhere',
    fetchAllow = [],
    ...more
  }: Partial<IssueSending> & { smtpUrl?: string; dataFolder?: string; fetchAllow?: string[] },
): Promise<IssueReport[]> {
  const reports: IssueReport[] = [];
  await sendIssues({
    db,
    settings: { url: newsletterSite.url, mailFrom: undefined, dkim: undefined },
    title: newsletterSite.title,
    openLine: transportOf({ smtpUrl, url: newsletterSite.url, dataFolder, fetchAllow }, { totalMs: 20_000 }),
    now: () => SENT_AT,
    signal: new AbortController().signal,
    graceMs: 0,
    report: (report) => reports.push(report),
    ...more,
  });
  return reports;
}

/** The states of an issue's emails, by address. */
export async function statesOf(db: WriteDb): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('newsletter_recipient')
    .select(['address', 'state'])
    .orderBy('address')
    .execute();
  return Object.fromEntries(rows.map(({ address, state }) => [address, state]));
}

/** A stopwatch whose waits take no time. */
export function hastyStopwatch(): Stopwatch & { waited: number } {
  const stopwatch = {
    waited: 0,
    elapsed: () => realStopwatch.elapsed() + stopwatch.waited,
    wait: async (ms: number) => {
      stopwatch.waited += ms;
    },
  };
  return stopwatch;
}
