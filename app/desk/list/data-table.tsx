import type { ReactNode } from 'react';
import { PickAll, PickRow } from './pick-rows.tsx';

export type Column<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** How its cells are aligned and broken; `r` aligns the heading, too. */
  className?: string;
  /** What a phone shows in front of the cell; `true` for the heading. */
  label?: string | true;
  /** False for a first column that doesn't name the row. */
  isHeading?: boolean;
};

type DataTableProps<Row> = {
  label: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** Conditional ones may be false. The first names the row, unless it or another one says `isHeading`. */
  columns: (Column<Row> | false)[];
  className?: string;
  /** The rows start with a checkbox, which the form around the table sends as `id`. */
  pick?: (row: Row) => { id: string; title: string };
};

/**
 * A table that scrolls if it must, and whose rows are cards on a phone. Browsers keep what its elements mean, however
 * they are laid out (Safari since 17).
 */
export function DataTable<Row>({ label, rows, keyOf, columns: all, pick, ...more }: DataTableProps<Row>) {
  const { className = pick ? 'data data--phone data--pick' : 'data data--phone' } = more;
  const columns = all.filter((column) => column !== false);
  const heading = columns.find(({ isHeading }, index) => isHeading ?? index === 0);
  return (
    <section
      className="table-scroll"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className={className} aria-label={label}>
        <thead>
          <tr>
            {pick ? (
              <td>
                <PickAll />
              </td>
            ) : null}
            {columns.map(({ head, className: look }) => (
              <th scope="col" className={look === 'r' ? 'r' : undefined} key={head}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {pick ? (
                <td>
                  <PickRow {...pick(row)} />
                </td>
              ) : null}
              {columns.map((column) => (
                <Cell column={column} row={row} isHeading={column === heading} key={column.head} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

type CellProps<Row> = { column: Column<Row>; row: Row; isHeading: boolean };

function Cell<Row>({ column: { head, cell, className, label }, row, isHeading }: CellProps<Row>) {
  if (isHeading)
    return (
      <th scope="row" className={className}>
        {cell(row)}
      </th>
    );
  return (
    <td className={className} data-label={label === true ? head : label}>
      {cell(row)}
    </td>
  );
}
