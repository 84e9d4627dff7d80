import { data, redirect } from 'react-router';
import { type Issue, isOpen } from '#app/newsletter/issues/issue.ts';
import { rebuildIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { pauseIssue } from '#app/newsletter/pages/pause-issue.server.ts';
import { requireIssue } from '#app/newsletter/pages/require-issue.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { type Pressed, readComposer } from './composer-input.server.ts';
import { type ComposerOutcome, type ComposerValues, composerForm } from './composer-page.ts';
import { runTask, type TaskOutcome } from './composer-tasks.server.ts';
import { loadComposer } from './load-composer.server.ts';
import { orderText } from './order.ts';
import { findTheirs, type SaveOutcome, saveComposer } from './save-composer.server.ts';

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
  if (what === 'stop' || what === 'resume') return pauseIssue(args, issue, what);
  const page = await loadComposer(write, writeContext(args), issue);
  const { values, version, pressed } = readComposer(sent, page.values, issue.version);
  if (!isOpen(issue))
    return refuse(args, { kind: 'settled' }, { values, view: 'phone', version: String(version) });
  const outcome = await saveComposer(write, writeContext(args), issue, { values, version });
  const facts = { values, view: pressed.view ?? 'phone', version: String(version) };
  if (outcome.kind !== 'saved') return refuse(args, outcome, facts);
  if (outcome.isChanged) await recordActivity(args, 'issue-changed', outcome.issue.subject);
  const after = await doTask(args, pressed, outcome.issue, values);
  if (after.location !== undefined) return redirect(after.location, 303);
  const { failure = null, problems = {}, before = null } = after;
  const done = failure === null ? (after.done ?? 'Saved.') : null;
  const now = await requireIssue(write, issue.id);
  return respond(
    { ...facts, version: String(now.version), done, failure, problems, before },
    failure === null ? 200 : (after.status ?? 422),
  );
}

type Facts = Pick<ComposerOutcome, 'values' | 'view' | 'version'>;

function respond(
  outcome: Omit<ComposerOutcome, 'theirs'> & { theirs?: ComposerOutcome['theirs'] },
  status: number,
) {
  return data<ComposerOutcome>({ theirs: [], ...outcome }, status);
}

async function refuse(args: Args, outcome: Exclude<SaveOutcome, { kind: 'saved' }>, facts: Facts) {
  const none = { ...facts, done: null, before: null, problems: {} };
  switch (outcome.kind) {
    case 'missing':
      throw data(null, { status: 404 });
    case 'settled':
      return respond({ ...none, failure: SETTLED }, 409);
    case 'invalid':
      return respond(
        { ...none, problems: outcome.problems, failure: 'Not saved. Please check the marked fields.' },
        422,
      );
    case 'conflict': {
      const { issue } = outcome;
      const theirs = await findTheirs(writeContext(args).write, writeContext(args), issue, facts.values);
      return respond({ ...none, version: String(issue.version), failure: CONFLICT, theirs }, 409);
    }
  }
}

async function doTask(
  args: Args,
  pressed: Pressed,
  issue: Issue,
  values: ComposerValues,
): Promise<TaskOutcome> {
  if (pressed.task === 'rebuild') return rebuild(args, issue, values);
  if (pressed.task === 'restore') return { done: 'The issue is as it was before.' };
  return pressed.task === 'save' ? {} : runTask(args, pressed.task, issue, values);
}

/** What was arranged is in the response: Undo brings it back. */
async function rebuild(args: Args, issue: Issue, { order }: ComposerValues): Promise<TaskOutcome> {
  const { write } = writeContext(args);
  const outcome = await rebuildIssue(write, writeContext(args), issue.id, issue.version);
  if (outcome.kind !== 'saved')
    return { failure: outcome.kind === 'conflict' ? REBUILT : SETTLED, status: 409 };
  await recordActivity(args, 'issue-changed', issue.subject);
  return {
    done: 'The issue was built again from what is published now. Your subject, preview text and note stay.',
    before: orderText(order),
  };
}
