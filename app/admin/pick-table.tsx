import type { ReactNode } from 'react';
import { PickAll } from './pick-rows.tsx';
import { roles } from './table-roles.ts';

type PickTableProps = { label: string; columns: (string | undefined)[]; children: ReactNode };

/** A table whose rows start with a checkbox (`PickRow`) and end with their actions. */
export function PickTable({ label, columns, children }: PickTableProps) {
  return (
    <section
      className="table-scroll"
      aria-label={label} // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="data data--phone data--pick" {...roles.table} aria-label={label}>
        <thead {...roles.group}>
          <tr {...roles.row}>
            <td {...roles.cell}>
              <PickAll />
            </td>
            {[...columns, 'Actions'].map((column) => (
              <th scope="col" key={column} {...roles.columnHeader}>
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
