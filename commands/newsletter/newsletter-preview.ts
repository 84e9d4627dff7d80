import { isEmpty } from '#app/newsletter/issues/edition.ts';
import { renderEmail } from '#app/newsletter/issues/email/render-email.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { CommandError, exitCodes, type Invocation } from '../command.ts';
import {
  findOpenIssue,
  type NewsletterContext,
  readId,
  requireIssue,
  withNewsletter,
  withUnsavedIssue,
} from './issue-context.ts';

/**
 * Prints an issue as an email: the one with the id, else the newest that is not sent yet, else the one that would be
 * built now. Changes nothing.
 */
export async function runPreview(words: string[], invocation: Invocation): Promise<number> {
  const id = readId(words);
  return withNewsletter(invocation, async (newsletter) => {
    const known = id === undefined ? await findOpenIssue(newsletter) : await requireIssue(newsletter, id);
    if (known) await printIssue(newsletter, known, invocation);
    else await withUnsavedIssue(newsletter, (unsaved, issue) => printIssue(unsaved, issue, invocation));
    return exitCodes.done;
  });
}

async function printIssue(
  { write, context, settings }: NewsletterContext,
  issue: Issue,
  { terminal, options }: Invocation,
): Promise<void> {
  const edition = await resolveIssue(write, context, issue);
  if (isEmpty(edition)) throw new CommandError('There’s nothing in this issue yet.');
  const webUrl = issue.slug ? `${settings.url}/newsletter/${issue.slug}` : undefined;
  const { html, text } = renderEmail(edition, { url: settings.url }, { webUrl });
  terminal.print((options.text === true ? text : html).trimEnd());
}
