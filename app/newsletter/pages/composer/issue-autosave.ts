import { redirect } from 'react-router';
import type { Autosaved } from '#app/desk/form/autosave-machine.ts';
import { requireIssue } from '#app/newsletter/pages/require-issue.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { formatTime } from '#app/platform/time/town-time.ts';
import type { Route } from './+types/issue-autosave';
import { composerForm } from './composer-page.ts';
import { readComposer, saveComposer, shownValues } from './save-composer.server.ts';
import { findArrangement } from './shown-parts.server.ts';

/** This address has no page: a reload leads to the issue. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/newsletter/${params.id}`);
}

/** Saves the composer while it is typed in. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const { write, town, now } = writeContext(args);
  const context = { town, now };
  const issue = await requireIssue(write, args.params.id);
  const shown = shownValues(issue, await findArrangement(write, context, issue), { test: '', when: '' });
  const sent = await readForm(args.request, composerForm);
  const { values, version } = readComposer(sent, shown, issue.version);
  const outcome = await saveComposer(write, context, issue, { values, version });
  if (outcome.kind === 'saved')
    return respond({
      kind: 'saved',
      at: formatTime(now, town),
      draft: '',
      version: String(outcome.issue.version),
    });
  if (outcome.kind === 'invalid') return respond({ kind: 'refused' }, 422);
  return respond({ kind: 'conflict' }, 409);
}

function respond(saved: Autosaved, status = 200): Response {
  return Response.json(saved, { status });
}
