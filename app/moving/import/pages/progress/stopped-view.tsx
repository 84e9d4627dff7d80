import { Form, Link } from 'react-router';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { ImportHead } from '#app/moving/import/pages/import-head.tsx';
import type { StoppedPage } from '#app/moving/import/pages/load-import.server.ts';

/** An import that was stopped, has failed, or waits for its columns; and the button that goes on. */
export function StoppedView({ page }: { page: StoppedPage }) {
  const { id, from, state, trouble, isImport, isUndo, brought, when } = page;
  const path = `/admin/move-in/${id}`;
  const what = isUndo ? 'undo' : isImport ? 'import' : 'dry run';
  return (
    <div className="form stack-lg">
      <ImportHead line={`${from}. ${when}`} step={isImport ? 2 : 1} />
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
    </div>
  );
}

function buttonWords(state: string, isImport: boolean): string {
  if (state === 'waiting') return 'Start dry run';
  if (state === 'failed') return 'Try again';
  return isImport ? 'Resume import' : 'Resume dry run';
}
