import { Form, Link, redirect } from 'react-router';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { requestImport, stopImport } from '#app/moving/import/import-store.server.ts';
import { DoneView } from '#app/moving/import/pages/progress/done-view.tsx';
import { ProblemListView } from '#app/moving/import/pages/progress/problem-groups.tsx';
import { ReportView } from '#app/moving/import/pages/progress/report-view.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import styles from '#app/platform/ui/styles/import.css?url';
import stages from '#app/platform/ui/styles/sources.css?url';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import type { Route } from './+types/import-run-page';
import { ImportFrame } from './import-frame.tsx';
import {
  findByAddress,
  type ImportRunPage,
  loadImport,
  requireImportRun,
  type StoppedPage,
} from './load-import.server.ts';
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

export default function RunPage({ loaderData: page }: Route.ComponentProps) {
  return (
    <>
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

type ProgressPage = Extract<ImportRunPage, { kind: 'progress' }>;

const stopNotes = {
  reading: 'Nothing has been imported yet. Later, you can start the dry run again.',
  importing: 'Anything already imported stays. Later, you can pick up where it stopped.',
  undoing: 'Anything already removed stays removed. Later, you can undo the rest.',
};

/** What is done of a dry run, an import or an undo. The page follows. */
function ProgressView({ page }: { page: ProgressPage }) {
  const { id, from, when, phase, heading, steps, note } = page;
  const path = `/admin/move-in/${id}`;
  return (
    <ImportFrame className="form stack-lg" about={`${from}. ${when}`} step={phase === 'reading' ? 1 : 2}>
      <section className="panel" aria-labelledby="progress">
        <h2 id="progress">{heading}</h2>
        {steps.length > 0 ? (
          <ul className="stack mt">
            {steps.map(({ label, words, done, total }) => (
              <li key={label}>
                <p className="cluster between">
                  <span>{label}</span>
                  <span className="num muted">{words}</span>
                </p>
                <progress
                  className="wide-progress"
                  max={Math.max(total ?? 1, done, 1)}
                  {...(total === null ? {} : { value: done })}
                  aria-label={label}
                >
                  {words}
                </progress>
              </li>
            ))}
          </ul>
        ) : (
          <progress className="wide-progress mt" aria-label={heading}>
            {heading}
          </progress>
        )}
        <AutoRefresh address={path} seconds={page.refreshSeconds} before={<span role="status">{note}</span>}>
          You can close it.
        </AutoRefresh>
      </section>
      <Form method="post" action={path} className="cluster">
        <button type="submit" className="button button--danger" name="do" value="stop">
          <Icon name="pause" />
          Stop
        </button>
        <span className="small muted">{stopNotes[phase]}</span>
      </Form>
    </ImportFrame>
  );
}

/** An import that was stopped, has failed, or waits for its columns; and the button that goes on. */
function StoppedView({ page }: { page: StoppedPage }) {
  const { id, from, state, trouble, isImport, isUndo, brought, when } = page;
  const path = `/admin/move-in/${id}`;
  const what = isUndo ? 'undo' : isImport ? 'import' : 'dry run';
  return (
    <ImportFrame className="form stack-lg" about={`${from}. ${when}`} step={isImport ? 2 : 1}>
      {state === 'failed' ? (
        <LastingAlert tone="danger">
          <p>
            The {what} failed. <span className="light">{trouble ?? 'The log says why.'}</span>
          </p>
        </LastingAlert>
      ) : null}
      {state === 'stopped' ? (
        <LastingAlert tone="warning">
          <p>
            The {what} was stopped. <span className="light">{brought ?? 'Nothing was imported.'}</span>
          </p>
        </LastingAlert>
      ) : null}
      {state === 'waiting' ? <p>The dry run has not been started yet. Nothing has changed.</p> : null}
      <Form method="post" action={path} className="actions">
        {isUndo ? (
          <Link className="button button--primary" to={`${path}/undo`}>
            Continue the undo
          </Link>
        ) : state === 'waiting' && page.hasTable ? (
          <Link className="button button--primary" to={`${path}/mapping`}>
            Choose the columns
          </Link>
        ) : (
          <button
            type="submit"
            className="button button--primary"
            name="do"
            value={isImport ? 'import' : 'dry-run'}
          >
            {buttonWords(state, isImport)}
          </button>
        )}
        {isImport ? (
          <button type="submit" className="button" name="do" value="dry-run">
            Repeat the dry run
          </button>
        ) : null}
        <Link className="button" to={`/admin/move-in?instead=${id}`}>
          Start over with other files
        </Link>
      </Form>
      {isImport && !isUndo ? (
        <p>
          <Link to={`${path}/undo`}>Undo what was imported</Link>
        </p>
      ) : null}
    </ImportFrame>
  );
}

function buttonWords(state: string, isImport: boolean): string {
  if (state === 'waiting') return 'Start dry run';
  if (state === 'failed') return 'Try again';
  return isImport ? 'Resume import' : 'Resume dry run';
}
