import { isEmpty } from '#app/newsletter/issues/edition.ts';
import { type Issue, isOpen } from '#app/newsletter/issues/issue.ts';
import { findIssue, listIssues, rebuildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { forecast } from '#app/newsletter/sending/forecast.server.ts';
import { startSending } from '#app/newsletter/sending/issue-actions.server.ts';
import { commandLine } from '#app/platform/command-line/command-line.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { CommandError, confirm, exitCodes, type Invocation, requireYes } from '../command.ts';
import { recordOperation } from '../with-database.ts';
import {
  buildDraft,
  findOpenIssue,
  type NewsletterContext,
  readId,
  requireIssue,
  withNewsletter,
  withUnsavedIssue,
} from './issue-context.ts';
import { statusOf } from './newsletter-status.ts';

/**
 * Begins to send an issue, after asking in a terminal: the one with the id, else the newest that is not sent yet, else a
 * new one. The site sends it.
 */
export async function runSend(words: string[], invocation: Invocation): Promise<number> {
  const id = readId(words);
  requireYes(invocation, 'send the issue');
  return withNewsletter(invocation, async (newsletter) => {
    const recent = id === undefined ? await findRecent(newsletter) : undefined;
    if (recent) return printOutcome(newsletter, recent, false, invocation);
    const issue =
      id === undefined ? await chooseIssue(newsletter, invocation) : await requireIssue(newsletter, id);
    if (id !== undefined && isOpen(issue)) await confirmIssue(newsletter, issue, invocation);
    const { kind } = await startSending(newsletter.write, newsletter.context, issue.id);
    if (kind === 'empty') throw new CommandError(NOTHING);
    const sent = (await findIssue(newsletter.write, issue.id)) ?? issue;
    if (sent.state === 'expired') throw new CommandError('This issue has expired. It is not sent.');
    if (kind === 'done') await recordOperation(newsletter.write, invocation, 'issue-sent', sent.subject);
    return printOutcome(newsletter, sent, kind === 'done', invocation);
  });
}

const NOTHING = 'There’s nothing in this issue yet. It is not sent.';
/** A command that is typed twice, or retried by a script, must not send a second issue. */
const RECENT_MS = 20 * HOUR_MS;

/** The issue that was started last, if that was not long ago. */
async function findRecent({ write, context }: NewsletterContext): Promise<Issue | undefined> {
  const { items } = await listIssues(write, { states: ['sending', 'sent'] }, { limit: 10 });
  return items.find(({ sendAt }) => sendAt !== null && sendAt > context.now - RECENT_MS);
}

/** The newest open issue, as of now if no one has worked on it; without one, an issue that is built after the question. */
async function chooseIssue(newsletter: NewsletterContext, invocation: Invocation): Promise<Issue> {
  const open = await findOpenIssue(newsletter);
  if (!open) {
    await withUnsavedIssue(newsletter, (unsaved, issue) => confirmIssue(unsaved, issue, invocation));
    return buildDraft(newsletter);
  }
  if (open.version === 1 && open.approvedAt === null)
    await rebuildIssue(newsletter.write, newsletter.context, open.id, open.version);
  const issue = (await findIssue(newsletter.write, open.id)) ?? open;
  await confirmIssue(newsletter, issue, invocation);
  return issue;
}

async function printOutcome(
  newsletter: NewsletterContext,
  issue: Issue,
  isNew: boolean,
  { terminal, options }: Invocation,
): Promise<number> {
  const { id, subject, state } = issue;
  if (options.json === true) terminal.print(JSON.stringify(await statusOf(newsletter, issue)));
  else
    terminal.print(
      isNew
        ? `Sending ‘${subject}’. The site does this, so it must be running. See: ${commandLine('newsletter status')}`
        : `‘${subject}’ (${id}) is already ${state}. Nothing was changed. To send another issue, give its id.`,
    );
  return exitCodes.done;
}

/** Refuses an issue with nothing in it, and asks in a terminal. */
async function confirmIssue(
  newsletter: NewsletterContext,
  issue: Issue,
  invocation: Invocation,
): Promise<void> {
  if (isEmpty(await resolveIssue(newsletter.write, newsletter.context, issue)))
    throw new CommandError(NOTHING);
  if (invocation.options.yes === true) return;
  const { willGet } = await forecast(newsletter.write, newsletter.context, issue);
  const who = willGet === 1 ? '1 subscriber' : `${willGet} subscribers`;
  await confirm(invocation, `Send ‘${issue.subject}’ to ${who} now?`, 'Nothing was sent.');
}
