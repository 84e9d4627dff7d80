import { Link } from 'react-router';
import { PhoneTable } from '#app/desk/list/phone-table.tsx';
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
        <PhoneTable
          label="List of backup files"
          columns={['Created', 'Size', 'Test', 'Actions']}
          numbers={['Size']}
        >
          {files.map((file) => (
            <FileRow file={file} key={file.name} />
          ))}
        </PhoneTable>
      )}
      {more > 0 ? <p className="small muted">{`${more} older ones are in the folder, too.`}</p> : null}
    </section>
  );
}

function FileRow({ file: { name, when, kind, size, test } }: { file: BackupsPage['files'][number] }) {
  const address = `${backupsPath}/${name}`;
  return (
    <tr>
      <th scope="row">
        {when}
        <small>{kind}</small>
      </th>
      <td className="r">{size}</td>
      <td>
        <TestBadge test={test} />
      </td>
      <td className="wide">
        <span className="rowlinks">
          <a className="button button--small" href={address} download>
            <Icon name="download" />
            Download<span className="vh">: {when}</span>
          </a>
          <Link className="button button--small button--danger" to={`${address}/deletion`}>
            Delete<span className="vh">: {when}</span>
          </Link>
        </span>
      </td>
    </tr>
  );
}

function TestBadge({ test }: { test: string | null }) {
  if (test === 'good') return <span className="badge is-success">Restored and checked</span>;
  if (test === null) return <span className="badge is-quiet">Not tested here</span>;
  return <span className="badge is-danger">{`Test failed: ${test}`}</span>;
}
