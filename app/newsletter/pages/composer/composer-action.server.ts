import { data, redirect } from 'react-router';
import { type Issue, isOpen } from '#app/newsletter/issues/issue.ts';
import { rebuildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { timeWords } from '#app/newsletter/pages/plan-words.ts';
import { requireIssue } from '#app/newsletter/pages/require-issue.server.ts';
import {
  approveIssue,
  resumeSending,
  type SendingOutcome,
  scheduleIssue,
  stopSending,
  unscheduleIssue,
} from '#app/newsletter/sending/issue-actions.server.ts';
import { sendTest } from '#app/newsletter/sending/issue-emails.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { instantOfTownTime } from '#app/platform/time/town-time.ts';
import {
  type ComposerValues,
  composerForm,
  type FailedComposer,
  type SavedComposer,
} from './composer-page.ts';
import { loadComposer } from './load-composer.server.ts';
import { orderText } from './order.ts';
import {
  findTheirs,
  type Pressed,
  readComposer,
  type SaveOutcome,
  saveComposer,
} from './save-composer.server.ts';

type Args = Parameters<typeof writeContext>[0] & { request: Request; params: { id: string } };

const SETTLED =
  'This issue is being sent or is over, so it was not changed. What you typed is below, if you want to copy it.';
const CONFLICT =
  'Someone else changed this issue in the meantime. Now it has the following. Save again to replace it.';
const REBUILT = 'The issue was changed by someone else in the meantime, so it was not built again.';

/**
 * Saves everything that was typed into the composer, and then does what the pressed button says. Also stops and resumes
 * an issue that is being sent.
 */
export async function composerAction(args: Args) {
  const { write } = writeContext(args);
  const issue = await requireIssue(write, args.params.id);
  const sent = await readForm(args.request, composerForm);
  const what = sent.values.do;
  if (what === 'stop' || what === 'resume') return pause(args, issue, what);
  const page = await loadComposer(write, writeContext(args), issue);
  const { values, version, pressed } = readComposer(sent, page.values, issue.version);
  if (!isOpen(issue))
    return fail({ values, view: 'phone', version: String(version) }, { reason: SETTLED }, 409);
  const outcome = await saveComposer(write, writeContext(args), issue, { values, version });
  const facts = { values, view: pressed.view ?? 'phone', version: String(version) };
  if (outcome.kind !== 'saved') return refuse(args, outcome, facts);
  if (outcome.isChanged) await recordActivity(args, 'issue-changed', outcome.issue.subject);
  const { location, status = 422, ...after } = await doTask(args, pressed, outcome.issue, values);
  if (location !== undefined) return redirect(location, 303);
  const now = { ...facts, version: String((await requireIssue(write, issue.id)).version) };
  if (after.reason !== undefined) return fail(now, after, status);
  const { done = 'Saved.', before } = after;
  return data<SavedComposer>({ ...now, done, before });
}

type Facts = Pick<SavedComposer, 'values' | 'view' | 'version'>;

function fail(
  { values, view, version }: Facts,
  { reason, problems, theirs }: Pick<Partial<FailedComposer>, 'reason' | 'problems' | 'theirs'>,
  status: number,
) {
  return failedForm(status, values, {
    view,
    version,
    reason,
    problems: problems ?? {},
    theirs: theirs ?? null,
  });
}

async function refuse(args: Args, outcome: SaveOutcome, facts: Facts) {
  if (outcome.kind === 'missing') throw data(null, { status: 404 });
  if (outcome.kind === 'invalid') {
    const { problems } = outcome;
    return fail(facts, { problems, reason: 'Not saved. Please check the marked fields.' }, 422);
  }
  if (outcome.kind === 'settled') return fail(facts, { reason: SETTLED }, 409);
  const { issue } = outcome;
  const theirs = await findTheirs(writeContext(args).write, writeContext(args), issue, facts.values);
  return fail({ ...facts, version: String(issue.version) }, { reason: CONFLICT, theirs }, 409);
}

/** What became of a pressed button. `location`: where it leads. */
type TaskOutcome = {
  done?: string;
  reason?: string;
  problems?: Record<string, string>;
  before?: string;
  status?: number;
  location?: string;
};

/** Does what the button says; everything that was typed is saved already. */
async function doTask(
  args: Args,
  { task }: Pressed,
  issue: Issue,
  values: ComposerValues,
): Promise<TaskOutcome> {
  const { write, town, now } = writeContext(args);
  const { id, sendAt } = issue;
  switch (task) {
    case 'save':
      return {};
    case 'restore':
      return { done: 'The issue is as it was before.' };
    case 'rebuild':
      return rebuild(args, issue, values);
    case 'test':
      return test(args, issue, values);
    case 'schedule':
      return schedule(args, issue, values);
    case 'unschedule': {
      const done = 'Unscheduled. It is a draft again, and is sent only if you send or schedule it.';
      return report(args, issue, await unscheduleIssue(write, id), 'issue-unscheduled', done);
    }
    case 'approve': {
      const done = `Approved. It will be sent on ${timeWords(sendAt ?? now, town)}.`;
      return report(args, issue, await approveIssue(write, { now }, id), 'issue-approved', done);
    }
    case 'send':
      return { location: `/admin/newsletter/${id}/send` };
  }
}

/** What was arranged is in the response: Undo brings it back. */
async function rebuild(args: Args, issue: Issue, { order }: ComposerValues): Promise<TaskOutcome> {
  const { write } = writeContext(args);
  const outcome = await rebuildIssue(write, writeContext(args), issue.id, issue.version);
  if (outcome.kind !== 'saved')
    return { reason: outcome.kind === 'conflict' ? REBUILT : SETTLED, status: 409 };
  await recordActivity(args, 'issue-changed', issue.subject);
  return {
    done: 'The issue was built again from what is published now. Your subject, preview text and note stay.',
    before: orderText(order),
  };
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
  const done = `Scheduled for ${timeWords(at, town)}. You can change it until then, or unschedule it.`;
  return report(args, issue, await scheduleIssue(write, { now }, issue.id, at), 'issue-scheduled', done);
}

function invalid(field: string, problem: string): TaskOutcome {
  return { reason: 'Saved, but please check the marked field.', problems: { [field]: problem } };
}

const refusals: Record<Exclude<SendingOutcome['kind'], 'done'>, string> = {
  missing: 'This issue was deleted in the meantime.',
  settled: 'Nothing was done: this issue is no longer in a state for that.',
  empty: 'There’s nothing in this issue yet, so it can’t be sent.',
  late: 'Choose a time to come.',
};

/** Records an action that was done; otherwise says why not. */
async function report(
  args: Args,
  { subject }: Issue,
  { kind }: SendingOutcome,
  action: Parameters<typeof recordActivity>[1],
  done: string,
): Promise<TaskOutcome> {
  if (kind !== 'done') return { reason: refusals[kind], status: 409 };
  await recordActivity(args, action, subject);
  return { done };
}

/** Stops sending an issue, or continues. */
async function pause(args: Args, { id, subject }: Issue, what: 'stop' | 'resume'): Promise<Response> {
  const { write, now } = writeContext(args);
  const isStop = what === 'stop';
  const { kind } = await (isStop ? stopSending : resumeSending)(write, { now }, id);
  if (kind === 'done') await recordActivity(args, isStop ? 'issue-stopped' : 'issue-resumed', subject);
  return redirect(`/admin/newsletter/${id}`, 303);
}
