import { Form } from 'react-router';
import { ImportHead } from '#app/moving/import/pages/import-head.tsx';
import type { ImportRunPage } from '#app/moving/import/pages/load-import.server.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';

type ProgressPage = Extract<ImportRunPage, { kind: 'progress' }>;

const stopNotes = {
  reading: 'Nothing has been imported yet. Later, you can start the dry run again.',
  importing: 'Anything already imported stays. Later, you can pick up where it stopped.',
  undoing: 'Anything already removed stays removed. Later, you can undo the rest.',
};

/** What is done of a dry run, an import or an undo. The page follows. */
export function ProgressView({ page }: { page: ProgressPage }) {
  const { id, from, when, phase, heading, steps, note } = page;
  const path = `/admin/move-in/${id}`;
  return (
    <div className="form stack-lg">
      <ImportHead line={`${from}. ${when}`} step={phase === 'reading' ? 1 : 2} />
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
    </div>
  );
}
