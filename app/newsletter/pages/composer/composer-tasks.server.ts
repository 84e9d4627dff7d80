import type { Issue } from '#app/newsletter/issues/issue.ts';
import { timeWords } from '#app/newsletter/pages/time-words.ts';
import {
  approveIssue,
  scheduleIssue,
  unscheduleIssue,
} from '#app/newsletter/sending/schedule-issue.server.ts';
import { sendTest } from '#app/newsletter/sending/send-test.server.ts';
import type { SendingOutcome } from '#app/newsletter/sending/sending-outcome.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { instantOfTownTime } from '#app/platform/time/town-time.ts';
import type { ComposerValues } from './composer-page.ts';

/** What became of a pressed button. `location`: where it leads. */
export type TaskOutcome = {
  done?: string;
  failure?: string;
  problems?: Record<string, string>;
  status?: number;
  before?: string;
  location?: string;
};

type Args = Parameters<typeof writeContext>[0] & { params: { id: string } };
type Task = 'test' | 'schedule' | 'unschedule' | 'approve' | 'send';

/** Does what the button says; everything that was typed is saved already. */
export function runTask(args: Args, task: Task, issue: Issue, values: ComposerValues): Promise<TaskOutcome> {
  switch (task) {
    case 'test':
      return test(args, issue, values);
    case 'schedule':
      return schedule(args, issue, values);
    case 'unschedule':
      return unschedule(args, issue);
    case 'approve':
      return approve(args, issue);
    case 'send':
      return Promise.resolve({ location: `/admin/newsletter/${issue.id}/send` });
  }
}

async function test(args: Args, issue: Issue, { test: typed }: ComposerValues): Promise<TaskOutcome> {
  const { write, now } = writeContext(args);
  const to = parseEmailAddress(typed);
  if (!to) return invalid('test', 'Enter an email address');
  await sendTest(write, { now }, issue, to);
  await recordActivity(args, 'issue-tested', issue.subject);
  return { done: `Saved. The test email to ${to} is on its way.` };
}

async function schedule(args: Args, issue: Issue, { when }: ComposerValues): Promise<TaskOutcome> {
  const { write, town, now } = writeContext(args);
  const at = instantOfTownTime(when, town.timeZone);
  if (at === undefined) return invalid('when', 'Enter a date and a time');
  if (at <= now) return invalid('when', 'Choose a time to come, or press Send now');
  const outcome = await scheduleIssue(write, { now }, issue.id, at);
  const failure = failureOf(outcome);
  if (failure) return failure;
  await recordActivity(args, 'issue-scheduled', issue.subject);
  return { done: `Scheduled for ${timeWords(at, town)}. You can change it until then, or unschedule it.` };
}

async function unschedule(args: Args, issue: Issue): Promise<TaskOutcome> {
  const failure = failureOf(await unscheduleIssue(writeContext(args).write, issue.id));
  if (failure) return failure;
  await recordActivity(args, 'issue-unscheduled', issue.subject);
  return { done: 'Unscheduled. It is a draft again, and is sent only if you send or schedule it.' };
}

async function approve(args: Args, issue: Issue): Promise<TaskOutcome> {
  const { write, town, now } = writeContext(args);
  const failure = failureOf(await approveIssue(write, { now }, issue.id));
  if (failure) return failure;
  await recordActivity(args, 'issue-approved', issue.subject);
  return { done: `Approved. It will be sent on ${timeWords(issue.sendAt ?? now, town)}.` };
}

function invalid(field: string, problem: string): TaskOutcome {
  return { failure: 'Saved, but please check the marked field.', problems: { [field]: problem } };
}

const failures: Record<Exclude<SendingOutcome['kind'], 'done'>, string> = {
  missing: 'This issue was deleted in the meantime.',
  settled: 'Nothing was done: this issue is no longer in a state for that.',
  empty: 'There’s nothing in this issue yet, so it can’t be sent.',
  late: 'Choose a time to come.',
};

function failureOf({ kind }: SendingOutcome): TaskOutcome | undefined {
  return kind === 'done' ? undefined : { failure: failures[kind], status: 409 };
}
