import { Form } from 'react-router';
import { PhoneTable } from '#app/desk/list/phone-table.tsx';
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

const columns = ['Content', 'On the site', 'In the file'];

function CountTable({ counts }: { counts: NonNullable<BackupsPage['test']>['counts'] }) {
  return (
    <div className="mt">
      <PhoneTable
        label="Restore test results"
        columns={columns}
        numbers={columns.slice(1)}
        className="data data--narrow"
      >
        {counts.map(({ label, onSite, inFile, difference }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="r">{onSite}</td>
            <td className="r">
              {inFile}{' '}
              {difference === '' ? (
                <>
                  <Icon name="check" />
                  <span className="vh"> (the same)</span>
                </>
              ) : (
                <small>{difference}</small>
              )}
            </td>
          </tr>
        ))}
      </PhoneTable>
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
