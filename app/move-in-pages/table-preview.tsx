import { PhoneTable } from '#app/admin/phone-table.tsx';
import { roles } from '#app/admin/table-roles.ts';

/** The first rows of a table, to recognize its columns. */
export function TablePreview({ head, rows }: { head: string[]; rows: string[][] }) {
  const columns = head.map((name, at) => name || `Column ${at + 1}`);
  return (
    <section className="panel flush" aria-labelledby="rows">
      <div className="cluster between">
        <h2 id="rows">The first rows</h2>
      </div>
      <PhoneTable label="Table" columns={columns} className="data">
        {rows.map((cells, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place, and can be equal
          <tr {...roles.row} key={line}>
            {columns.map((column, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns can share a name
              <td {...roles.cell} className="sample-cell" data-label={column} key={at}>
                {cells[at] ?? ''}
              </td>
            ))}
          </tr>
        ))}
      </PhoneTable>
    </section>
  );
}
