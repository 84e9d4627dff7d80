import { Form, Link } from 'react-router';
import { ProofNote } from '#app/desk/hub/proof-note.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { Field } from '#app/platform/ui/field.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { AutoRefresh } from '#app/platform/ui/upload/auto-refresh.tsx';
import { backupsPath } from './backup-requests.ts';
import type { BackupsPage } from './load-backups.server.ts';

type RestoreTestPanelProps = {
  test: BackupsPage['test'];
  running: BackupsPage['testRunning'];
  hasFiles: boolean;
};

/** The last test restore: whether it passed, and what was counted; and a button that starts another. */
export function RestoreTestPanel({ test, running, hasFiles }: RestoreTestPanelProps) {
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

/** Distinguishes this form from the plan's on the same page. */
const creationPath = `${backupsPath}?create=1`;

const hint =
  'Five words or more. Write it down and keep it away from the file. No one can open the file without it, and we can’t recover it.';

/** `hasKeys`: the plan has public keys that encrypt the backup if no passphrase is typed. */
export function passphraseField(hasKeys: boolean): FieldSpec {
  return {
    name: 'passphrase',
    label: 'Passphrase',
    kind: 'line',
    required: !hasKeys,
    hint: hasKeys ? `${hint} If you leave it empty, the public keys below encrypt the file.` : hint,
  };
}

type BackupCreationProps = {
  hasKeys: boolean;
  isRunning: boolean;
  typed?: string | undefined;
  problem?: string | undefined;
  isUnproved?: boolean | undefined;
  /** The command that adds the secrets. */
  handOverLine: string;
};

/** Creates an encrypted backup now. */
export function BackupCreation({
  hasKeys,
  isRunning,
  typed = '',
  problem,
  isUnproved,
  handOverLine,
}: BackupCreationProps) {
  return (
    <section className="panel form" aria-labelledby="create">
      <h2 id="create" className="mb">
        Create a backup
      </h2>
      {isUnproved ? <ProofNote next={backupsPath} /> : null}
      <Form method="post" action={creationPath} noValidate autoComplete="off">
        <Field spec={passphraseField(hasKeys)} value={typed} problem={problem} />
        <dl className="facts facts--quiet mt">
          <dt>Included</dt>
          <dd>
            All content, pictures, versions and trash, accounts with their protected passwords, subscribers
            and the do-not-email list. Plus one page of notes for the person who takes over: contacts,
            hosting, domain, email, costs.
          </dd>
          <dt>Not included</dt>
          <dd>
            Current logins, access tokens and this server’s secrets. After a restore, people log in again with
            the same password. To hand over the secrets, too, run <code>{handOverLine}</code> on the server.
          </dd>
        </dl>
        {isRunning ? (
          <div role="status">
            <p className="mt">The backup is running. It will be listed below when it is done.</p>
            <AutoRefresh address={backupsPath} seconds={3}>
              You can close it; the backup continues.
            </AutoRefresh>
          </div>
        ) : (
          <div className="actions">
            <button type="submit" className="button button--primary">
              <Icon name="download" />
              Create backup
            </button>
          </div>
        )}
      </Form>
    </section>
  );
}

type BackupListProps = { files: BackupsPage['files']; more: number; keep: string };

/** The backup files in the data folder, newest first. */
export function BackupList({ files, more, keep }: BackupListProps) {
  return (
    <section className="panel flush" aria-labelledby="files">
      <div className="cluster between">
        <h2 id="files">Backup files</h2>
        <span className="small muted">{`The last ${keep} automatic ones are kept`}</span>
      </div>
      {files.length === 0 ? (
        <p>No data found.</p>
      ) : (
        <DataTable
          label="List of backup files"
          rows={files}
          keyOf={({ name }) => name}
          columns={[
            {
              head: 'Created',
              cell: ({ when, kind }) => (
                <>
                  {when}
                  <small>{kind}</small>
                </>
              ),
            },
            { head: 'Size', className: 'r', cell: ({ size }) => size },
            { head: 'Test', cell: ({ test }) => <TestBadge test={test} /> },
            { head: 'Actions', className: 'wide', cell: (file) => <FileLinks {...file} /> },
          ]}
        />
      )}
      {more > 0 ? <p className="small muted">{`${more} older ones are in the folder, too.`}</p> : null}
    </section>
  );
}

function FileLinks({ name, when }: BackupsPage['files'][number]) {
  const address = `${backupsPath}/${name}`;
  return (
    <span className="rowlinks">
      <a className="button button--small" href={address} download>
        <Icon name="download" />
        Download<span className="vh">: {when}</span>
      </a>
      <Link className="button button--small button--danger" to={`${address}/deletion`}>
        Delete<span className="vh">: {when}</span>
      </Link>
    </span>
  );
}

function TestBadge({ test }: { test: string | null }) {
  if (test === 'good') return <span className="badge is-success">Restored and checked</span>;
  if (test === null) return <span className="badge is-quiet">Not tested here</span>;
  return <span className="badge is-danger">{`Test failed: ${test}`}</span>;
}

type CopiesPanelProps = Pick<BackupsPage, 'people' | 'successor'>;

/** Who should have a copy of a backup, and who should not. */
export function CopiesPanel({ people, successor }: CopiesPanelProps) {
  const { isReadOnly } = useSite();
  return (
    <section aria-labelledby="copies">
      <h2 id="copies">Who should have a copy</h2>
      <div className="mt mb alert is-warning" role="note">
        <Icon name="warning" />
        <p className="grow light">
          {`It contains the email addresses of ${people}. Share it only with people who may see them.`}
        </p>
      </div>
      <dl className="facts facts--quiet">
        <dt>You</dt>
        <dd>A copy at home, on a USB stick in a drawer.</dd>
        <dt>Successor</dt>
        <dd>
          {describeSuccessor(successor)}{' '}
          {isReadOnly ? null : (
            <Link to="/admin/successor">{successor.name ? 'Change' : 'Name a successor'}</Link>
          )}
        </dd>
        <dt>Town clerk</dt>
        <dd>The passphrase in a sealed envelope, but no file.</dd>
        <dt>No one else</dt>
        <dd>Never by email, never in a shared folder.</dd>
      </dl>
    </section>
  );
}

function describeSuccessor({ name, afterDays }: BackupsPage['successor']): string {
  if (!name) return 'No one has been named yet.';
  const when = afterDays > 0 ? `, or after ${afterDays} days without a visit from you` : '';
  return `${name} will take over. Instructions are emailed when you ask${when}.`;
}
