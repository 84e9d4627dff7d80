import { redirect } from 'react-router';
import { requestImport, stopImport } from '#app/moving/import/import-store.server.ts';
import { DoneView } from '#app/moving/import/pages/progress/done-view.tsx';
import { ProblemListView } from '#app/moving/import/pages/progress/problem-list-view.tsx';
import { ProgressView } from '#app/moving/import/pages/progress/progress-view.tsx';
import { ReportView } from '#app/moving/import/pages/progress/report-view.tsx';
import { StoppedView } from '#app/moving/import/pages/progress/stopped-view.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import styles from '#app/platform/ui/styles/import.css?url';
import stages from '#app/platform/ui/styles/sources.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/import-run-page';
import { findByAddress, loadImport, requireImportRun } from './load-import.server.ts';
import { orLogin } from './or-login.ts';
import { choicesForm, isOtherFeedKind, saveChoices } from './save-choices.server.ts';

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: stages },
  { rel: 'stylesheet', href: styles },
];

/** `/admin/move-in/{id}`: the report of a dry run, the progress of the import, or its outcome. */
export async function loader(args: Route.LoaderArgs) {
  const requestContext = readContext(args);
  const moveIn = await findByAddress(requestContext.read, args.params.id);
  if (!moveIn) throw redirect('/admin/move-in');
  return loadImport(requestContext, moveIn, args.url.searchParams);
}

/**
 * Imports with the choices of the form, stops, goes on, or shows a list and keeps the choices. What can't be done now
 * changes nothing.
 */
export async function action(args: Route.ActionArgs) {
  const { write } = writeContext(args);
  const moveIn = await requireImportRun(write, args.params.id);
  const path = `/admin/move-in/${moveIn.id}`;
  const { values } = await readForm(args.request, choicesForm);
  const { do: wish, list } = values;
  if (wish === 'stop') await stopImport(write, moveIn.id);
  if (wish === 'dry-run' || wish === 'import' || list) {
    const isSaved = await saveChoices(write, moveIn, values);
    if (!isSaved) return redirect(`${path}?late=1`, 303);
    if (list) return redirect(`${path}?${new URLSearchParams({ list })}`, 303);
    await requestImport(write, moveIn.id, isOtherFeedKind(moveIn, values) ? 'dry-run' : (wish as 'import'));
  }
  return redirect(path, 303);
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return orLogin(request, serverLoader);
}

export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  return orLogin(request, serverAction);
}

export default function ImportRunPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
      <UnlistedHead title={`Import | ${page.siteTitle}`} />
      {page.isLate ? (
        <Alert tone="warning">
          Someone else changed this import. Your choices were not used. Check it and try again.
        </Alert>
      ) : null}
      {page.kind === 'progress' ? <ProgressView page={page} /> : null}
      {page.kind === 'list' ? <ProblemListView page={page} /> : null}
      {page.kind === 'report' ? <ReportView page={page} /> : null}
      {page.kind === 'done' || page.kind === 'undone' ? <DoneView page={page} /> : null}
      {page.kind === 'stopped' ? <StoppedView page={page} /> : null}
    </>
  );
}
