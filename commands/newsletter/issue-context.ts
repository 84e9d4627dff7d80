/** What the commands for the newsletter work with. */

import type { Issue } from '#app/newsletter/issues/issue.ts';
import { buildIssue, findIssue, listIssues } from '#app/newsletter/issues/issue-store.server.ts';
import type { IssueContext } from '#app/newsletter/issues/resolve-issue.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { readSettings, type Settings } from '#app/platform/settings/settings.server.ts';
import { findNewsletterPlan } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { CommandError, type Invocation, seeHelp, UsageError } from '../command.ts';
import { withCurrentDatabase } from '../with-database.ts';

export type NewsletterContext = { write: WriteDb; context: IssueContext; settings: Settings };

/** Opens the town's database while `work` runs. It can be in use by a site. */
export function withNewsletter<Result>(
  { environment, now }: Invocation,
  work: (newsletter: NewsletterContext) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(environment);
  return withCurrentDatabase(settings, async ({ write }) => {
    await syncMembers(write, now);
    return work({ write, context: { town: await findTown(write), now }, settings });
  });
}

/** The issue with this id. Throws CommandError if there is none. */
export async function requireIssue({ write }: NewsletterContext, id: string): Promise<Issue> {
  const issue = await findIssue(write, id);
  if (!issue) throw new CommandError(`There is no issue '${id}'. See: ${commandLine('newsletter status')}`);
  return issue;
}

/** The issue that is waiting to be sent: the newest draft or scheduled one. */
export async function findOpenIssue({ write }: NewsletterContext): Promise<Issue | undefined> {
  const { items } = await listIssues(write, { states: ['draft', 'scheduled'] }, { limit: 1 });
  return items[0];
}

/** Builds a draft from what was published since the last issue. */
export async function buildDraft({ write, context }: NewsletterContext): Promise<Issue> {
  const { daily } = await findNewsletterPlan(write);
  const audience = daily.on ? 'weekly' : 'everyone';
  return (await buildIssue(write, context, { by: null, audience })).issue;
}

class Discarded extends Error {}

/** Runs `work` with the issue that would be built now, which is not kept. */
export async function withUnsavedIssue<Result>(
  newsletter: NewsletterContext,
  work: (newsletter: NewsletterContext, issue: Issue) => Promise<Result>,
): Promise<Result> {
  let result: { value: Result } | undefined;
  await inTransaction(newsletter.write, async (write) => {
    const unsaved = { ...newsletter, write };
    result = { value: await work(unsaved, await buildDraft(unsaved)) };
    throw new Discarded();
  }).catch((error: unknown) => {
    if (!(error instanceof Discarded)) throw error;
  });
  return (result as { value: Result }).value;
}

/** At most one word, which is an id. Throws UsageError for more. */
export function readId(words: string[]): string | undefined {
  if (words.length > 1) throw new UsageError(`Give at most one issue. ${seeHelp('newsletter')}`);
  return words[0];
}
