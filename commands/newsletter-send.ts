import { commandLine } from '#app/command-line/command-line.ts';
import type { Issue } from '#app/newsletter/issue.ts';
import { findIssue } from '#app/newsletter/issue-store.server.ts';
import { forecast } from '#app/newsletter-sending/forecast.server.ts';
import { startSending } from '#app/newsletter-sending/start-sending.server.ts';
import { CommandError, exitCodes, type Invocation, UsageError } from './command.ts';
import {
  buildDraft,
  findOpenIssue,
  type NewsletterDesk,
  readId,
  requireIssue,
  withNewsletterDesk,
} from './newsletter-desk.ts';
import { statusOf } from './newsletter-status.ts';
import { noteOperation } from './note-operation.ts';

/**
 * Begins to send an issue, after asking in a terminal: the one with the id, else the newest that is not sent yet, else a
 * new one. The site sends it.
 */
export async function runSend(words: string[], invocation: Invocation): Promise<number> {
  const id = readId(words);
  const { terminal, options } = invocation;
  if (options.yes !== true && !terminal.isInteractive)
    throw new UsageError('Add --yes to send the issue without being asked.');
  return withNewsletterDesk(invocation, async (desk) => {
    const known = id === undefined ? await findOpenIssue(desk) : await requireIssue(desk, id);
    const issue = known ?? (await buildDraft(desk));
    if (options.yes !== true) await confirm(desk, issue, invocation);
    const { kind } = await startSending(desk.write, desk.context, issue.id);
    if (kind === 'empty') throw new CommandError('There’s nothing in this issue yet. It is not sent.');
    const sent = (await findIssue(desk.write, issue.id)) ?? issue;
    if (sent.state === 'expired') throw new CommandError('This issue has expired. It is not sent.');
    if (kind === 'done') await noteOperation(desk.write, invocation, 'issue-sent', sent.subject);
    if (options.json === true) terminal.print(JSON.stringify(await statusOf(desk, sent)));
    else
      terminal.print(
        kind === 'done'
          ? `Sending ‘${sent.subject}’. The site does this, so it must be running. See: ${commandLine('newsletter status')}`
          : `‘${sent.subject}’ is already ${sent.state}. Nothing was changed.`,
      );
    return exitCodes.done;
  });
}

async function confirm(desk: NewsletterDesk, issue: Issue, { terminal, signal }: Invocation): Promise<void> {
  const { willGet } = await forecast(desk.write, desk.context, issue);
  const who = willGet === 1 ? '1 subscriber' : `${willGet} subscribers`;
  const reply = await terminal.ask(`Send ‘${issue.subject}’ to ${who} now? [y/N] `, signal);
  if (!/^y(es)?$/i.test((reply ?? '').trim())) throw new CommandError('Nothing was sent.');
}
