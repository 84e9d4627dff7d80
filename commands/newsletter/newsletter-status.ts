import type { Issue } from '#app/newsletter/issues/issue.ts';
import { listIssues } from '#app/newsletter/issues/issue-store.server.ts';
import { forecast } from '#app/newsletter/sending/forecast.server.ts';
import { countRecipients } from '#app/newsletter/sending/recipient-store.server.ts';
import { findSendingError, type SendingError } from '#app/newsletter/sending/sending-error.server.ts';
import {
  countSubscribers,
  type SubscriberCounts,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { exitCodes, type Invocation } from '../command.ts';
import { type NewsletterContext, readId, requireIssue, withNewsletter } from './issue-context.ts';

const SHOWN = 10;

export type IssueStatus = Awaited<ReturnType<typeof statusOf>>;

/** One issue, as programs read it. Times are ISO; `counts.recipients` is a forecast until sending begins. */
export async function statusOf(newsletter: NewsletterContext, issue: Issue) {
  const { id, number, subject, state, heldFor, endedFor } = issue;
  const counts = await countRecipients(newsletter.write, id);
  if (state === 'draft' || state === 'scheduled')
    counts.recipients = (await forecast(newsletter.write, newsletter.context, issue)).willGet;
  const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());
  return {
    id,
    number,
    subject,
    state,
    sendAt: iso(issue.sendAt),
    startedAt: iso(issue.startedAt),
    finishedAt: iso(issue.finishedAt),
    /** Why sending is paused: 'stopped', 'restored' or 'late'. */
    heldFor,
    endedFor,
    counts,
  };
}

/** Prints the state of an issue, or of the newest ones, the subscribers, and what prevents sending. */
export async function runStatus(words: string[], invocation: Invocation): Promise<number> {
  const id = readId(words);
  const { terminal, options } = invocation;
  return withNewsletter(invocation, async (newsletter) => {
    const found = id === undefined ? await newestOf(newsletter) : [await requireIssue(newsletter, id)];
    const issues: IssueStatus[] = [];
    for (const issue of found) issues.push(await statusOf(newsletter, issue));
    const subscribers = await countSubscribers(newsletter.write);
    const trouble = (await findSendingError(newsletter.write)) ?? null;
    if (options.json === true) terminal.print(JSON.stringify({ issues, subscribers, trouble }, null, 2));
    else terminal.print(linesOf(issues, subscribers, trouble).join('\n'));
    return exitCodes.done;
  });
}

async function newestOf({ write }: NewsletterContext): Promise<Issue[]> {
  return (await listIssues(write, {}, { limit: SHOWN })).items;
}

function linesOf(
  issues: IssueStatus[],
  subscribers: SubscriberCounts,
  trouble: SendingError | null,
): string[] {
  const { active, waiting, unsubscribed, bounced } = subscribers;
  return [
    `Subscribers: ${active} active, ${waiting} not confirmed, ${unsubscribed} unsubscribed, ${bounced} bounced`,
    ...(trouble ? [`The mail server takes no emails: ${trouble.trouble}. It said: ${trouble.reply}`] : []),
    ...(issues.length === 0 ? ['There are no issues yet.'] : issues.map(issueLineOf)),
  ];
}

function issueLineOf({ id, number, subject, state, heldFor, endedFor, sendAt, counts }: IssueStatus): string {
  const name = `${number === null ? '' : `No. ${number}, `}‘${subject}’`;
  const why = heldFor ?? endedFor;
  const state_ = why ? `${state} (${why})` : state;
  const about =
    state === 'draft' || state === 'scheduled'
      ? `${counts.recipients} subscribers will get it${sendAt ? ` at ${sendAt}` : ''}`
      : `${counts.sent} of ${counts.recipients} sent, ${counts.refused} refused, ${counts.bounced} bounced, ${counts.unknown} unknown, ${counts.waiting} waiting`;
  return `${id}  ${state_}: ${name}. ${about}`;
}
