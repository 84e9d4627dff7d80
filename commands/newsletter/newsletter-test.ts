import { randomUUID } from 'node:crypto';
import { isEmpty } from '#app/newsletter/issues/edition.ts';
import type { Issue } from '#app/newsletter/issues/issue.ts';
import { resolveIssue } from '#app/newsletter/issues/resolve-issue.server.ts';
import { testMessage } from '#app/newsletter/sending/issue-emails.server.ts';
import { transportOf } from '#app/newsletter/sending/transport.server.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { MailError } from '#app/platform/mail/mail-error.ts';
import { mailFaultWords } from '#app/platform/mail/mail-words.ts';
import { CommandError, exitCodes, type Invocation, seeHelp, UsageError } from '../command.ts';
import {
  findOpenIssue,
  type NewsletterContext,
  requireIssue,
  withNewsletter,
  withUnsavedIssue,
} from './issue-context.ts';

/** Sends a test of an issue to one address, at once, and prints what the mail server said. */
export async function runTest(words: string[], invocation: Invocation): Promise<number> {
  const [typed = '', id, ...others] = words;
  const to = parseEmailAddress(typed);
  if (!to || others.length > 0)
    throw new UsageError(`Give an email address, and an issue if you like. ${seeHelp('newsletter')}`);
  return withNewsletter(invocation, async (newsletter) => {
    const known = id === undefined ? await findOpenIssue(newsletter) : await requireIssue(newsletter, id);
    const message = known
      ? await composeFor(newsletter, known, to)
      : await withUnsavedIssue(newsletter, (unsaved, issue) => composeFor(unsaved, issue, to));
    invocation.terminal.print(
      `Sent a test to ${to}. ${await deliver(newsletter, message, invocation.signal)}`,
    );
    return exitCodes.done;
  });
}

async function composeFor({ write, context, settings }: NewsletterContext, issue: Issue, to: string) {
  const edition = await resolveIssue(write, context, issue);
  if (isEmpty(edition)) throw new CommandError('There’s nothing in this issue yet.');
  return testMessage(edition, { ...context, id: randomUUID(), to, settings });
}

type Message = Awaited<ReturnType<typeof composeFor>>;

async function deliver(
  { settings }: NewsletterContext,
  message: Message,
  signal: AbortSignal,
): Promise<string> {
  try {
    const line = await transportOf(settings)(signal);
    return await line
      .send(message, `newsletter-test-${randomUUID().slice(0, 8)}`, signal)
      .finally(line.close);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    throw new CommandError(`The test was not sent. ${mailFaultWords[error.trouble]} It said: ${error.reply}`);
  }
}
