import { Form, Link } from 'react-router';
import { ImportFrame, Outcome, SampleTownNote } from '#app/moving/import/pages/import-frame.tsx';
import type { ImportRunPage } from '#app/moving/import/pages/load-import.server.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { ProblemGroups } from './problem-groups.tsx';

type Done = Extract<ImportRunPage, { kind: 'done' | 'undone' }>;

/** What was imported, what to do next, and how to undo it. */
export function DoneView({ page }: { page: Done }) {
  const { id, kind, from, when, hasMoved } = page;
  if (kind === 'undone') return <Undone page={page} />;
  return (
    <ImportFrame about={`${from}, ${when}`} step={3}>
      <div className="form stack-lg">
        <Outcome incomplete={page.incomplete}>
          Success! <span className="light">{page.outcome}</span>
        </Outcome>
        <NextSteps page={page} />
        {hasMoved ? (
          <section className="panel" aria-labelledby="undo">
            <h2 id="undo">Undo this import</h2>
            <p>Removes only what this import added. What you have edited since stays.</p>
            <p className="actions">
              <Link className="button button--danger" to={`/admin/move-in/${id}/undo`}>
                <Icon name="undo" />
                Undo import
              </Link>
            </p>
          </section>
        ) : null}
      </div>
      <ProblemGroups id={id} groups={page.groups} />
    </ImportFrame>
  );
}

function NextSteps({
  page: { id, refused, refusedWords, pictures, canRetry, undescribed, sampleTown },
}: {
  page: Done;
}) {
  return (
    <section aria-labelledby="next">
      <h2 id="next">What’s next</h2>
      <ol className="agate mt">
        {sampleTown ? (
          <li>
            <SampleTownNote words={sampleTown} />
          </li>
        ) : null}
        <li>
          <a href="/articles">Check the site</a>. Compare a few pages with the originals.
        </li>
        {refused > 0 ? (
          <li>
            <a href="#refused">
              Review the {refusedWords} rejected {refused === 1 ? 'record' : 'records'}
            </a>
            , fix {refused === 1 ? 'it' : 'them'} and import again.
          </li>
        ) : null}
        {pictures ? (
          <li>
            {pictures}
            {canRetry ? (
              <Form method="post" action={`/admin/move-in/${id}`}>
                <button type="submit" name="do" value="import" className="button button--small">
                  Try these pictures again
                </button>
              </Form>
            ) : null}
          </li>
        ) : null}
        {undescribed > 0 ? (
          <li>
            <Link to="/admin/pictures/missing">Add alternative text</Link> for the {undescribed}{' '}
            {undescribed === 1 ? 'picture that has' : 'pictures that have'} none.
          </li>
        ) : null}
        <li>
          Point your domain here. Until then, both sites run, and you can{' '}
          <Link to="/admin/move-in">import again</Link> to catch up.
        </li>
      </ol>
    </section>
  );
}

function Undone({ page: { id, from, when, removed, groups } }: { page: Done }) {
  return (
    <ImportFrame about={`${from}, ${when}`} step={null}>
      <div className="alert is-success" role="status">
        <Icon name="check" />
        <p className="grow">
          The import was undone.{' '}
          <span className="light">
            {removed}
            Items are in the <Link to="/admin/trash">trash</Link>.
          </span>
        </p>
      </div>
      <ProblemGroups id={id} groups={groups} />
      <p>
        <Link className="button" to="/admin/move-in">
          Start another import
        </Link>
      </p>
    </ImportFrame>
  );
}
