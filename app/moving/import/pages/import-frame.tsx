import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { Stages } from '#app/desk/hub/stages.tsx';
import { sampleTownPath } from '#app/items/sample-town/sample-town-request.ts';
import type { IncompleteFile } from '#app/moving/import/pages/progress/load-problems.server.ts';
import { Icon } from '#app/platform/ui/icon.tsx';

type ImportFrameProps = Omit<ComponentProps<typeof AdminPage>, 'heading'> & {
  /** The current step, counted from 0; 3 when all are done, null for none. */
  step: 0 | 1 | 2 | 3 | null;
};

/** A page of an import, with how far it is. */
export function ImportFrame({ step, ...page }: ImportFrameProps) {
  const stages =
    step === null ? null : (
      <div className="mt">
        <Stages labels={['Your files', 'Dry run', 'Import']} current={step} />
      </div>
    );
  return <AdminPage heading="Import" status={stages} {...page} />;
}

/** Links to the first and the next page of a list that is read forward only; without either, shows nothing. */
export function NextPage({ first, next }: { first: string | null; next: string | null }) {
  if (first === null && next === null) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {first === null ? null : <Link to={first}>First page</Link>}
      {next === null ? null : (
        <Link className="button" rel="next" to={next}>
          Next
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}

/** Reminds of the items of the sample town, which `words` counts, and how to remove them. */
export function SampleTownNote({ words }: { words: string }) {
  return (
    <>
      <strong>Remove the sample town.</strong> {words} What you import stays.{' '}
      <Link className="button button--small" to={sampleTownPath}>
        Remove the sample town
      </Link>
    </>
  );
}

/** Says what became of an import; if files could not be read to their end, that first, and as a warning. */
export function Outcome({ incomplete, children }: { incomplete: IncompleteFile[]; children: ReactNode }) {
  const isWhole = incomplete.length === 0;
  return (
    <div className={`alert is-${isWhole ? 'success' : 'warning'}`} role={isWhole ? 'status' : 'alert'}>
      <Icon name={isWhole ? 'check' : 'warning'} />
      <div className="grow">
        {incomplete.map(({ file, title, problem, record, isCut }) => (
          <p key={`${file} ${record} ${title}`}>
            {file} {title}.{' '}
            <span className="light">
              {problem}
              {record ? (
                <>
                  {' '}
                  (<code>{record}</code>)
                </>
              ) : null}
              .{isCut ? ' What came after it is missing here. Export or upload it again.' : ''}
            </span>
          </p>
        ))}
        <p>{children}</p>
      </div>
    </div>
  );
}
