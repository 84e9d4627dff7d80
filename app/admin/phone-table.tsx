import type { ReactNode } from 'react';
import { roles } from './table-roles.ts';

type PhoneTableProps = {
  label: string;
  columns: string[];
  /** Those of the columns that are aligned at the end. */
  numbers?: string[];
  className?: string;
  /** Rows with the roles of `table-roles.ts`, whose cells carry their label where a phone needs it. */
  children: ReactNode;
};

/** A table that scrolls if it must, and whose rows are cards on a phone. */
export function PhoneTable({
  label,
  columns,
  numbers = [],
  className = 'data data--phone',
  children,
}: PhoneTableProps) {
  return (
    <section
      className="table-scroll"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className={className} {...roles.table} aria-label={label}>
        <thead {...roles.group}>
          <tr {...roles.row}>
            {columns.map((column) => (
              <th
                scope="col"
                className={numbers.includes(column) ? 'r' : undefined}
                {...roles.columnHeader}
                key={column}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...roles.group}>{children}</tbody>
      </table>
    </section>
  );
}
