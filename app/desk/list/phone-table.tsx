import type { ReactNode } from 'react';

type PhoneTableProps = {
  label: string;
  columns: string[];
  /** Those of the columns that are aligned at the end. */
  numbers?: string[];
  className?: string;
  /** Rows whose cells carry their label where a phone needs it. */
  children: ReactNode;
};

/**
 * A table that scrolls if it must, and whose rows are cards on a phone. Browsers keep what its elements mean, however
 * they are laid out (Safari since 17).
 */
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
      <table className={className} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col" className={numbers.includes(column) ? 'r' : undefined} key={column}>
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
