import { Link } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { TrashRow } from './load-trash.server.ts';

/** Deleted items with their days left; in a form that sends the selected ones, or the one to `restore`. */
export function TrashTable({ rows }: { rows: TrashRow[] }) {
  return (
    <DataTable
      label="Trash"
      rows={rows}
      keyOf={({ id }) => id}
      pick={(row) => row}
      columns={[
        {
          head: 'Title',
          cell: ({ title, kind }) => (
            <>
              {title}
              <small>{kind}</small>
            </>
          ),
        },
        {
          head: 'Deleted',
          label: true,
          cell: ({ machineTime, deletedAt, deletedBy }) => (
            <>
              <time className="nowrap" dateTime={machineTime}>
                {deletedAt}
              </time>
              {deletedBy ? <small>{deletedBy}</small> : null}
            </>
          ),
        },
        {
          head: 'Time left',
          cell: ({ left }) => <span className={`badge is-${left.tone}`}>{left.words}</span>,
        },
        { head: 'Actions', className: 'wide', cell: (row) => <RowActions {...row} /> },
      ]}
    />
  );
}

function RowActions({ id, title }: TrashRow) {
  return (
    <span className="rowlinks">
      <button type="submit" className="button button--small" name="restore" value={id}>
        <Icon name="undo" />
        Restore<span className="vh">: {title}</span>
      </button>
      <Link className="button button--small button--danger" to={`/admin/trash/deletion?id=${id}`}>
        Delete permanently<span className="vh">: {title}</span>
      </Link>
    </span>
  );
}
