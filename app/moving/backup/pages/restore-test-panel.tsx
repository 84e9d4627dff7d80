import { Form } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import { backupsPath } from './backup-requests.ts';
import type { BackupsPage } from './load-backups.server.ts';

type Props = { test: BackupsPage['test']; running: BackupsPage['testRunning']; hasFiles: boolean };

/** The last test restore: whether it passed, and what was counted; and a button that starts another. */
export function RestoreTestPanel({ test, running, hasFiles }: Props) {
  return (
    <section className="panel" aria-labelledby="test">
      <div className="cluster between">
        <h2 id="test">Last restore test</h2>
        {test ? (
          <span className={`badge ${test.trouble ? 'is-danger' : 'is-success'}`}>
            {test.trouble ? 'Failed' : 'Passed'}
          </span>
        ) : null}
      </div>
      <p className="mt">{test ? `${test.when}. ${outcomeOf(test)}` : 'No backup has been tested yet.'}</p>
      {test && test.counts.length > 0 ? <CountTable counts={test.counts} /> : null}
      {running ? (
        <Running {...running} />
      ) : (
        <Form method="post" action={`${backupsPath}/test`} className="actions">
          <button type="submit" className="button" disabled={!hasFiles}>
            <Icon name="history" />
            Run test now
          </button>
          <span className="small muted">
            {hasFiles ? `${test?.took ?? ''} The site stays up.` : 'There is no backup yet.'}
          </span>
        </Form>
      )}
    </section>
  );
}

function outcomeOf({ trouble, how }: NonNullable<BackupsPage['test']>): string {
  if (trouble) return trouble;
  return how === 'restored'
    ? 'The newest file was restored into an empty database, and everything was there.'
    : 'The newest file is encrypted and its key is not on this server, so it was compared with the one that was restored and checked when it was made. It is unchanged.';
}

function CountTable({ counts }: { counts: NonNullable<BackupsPage['test']>['counts'] }) {
  return (
    <div className="mt">
      <DataTable
        label="Restore test results"
        className="data data--narrow"
        rows={counts}
        keyOf={({ label }) => label}
        columns={[
          { head: 'Content', cell: ({ label }) => label },
          { head: 'On the site', className: 'r', cell: ({ onSite }) => onSite },
          {
            head: 'In the file',
            className: 'r',
            cell: ({ inFile, difference }) => (
              <>
                {inFile}{' '}
                {difference === '' ? (
                  <>
                    <Icon name="check" />
                    <span className="vh"> (the same)</span>
                  </>
                ) : (
                  <small>{difference}</small>
                )}
              </>
            ),
          },
        ]}
      />
    </div>
  );
}

function Running({ done, total }: { done: number; total: number }) {
  return (
    <div className="mt" role="status">
      <p>The test is running.</p>
      <progress className="mt" {...(total > 0 ? { max: total, value: done } : {})} aria-label="Restore test">
        {total > 0 ? `${Math.floor((100 * done) / total)} %` : ''}
      </progress>
      <AutoRefresh address={backupsPath} seconds={3}>
        You can close it; the test continues.
      </AutoRefresh>
    </div>
  );
}
