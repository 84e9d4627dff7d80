import { redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { removeIssue } from '#app/newsletter/issues/issue-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/issue-removal';
import { headingOf, requireIssue } from './require-issue.server.ts';

/** Asks once before a draft is deleted. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const issue = await requireIssue(read, args.params.id);
  const { id, subject, version, state } = issue;
  // Only drafts can be deleted.
  if (state !== 'draft') throw redirect(`/admin/newsletter/${id}`);
  const refused = args.url.searchParams.has('refused');
  return { id, subject, version, refused, heading: await headingOf(read, town, issue) };
}

export async function action(args: Route.ActionArgs) {
  const { write } = writeContext(args);
  const { id, subject } = await requireIssue(write, args.params.id);
  const { version } = await readForm(args.request, []);
  const outcome = await removeIssue(write, id, Number(version));
  if (outcome.kind === 'conflict') return redirect(`/admin/newsletter/${id}/removal?refused=1`, 303);
  if (outcome.kind === 'settled') return redirect(`/admin/newsletter/${id}`, 303);
  await recordActivity(args, 'issue-removed', subject);
  return redirect('/admin/newsletter?removed=1', 303);
}

export default function IssueRemoval({ loaderData }: Route.ComponentProps) {
  const { id, subject, version, heading, refused } = loaderData;
  return (
    <ConfirmationPage
      title="Delete an issue"
      parent={{ to: `/admin/newsletter/${id}`, label: heading }}
      question="Delete this draft?"
      action={`/admin/newsletter/${id}/removal`}
      submit="Delete"
      fields={{ version }}
      notices={
        refused ? (
          <Alert tone="warning">
            Someone else has changed this issue in the meantime.{' '}
            <a href={`/admin/newsletter/${id}`}>See it first</a>
          </Alert>
        ) : null
      }
    >
      <p className="mb">
        “{subject}” and its opening note are deleted. You can’t undo this. The articles, events and polls in
        it stay on the site.
      </p>
    </ConfirmationPage>
  );
}
