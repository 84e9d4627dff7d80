import { Link } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { backupsPath } from './backup-requests.ts';
import type { BackupsPage } from './load-backups.server.ts';

type Props = { files: BackupsPage['files']; more: number; keep: string };

/** The backup files in the data folder, newest first. */
export function BackupList({ files, more, keep }: Props) {
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
