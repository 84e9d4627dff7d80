import type { ReactNode } from 'react';
import { PickAll } from './pick-rows.tsx';

type PickTableProps = { label: string; columns: (string | undefined)[]; children: ReactNode };

/** A table whose rows start with a checkbox (`PickRow`) and end with their actions. */
export function PickTable({ label, columns, children }: PickTableProps) {
  return (
    <section
      className="table-scroll"
      aria-label={label} // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <table className="data data--phone data--pick" aria-label={label}>
        <thead>
          <tr>
            <td>
              <PickAll />
            </td>
            {[...columns, 'Actions'].map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
