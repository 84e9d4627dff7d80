import { Link } from 'react-router';
import { PickRow } from '#app/desk/list/pick-rows.tsx';
import { PickTable } from '#app/desk/list/pick-table.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { TrashRow } from './load-trash.server.ts';

/** Deleted items with their days left; in a form that sends the selected ones, or the one to `restore`. */
export function TrashTable({ rows }: { rows: TrashRow[] }) {
  return (
    <PickTable label="Trash" columns={['Title', 'Deleted', 'Time left']}>
      {rows.map((row) => (
        <Row row={row} key={row.id} />
      ))}
    </PickTable>
  );
}

function Row({ row: { id, title, kind, deletedAt, machineTime, deletedBy, left } }: { row: TrashRow }) {
  return (
    <tr>
      <td>
        <PickRow id={id} title={title} />
      </td>
      <th scope="row">
        {title}
        <small>{kind}</small>
      </th>
      <td data-label="Deleted">
        <time className="nowrap" dateTime={machineTime}>
          {deletedAt}
        </time>
        {deletedBy ? <small>{deletedBy}</small> : null}
      </td>
      <td>
        <span className={`badge is-${left.tone}`}>{left.words}</span>
      </td>
      <td className="wide">
        <span className="rowlinks">
          <button type="submit" className="button button--small" name="restore" value={id}>
            <Icon name="undo" />
            Restore<span className="vh">: {title}</span>
          </button>
          <Link className="button button--small button--danger" to={`/admin/trash/deletion?id=${id}`}>
            Delete permanently<span className="vh">: {title}</span>
          </Link>
        </span>
      </td>
    </tr>
  );
}
